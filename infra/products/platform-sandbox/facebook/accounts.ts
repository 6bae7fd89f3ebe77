import type { SandboxWorld } from '../platform.ts';
import type { FaultOperation, SandboxAccount } from '../store.ts';
import type { SandboxCall } from '../platform.ts';
import type { NativeFaults } from '../faults.ts';
import {
  graphError,
  permissionMissing,
  somethingWrong,
  tokenExpired,
  tokenRevoked,
  usageHeader,
  type GraphFailure,
} from '../meta/graph-errors.ts';
import { metaId } from '../meta/ids.ts';
import { newPage } from '../meta/pages.ts';
import type { Dialect } from '../meta/session.ts';

/** Meta docs: permissions of Pages. */
export const facebookScopes = [
  'public_profile',
  'email',
  'pages_show_list',
  'pages_manage_posts',
  'pages_manage_metadata',
  'pages_read_engagement',
  'pages_manage_engagement',
  'pages_read_user_content',
  'pages_messaging',
  'read_insights',
  'business_management',
];

/** A new person, who manages two Pages. */
export const createPerson = async (
  world: SandboxWorld,
  wants: Readonly<{ workspaceId: string | null; username?: string }>,
): Promise<SandboxAccount> => {
  const nativeId = await metaId(world, '1022');
  const name = wants.username ?? `Sandbox Person ${nativeId.slice(-6)}`;
  const pages = [
    await newPage(world, `Sandbox Page ${nativeId.slice(-6)}`),
    await newPage(world, `Sandbox Branch ${nativeId.slice(-6)}`),
  ];
  const account: SandboxAccount = {
    platform: 'FACEBOOK',
    nativeId,
    workspaceId: wants.workspaceId,
    username: name,
    displayName: name,
    data: { pages: pages },
    createdAt: world.now().toISOString(),
  };
  await world.store.putAccount(account);
  return account;
};

export const duplicatePost: GraphFailure = {
  code: 506,
  message: '(#506) Duplicate status message',
  title: 'Duplicate Status Update',
  words: 'This status update is identical to the last one you posted.',
};
export const brokenPhoto: GraphFailure = {
  code: 324,
  subcode: 1366046,
  message: '(#324) Requires upload file',
  title: 'Photo could not be uploaded',
  words: 'Your photos could not be uploaded. Photos should be JPEG, PNG, GIF, TIFF, HEIF or WebP files.',
};

const faults = ({ world }: SandboxCall, operation: FaultOperation): NativeFaults => ({
  server_error: () => graphError(somethingWrong),
  rate_limited: () =>
    graphError(
      operation === 'refresh'
        ? { code: 4, message: '(#4) Application request limit reached' }
        : { code: 32, message: '(#32) Page request limit reached' },
      usageHeader('1017', 'pages'),
    ),
  token_expired: () => graphError(tokenExpired(world)),
  token_revoked: () => graphError(tokenRevoked),
  forbidden: () => graphError(permissionMissing),
  duplicate: () => graphError(duplicatePost),
  media_rejected: () => graphError(brokenPhoto),
});

export const facebook: Dialect = { platform: 'FACEBOOK', faults };
