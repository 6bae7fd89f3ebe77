import type { SandboxCall, SandboxWorld } from '../platform.ts';
import type { SandboxAccount } from '../store.ts';
import { tokenUnreadable, Refusal, type GraphFailure } from '../meta/graph-errors.ts';
import { mediaAppFaults } from '../meta/media-app-faults.ts';
import { metaId } from '../meta/ids.ts';
import { newPage } from '../meta/pages.ts';
import type { ReportFields } from '../meta/subscriptions.ts';
import { asHolder, type Dialect, type MetaSession } from '../meta/session.ts';

/** Meta docs: permissions of the two logins. */
export const directScopes = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
  'instagram_business_manage_insights',
  'instagram_business_manage_messages',
];
export const facebookScopes = [
  'instagram_basic',
  'instagram_content_publish',
  'instagram_manage_comments',
  'instagram_manage_insights',
  'instagram_manage_contents',
  'instagram_manage_messages',
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_metadata',
  'pages_messaging',
  'business_management',
];

/** What an account reports to an application of the direct login, with the permission of each (Meta: "Set up Instagram Webhooks"). */
export const directFields: ReportFields = {
  comments: 'instagram_business_manage_comments',
  live_comments: 'instagram_business_manage_comments',
  mentions: 'instagram_business_manage_comments',
  messages: 'instagram_business_manage_messages',
  messaging_postbacks: 'instagram_business_manage_messages',
  messaging_seen: 'instagram_business_manage_messages',
  message_reactions: 'instagram_business_manage_messages',
};

export const directHost = 'graph.instagram.com';
export const facebookHost = 'graph.facebook.com';

/**
 * A new professional account, linked to a Facebook Page; its person manages another Page without
 * one.
 */
export const createInstagram = async (
  world: SandboxWorld,
  wants: Readonly<{
    workspaceId: string | null;
    username?: string;
    accountType?: string;
    oauthVersion: 'instagram_login' | 'fb_login';
  }>,
): Promise<SandboxAccount> => {
  const nativeId = await metaId(world, '1784');
  const username = wants.username ?? `sandbox.${nativeId.slice(-8)}`;
  const pages = [
    await newPage(world, `Sandbox Page ${nativeId.slice(-6)}`, nativeId),
    await newPage(world, `Sandbox Branch ${nativeId.slice(-6)}`),
  ];
  const account: SandboxAccount = {
    platform: 'INSTAGRAM',
    nativeId,
    workspaceId: wants.workspaceId,
    username,
    displayName: `Sandbox ${nativeId.slice(-6)}`,
    accountType: wants.accountType ?? 'business',
    oauthVersion: wants.oauthVersion,
    data: { pages: pages, person: await metaId(world, '1022') },
    createdAt: world.now().toISOString(),
  };
  await world.store.putAccount(account);
  return account;
};

export const badImage: GraphFailure = {
  code: 36001,
  subcode: 2207005,
  message: 'The image format is not supported.',
  title: 'Unsupported image format',
  words: 'The image format is not supported. Supported formats are: JPEG.',
};

export const instagram: Dialect = {
  platform: 'INSTAGRAM',
  faults: ({ world }) => mediaAppFaults(world, { id: '1784', product: 'instagram' }, badImage),
};

/** The tokens of each login are valid at its own host only. */
const atItsHost = ({ call, secret }: MetaSession): void => {
  const direct = secret.data['login'] === 'direct';
  if (direct !== (call.url.host === directHost)) throw new Refusal(tokenUnreadable);
};

type Act = Parameters<typeof asHolder>[3];
type Wanted = Parameters<typeof asHolder>[2];

/** A call with a token of the login that its host belongs to. */
export const asInstagram = (call: SandboxCall, wanted: Wanted, act: Act): Promise<Response> =>
  asHolder(
    call,
    instagram,
    async (session) => {
      atItsHost(session);
      return typeof wanted === 'function' ? wanted(session) : wanted;
    },
    act,
  );

export const scopes = {
  basic: ['instagram_business_basic', 'instagram_basic'],
  publish: ['instagram_business_content_publish', 'instagram_content_publish'],
  comments: ['instagram_business_manage_comments', 'instagram_manage_comments'],
  insights: ['instagram_business_manage_insights', 'instagram_manage_insights'],
  remove: ['instagram_manage_contents'],
  messages: ['instagram_business_manage_messages', 'instagram_manage_messages'],
} as const;
