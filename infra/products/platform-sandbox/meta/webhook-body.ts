import { createHmac } from 'node:crypto';
import type { Platform } from '../../../../domain/platforms/platform.ts';
import type { SandboxApp } from '../client-registrations.ts';
import type { JsonObject, SandboxAccount, SandboxObject } from '../store.ts';
import type { SandboxPlatform, SandboxWorld } from '../platform.ts';
import { postAddress } from './addresses.ts';
import { metaTime } from './ids.ts';
import { pagesOf } from './pages.ts';
import { subscribedFields } from './subscriptions.ts';

/** One thing that happened, and who may report it: of several Pages the one that is subscribed. */
type Change = Readonly<{ by: readonly string[]; field: string; value: JsonObject }>;

const secondsOf = (iso: string): number => Math.floor(Date.parse(iso) / 1000);

/** The Page of a post. A mention names none: any Page of the person may be the one. */
const pagesOfPost = async (
  { store }: SandboxWorld,
  account: SandboxAccount,
  postId: string | undefined,
): Promise<readonly string[]> => {
  const post = postId === undefined ? undefined : await store.object('FACEBOOK', postId);
  if (post?.data['page'] !== undefined) return [String(post.data['page'])];
  return postId?.includes('_') ? [postId.split('_')[0] ?? ''] : pagesOf(account).map(({ id }) => id);
};

const facebook = async (
  world: SandboxWorld,
  object: SandboxObject,
  account: SandboxAccount,
): Promise<Change | undefined> => {
  const { nativeId, data, text, createdAt, parentNativeId, kind } = object;
  const created_time = secondsOf(createdAt);
  if (kind === 'mention') {
    const sender = { sender_id: data['authorId'] ?? '', sender_name: data['authorUsername'] ?? '' };
    const value = { ...sender, item: 'post', verb: 'add', post_id: nativeId, message: text, created_time };
    return { by: await pagesOfPost(world, account, undefined), field: 'mention', value };
  }
  if (kind !== 'comment') return undefined;
  const post_id = String(data['post'] ?? '');
  const from = { id: data['authorId'] ?? '', name: data['authorUsername'] ?? '' };
  const by = await pagesOfPost(world, account, post_id);
  const post = { id: post_id, permalink_url: postAddress(post_id), is_published: true };
  return {
    by,
    field: 'feed',
    value: {
      item: 'comment',
      verb: 'add',
      comment_id: nativeId,
      post_id,
      parent_id: parentNativeId ?? post_id,
      from,
      post,
      message: text,
      created_time,
    },
  };
};

const instagram = (
  { nativeId, data, text, parentNativeId, kind }: SandboxObject,
  to: SandboxAccount,
): Change | undefined => {
  if (kind === 'mention') return { by: [to.nativeId], field: 'mentions', value: { media_id: nativeId } };
  if (kind !== 'comment') return undefined;
  const post = String(data['post'] ?? '');
  const value = {
    id: nativeId,
    text,
    media: { id: post },
    from: { id: data['authorId'] ?? '', username: data['authorUsername'] ?? '' },
    ...(parentNativeId !== null && parentNativeId !== post && { parent_id: parentNativeId }),
  };
  return { by: [to.nativeId], field: 'comments', value };
};

const threads = (
  { nativeId, data, text, parentNativeId, createdAt, kind }: SandboxObject,
  { nativeId: owner_id, username }: SandboxAccount,
): Change | undefined => {
  const media = {
    id: nativeId,
    text,
    username: data['authorUsername'] ?? '',
    timestamp: metaTime(createdAt),
    media_type: 'TEXT_POST',
    permalink: `https://www.threads.net/@${String(data['authorUsername'])}/post/${nativeId}`,
  };
  if (kind === 'mention') return { by: [owner_id], field: 'mentions', value: media };
  if (kind !== 'comment') return undefined;
  const root = String(data['post'] ?? '');
  const value = { ...media, root_post: { id: root, owner_id, username }, replied_to: { id: parentNativeId ?? root } };
  return { by: [owner_id], field: 'replies', value };
};

const changeOf = async (
  world: SandboxWorld,
  object: SandboxObject,
  account: SandboxAccount,
): Promise<Change | undefined> => {
  if (object.platform === 'FACEBOOK') return facebook(world, object, account);
  if (object.platform === 'INSTAGRAM') return instagram(object, account);
  return object.platform === 'THREADS' ? threads(object, account) : undefined;
};

/** The body of a report. */
const envelopeOf = ({ field, value }: Change, to: string, platform: Platform, createdAt: string): JsonObject => {
  const time = secondsOf(createdAt);
  // One flat body for each change (Meta: "Webhooks for Threads").
  if (platform === 'THREADS')
    return {
      app_id: '1',
      topic: field === 'replies' ? 'moderate' : 'interaction',
      target_id: to,
      time,
      subscription_id: '2',
      has_uid_field: false,
      values: { value, field },
    };
  const object = platform === 'FACEBOOK' ? 'page' : 'instagram';
  return { object, entry: [{ id: to, time, changes: [{ field, value }] }] };
};

/** The application of the login by which an account is connected: its secret signs. */
const clientOf = ({ platform, oauthVersion }: SandboxAccount): SandboxApp =>
  platform === 'INSTAGRAM' && oauthVersion === 'fb_login' ? 'INSTAGRAM_FACEBOOK' : platform;

/**
 * Which of those that may report a change does: one that is subscribed (Meta: "Page > subscribed_apps", "Set
 * up Instagram Webhooks"). An Instagram account of Facebook Login reports once its Page is subscribed to
 * anything. Threads has no subscription of single accounts.
 */
const reporterOf = async (
  world: SandboxWorld,
  { by, field }: Change,
  account: SandboxAccount,
): Promise<string | undefined> => {
  const { platform, oauthVersion } = account;
  if (platform === 'THREADS') return by[0];
  const fieldsOf = (id: string) => subscribedFields(world, platform, clientOf(account), id);
  if (platform === 'INSTAGRAM' && oauthVersion === 'fb_login') {
    const pages = pagesOf(account).filter((page) => page.instagram !== undefined && by.includes(page.instagram));
    for (const { id, instagram: reporter } of pages) if (await fieldsOf(id)) return reporter;
    return undefined;
  }
  for (const id of by) if ((await fieldsOf(id))?.includes(field)) return id;
  return undefined;
};

/** What Meta sends about something that a person did, to the address of the developer's dashboard. */
export const metaReport: NonNullable<SandboxPlatform['report']> = async (world, object, account) => {
  const change = await changeOf(world, object, account);
  if (!change) return 'silent';
  const to = await reporterOf(world, change, account);
  if (world.webhooks === undefined || to === undefined) return 'unsubscribed';
  const body = JSON.stringify(envelopeOf(change, to, object.platform, object.createdAt));
  const signature = createHmac('sha256', world.apps[clientOf(account)].clientSecret).update(body).digest('hex');
  return {
    url: `${world.webhooks}${object.platform.toLowerCase()}`,
    body,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
  };
};
