import { z } from 'zod';
import { jsonBody, jsonReply, objectOf } from '../body.ts';
import type { Route, SandboxCall } from '../platform.ts';
import { snowflake } from '../snowflake.ts';
import type { JsonObject, SandboxObject } from '../store.ts';
import { isReady, mediaOf, uploadOf, type TwitterUpload } from './media.ts';
import { duplicate, forbidden, invalid, notFound, uninvited } from './problems.ts';
import { asUser, type TwitterSession } from './session.ts';
import { shown, weightedLength } from './text.ts';

const Id = z.string().regex(/^[0-9]{1,19}$/);

/** The closed schema of `POST /2/tweets` (X API OpenAPI: TweetCreateRequest). */
const TweetCreate = z.strictObject({
  text: z.string().min(1).optional(),
  media: z
    .strictObject({ media_ids: z.array(Id).min(1).max(4), tagged_user_ids: z.array(Id).max(10).optional() })
    .optional(),
  reply: z
    .strictObject({
      in_reply_to_tweet_id: Id,
      exclude_reply_user_ids: z.array(Id).optional(),
      auto_populate_reply_metadata: z.boolean().optional(),
    })
    .optional(),
  quote_tweet_id: Id.optional(),
  reply_settings: z.enum(['following', 'mentionedUsers', 'subscribers', 'verified']).optional(),
  community_id: Id.optional(),
  share_with_followers: z.boolean().optional(),
  made_with_ai: z.boolean().optional(),
  paid_partnership: z.boolean().optional(),
  nullcast: z.boolean().optional(),
  for_super_followers_only: z.boolean().optional(),
});

const duplicateWindowMs = 24 * 3600 * 1000;
const longest = 280;

const attachments = async ({ call, account }: TwitterSession, ids: readonly string[]) => {
  const found = await Promise.all(ids.map((id) => uploadOf(call.world, account.nativeId, id)));
  const uploads = found.filter(
    (upload): upload is TwitterUpload => upload !== undefined && isReady(call.world, upload),
  );
  const moving = uploads.filter(({ category }) => category !== 'tweet_image').length;
  const valid = uploads.length === ids.length && new Set(ids).size === ids.length && (moving === 0 || ids.length === 1);
  return valid ? uploads : undefined;
};

const parentIn = async ({ call }: TwitterSession, id: string): Promise<SandboxObject | undefined> => {
  const parent = await call.world.store.object('TWITTER', id);
  return parent && parent.deletedAt === null ? parent : undefined;
};

const create = async (session: TwitterSession, body: JsonObject | undefined): Promise<Response> => {
  const { call, account } = session;
  const { world } = call;
  const parsed = TweetCreate.safeParse(body);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return invalid(issue?.message ?? 'invalid body', { [issue?.path.join('.') || 'body']: [] });
  }
  const { text = '', media, reply } = parsed.data;
  if (text === '' && !media) return invalid('Tweet text is required when no media is attached', { text: [] });
  if (weightedLength(text) > longest) return forbidden('Your Tweet text is too long.');
  const uploads = await attachments(session, media?.media_ids ?? []);
  if (!uploads) return invalid('Your media IDs are invalid.', { 'media.media_ids': media?.media_ids ?? [] });
  const parent = reply && (await parentIn(session, reply.in_reply_to_tweet_id));
  if (reply && !parent) return forbidden('You attempted to reply to a Tweet that is deleted or not visible to you.');
  const mine = parent?.direction === 'made' && parent.accountNativeId === account.nativeId;
  if (parent && !mine && parent.accountNativeId !== account.nativeId) return uninvited();

  const nativeId = await snowflake(world);
  const now = world.now();
  const { object, inserted } = await world.store.insertObject(
    {
      platform: 'TWITTER',
      nativeId,
      accountNativeId: account.nativeId,
      kind: reply ? 'reply' : 'post',
      direction: 'made',
      parentNativeId: reply?.in_reply_to_tweet_id ?? null,
      text,
      media: uploads.map((upload) => mediaOf(world, upload)),
      request: body ?? null,
      createdAt: now.toISOString(),
      deletedAt: null,
      data: { conversation: parent ? String(parent.data['conversation'] ?? parent.nativeId) : nativeId },
    },
    uploads.length > 0
      ? undefined
      : {
          key: `same ${account.nativeId} ${reply?.in_reply_to_tweet_id ?? ''} ${text}`,
          until: new Date(now.getTime() + duplicateWindowMs),
        },
  );
  if (!inserted) return duplicate();
  return jsonReply(201, {
    data: {
      id: nativeId,
      text: shown(nativeId, text, { hasMedia: object.media.length > 0 }).text,
      edit_history_tweet_ids: [nativeId],
    },
  });
};

const post = async (call: SandboxCall): Promise<Response> => {
  const body = objectOf(await jsonBody(call.request).catch(() => undefined));
  const parentId = objectOf(body?.['reply'])?.['in_reply_to_tweet_id'];
  return asUser(
    call,
    {
      scopes: ['tweet.read', 'tweet.write', 'users.read'],
      // Answering others is commenting; continuing one's own thread is publishing.
      operation: async () => {
        const parent = typeof parentId === 'string' ? await call.world.store.object('TWITTER', parentId) : undefined;
        return parent?.direction === 'received' ? 'comment' : 'publish';
      },
    },
    (session) => create(session, body),
  );
};

const remove = (call: SandboxCall): Promise<Response> =>
  asUser(call, { operation: 'delete', scopes: ['tweet.read', 'tweet.write', 'users.read'] }, async ({ account }) => {
    const { world, params } = call;
    const id = params['id'] ?? '';
    if (!Id.safeParse(id).success)
      return invalid(`The \`id\` query parameter value [${id}] is not valid`, { id: [id] });
    const object = await world.store.object('TWITTER', id);
    if (!object || object.deletedAt !== null) return notFound(id);
    if (object.direction !== 'made' || object.accountNativeId !== account.nativeId) return forbidden();
    await world.store.changeObject('TWITTER', id, { deletedAt: world.now().toISOString() });
    return jsonReply(200, { data: { deleted: true } });
  });

const Hidden = z.strictObject({ hidden: z.boolean() });

const hide = (call: SandboxCall): Promise<Response> =>
  asUser(
    call,
    { operation: 'comment', scopes: ['tweet.read', 'tweet.moderate.write', 'users.read'] },
    async ({ account }) => {
      const { world, params } = call;
      const id = params['id'] ?? '';
      const body = Hidden.safeParse(await jsonBody(call.request).catch(() => undefined));
      if (!body.success) return invalid('hidden is required', { hidden: [] });
      const object = await world.store.object('TWITTER', id);
      if (!object || object.deletedAt !== null) return notFound(id);
      if (object.direction !== 'received' || object.accountNativeId !== account.nativeId) return forbidden();
      await world.store.changeObject('TWITTER', id, { data: { ...object.data, hidden: body.data.hidden } });
      return jsonReply(200, { data: { hidden: body.data.hidden } });
    },
  );

const Message = z.strictObject({ text: z.string().min(1).max(10_000) });

const message = (call: SandboxCall): Promise<Response> =>
  asUser(call, { operation: 'message', scopes: ['dm.write', 'tweet.read', 'users.read'] }, async ({ account }) => {
    const { world, params } = call;
    const request = objectOf(await jsonBody(call.request).catch(() => undefined));
    const body = Message.safeParse(request);
    const recipient = params['id'] ?? '';
    if (!body.success || !Id.safeParse(recipient).success) return invalid('text is required', { text: [] });
    const nativeId = await snowflake(world);
    await world.store.insertObject({
      platform: 'TWITTER',
      nativeId,
      accountNativeId: account.nativeId,
      kind: 'message',
      direction: 'made',
      parentNativeId: null,
      text: body.data.text,
      media: [],
      request: request ?? null,
      createdAt: world.now().toISOString(),
      deletedAt: null,
      data: { recipient },
    });
    return jsonReply(201, {
      data: { dm_conversation_id: `${account.nativeId}-${recipient}`, dm_event_id: nativeId },
    });
  });

export const tweetRoutes: readonly Route[] = [
  { method: 'POST', path: '/2/tweets', run: post },
  { method: 'DELETE', path: '/2/tweets/:id', run: remove },
  { method: 'PUT', path: '/2/tweets/:id/hidden', run: hide },
  { method: 'POST', path: '/2/dm_conversations/with/:id/messages', run: message },
];
