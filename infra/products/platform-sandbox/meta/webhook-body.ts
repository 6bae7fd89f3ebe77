import { createHmac } from 'node:crypto';
import { sandboxApps } from '../client-registrations.ts';
import type { Json, JsonObject, SandboxAccount, SandboxObject } from '../store.ts';
import { metaTime } from './ids.ts';

/** One request of a platform to an application that subscribed to its webhooks. */
export type SandboxWebhook = Readonly<{ platform: string; body: string; headers: Readonly<Record<string, string>> }>;

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
  to: SandboxAccount,
): Change | undefined => {
  if (kind !== 'comment') return undefined;
  const root = String(data['post'] ?? '');
  const value = {
    ...{ id: nativeId, text, username: data['authorUsername'] ?? '', timestamp: metaTime(createdAt) },
    ...{ root_post: { id: root }, replied_to: { id: parentNativeId ?? root } },
  };
  return { to: to.nativeId, field: 'replies', value };
};

const changeOf = (object: SandboxObject, account: SandboxAccount): Change | undefined => {
  if (object.platform === 'FACEBOOK') return facebook(object, account);
  if (object.platform === 'INSTAGRAM') return instagram(object, account);
  return object.platform === 'THREADS' ? threads(object, account) : undefined;
};

const objectNames: Readonly<Record<string, Json>> = { FACEBOOK: 'page', INSTAGRAM: 'instagram', THREADS: 'threads' };

/** What Meta sends about something that a person did; undefined where it reports nothing. */
export const metaWebhookOf = (object: SandboxObject, account: SandboxAccount): SandboxWebhook | undefined => {
  const change = changeOf(object, account);
  const secret = sandboxApps[object.platform]?.clientSecret;
  if (!change || secret === undefined) return undefined;
  const { to, field, value } = change;
  const entry = [{ id: to, time: secondsOf(object.createdAt), changes: [{ field, value }] }];
  const body = JSON.stringify({ object: objectNames[object.platform], entry });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return {
    platform: object.platform,
    body,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
  };
};
