import { createHmac } from 'node:crypto';
import type { Platform } from '../../../../domain/platforms/platform.ts';
import type { SandboxApp } from '../client-registrations.ts';
import type { JsonObject, SandboxAccount, SandboxObject } from '../store.ts';
import type { SandboxPlatform } from '../platform.ts';
import { metaTime } from './ids.ts';

type Change = Readonly<{ to: string; field: string; value: JsonObject }>;

const secondsOf = (iso: string): number => Math.floor(Date.parse(iso) / 1000);

/** A post's id begins with the Page's; a mention names none, so it is the first one. */
const pageOf = ({ data }: SandboxAccount, postId: string | undefined): string => {
  const [first] = data['pages'] as readonly { id: string }[];
  return postId?.includes('_') ? (postId.split('_')[0] ?? '') : (first?.id ?? '');
};

const facebook = (object: SandboxObject, account: SandboxAccount): Change | undefined => {
  const { nativeId, data, text, createdAt, parentNativeId, kind } = object;
  const created_time = secondsOf(createdAt);
  if (kind === 'mention') {
    const sender = { sender_id: data['authorId'] ?? '', sender_name: data['authorUsername'] ?? '' };
    const value = { ...sender, item: 'post', verb: 'add', post_id: nativeId, message: text, created_time };
    return { to: pageOf(account, undefined), field: 'mention', value };
  }
  if (kind !== 'comment') return undefined;
  const post_id = String(data['post'] ?? '');
  const from = { id: data['authorId'] ?? '', name: data['authorUsername'] ?? '' };
  const parent_id = parentNativeId ?? post_id;
  const value = {
    item: 'comment',
    verb: 'add',
    comment_id: nativeId,
    post_id,
    parent_id,
    from,
    message: text,
    created_time,
  };
  return { to: pageOf(account, post_id), field: 'feed', value };
};

const instagram = (
  { nativeId, data, text, parentNativeId, kind }: SandboxObject,
  to: SandboxAccount,
): Change | undefined => {
  if (kind === 'mention') return { to: to.nativeId, field: 'mentions', value: { media_id: nativeId } };
  if (kind !== 'comment') return undefined;
  const post = String(data['post'] ?? '');
  const value = {
    ...{ id: nativeId, text, media: { id: post } },
    from: { id: data['authorId'] ?? '', username: data['authorUsername'] ?? '' },
    ...(parentNativeId !== null && parentNativeId !== post && { parent_id: parentNativeId }),
  };
  return { to: to.nativeId, field: 'comments', value };
};

const threads = (
  { nativeId, data, text, parentNativeId, createdAt, kind }: SandboxObject,
  { nativeId: owner_id, username }: SandboxAccount,
): Change | undefined => {
  const media = {
    ...{ id: nativeId, text, username: data['authorUsername'] ?? '', timestamp: metaTime(createdAt) },
    ...{
      media_type: 'TEXT_POST',
      permalink: `https://www.threads.net/@${String(data['authorUsername'])}/post/${nativeId}`,
    },
  };
  if (kind === 'mention') return { to: owner_id, field: 'mentions', value: media };
  if (kind !== 'comment') return undefined;
  const root = String(data['post'] ?? '');
  const value = { ...media, root_post: { id: root, owner_id, username }, replied_to: { id: parentNativeId ?? root } };
  return { to: owner_id, field: 'replies', value };
};

const changeOf = (object: SandboxObject, account: SandboxAccount): Change | undefined => {
  if (object.platform === 'FACEBOOK') return facebook(object, account);
  if (object.platform === 'INSTAGRAM') return instagram(object, account);
  return object.platform === 'THREADS' ? threads(object, account) : undefined;
};

/** The body of a report. */
const envelopeOf = ({ to, field, value }: Change, platform: Platform, createdAt: string): JsonObject => {
  const time = secondsOf(createdAt);
  // One flat body for each change (Meta: "Webhooks for Threads").
  if (platform === 'THREADS')
    return {
      ...{ app_id: '1', topic: field === 'replies' ? 'moderate' : 'interaction', target_id: to, time },
      ...{ subscription_id: '2', has_uid_field: false, values: { value, field } },
    };
  const object = platform === 'FACEBOOK' ? 'page' : 'instagram';
  return { object, entry: [{ id: to, time, changes: [{ field, value }] }] };
};

/** The application of the login by which an account is connected: its secret signs. */
const clientOf = ({ platform, oauthVersion }: SandboxAccount): SandboxApp =>
  platform === 'INSTAGRAM' && oauthVersion === 'fb_login' ? 'INSTAGRAM_FACEBOOK' : platform;

/** What Meta sends about something that a person did, to the address of the developer's dashboard. */
export const metaReport: NonNullable<SandboxPlatform['report']> = async ({ apps, webhooks }, object, account) => {
  const change = changeOf(object, account);
  if (!change) return 'silent';
  if (webhooks === undefined) return 'unsubscribed';
  const body = JSON.stringify(envelopeOf(change, object.platform, object.createdAt));
  const signature = createHmac('sha256', apps[clientOf(account)].clientSecret).update(body).digest('hex');
  return {
    url: `${webhooks}${object.platform.toLowerCase()}`,
    body,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
  };
};
