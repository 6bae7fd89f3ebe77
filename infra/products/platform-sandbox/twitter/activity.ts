import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { AnyObject, formBody, jsonBody, jsonReply } from '../body.ts';
import { isClient } from '../clients.ts';
import { basicOf, bearerOf } from '../grants.ts';
import type { Route, SandboxCall, SandboxPlatform, SandboxWorld } from '../platform.ts';
import { snowflake } from '../snowflake.ts';
import type { JsonObject, SandboxAccount, SandboxObject } from '../store.ts';
import { forbidden, invalid, missing, unauthorized } from './problems.ts';
import { asUser } from './session.ts';

/** X docs, X Activity API: the events of a person's posts and messages are private, and need the scope of their kind. */
const scopes: Readonly<Record<string, string>> = {
  'post.reply.create': 'tweet.read',
  'post.mention.create': 'tweet.read',
  'dm.received': 'dm.read',
};

const signedBy = ({ apps }: SandboxWorld, text: string): string =>
  createHmac('sha256', apps.TWITTER_WEBHOOKS.clientSecret).update(text).digest('base64');
/** The token of the application: it acts for no person. */
const appToken = (world: SandboxWorld): string => `AAAA${signedBy(world, 'app-only')}`;

const NewWebhook = z.strictObject({ url: z.url().max(200) });
const NewSubscription = z.strictObject({
  event_type: z.string(),
  filter: z.strictObject({ user_id: z.string(), direction: z.enum(['inbound', 'outbound']).optional() }),
  tag: z.string().min(1).max(200).optional(),
  webhook_id: z
    .string()
    .regex(/^\d{1,19}$/)
    .optional(),
});
const Update = z.strictObject({ tag: z.string().optional(), webhook_id: z.string().optional() });

const asApp = (run: (call: SandboxCall) => Promise<Response>) => async (call: SandboxCall) =>
  bearerOf(call.request) === appToken(call.world) ? run(call) : unauthorized();

const token = async (call: SandboxCall): Promise<Response> => {
  const client = basicOf(call.request);
  if (!client || !isClient(call.world, 'TWITTER_WEBHOOKS', client.id, client.secret))
    return forbidden('Unable to verify your credentials');
  const form = await formBody(call.request).catch(() => undefined);
  if (form?.['grant_type'] !== 'client_credentials') return forbidden('Missing required parameter: grant_type');
  return jsonReply(200, { token_type: 'bearer', access_token: appToken(call.world) });
};

/** The response check: X asks the address for a proof that it has the secret of the API key. */
const isProved = async (world: SandboxWorld, url: string): Promise<boolean> => {
  const crc = 'a-token-of-the-check';
  try {
    const answer = await fetch(`${url}?crc_token=${crc}`, { signal: AbortSignal.timeout(10_000) });
    const proof = AnyObject.parse(await answer.json());
    return proof['response_token'] === `sha256=${signedBy(world, crc)}`;
  } catch {
    return false;
  }
};

const gone = (id: string): Response => jsonReply(404, { ...missing('user', id), status: 404 });

const theWebhook = ({ store }: SandboxWorld) => store.record('TWITTER', 'webhook', 'app');

const makeWebhook = asApp(async ({ world, request }) => {
  const parsed = NewWebhook.safeParse(await jsonBody(request).catch(() => undefined));
  if (!parsed.success) return invalid('url: is not an address');
  const { url } = parsed.data;
  // X takes https addresses without a port; the service under test has neither.
  if (!url.startsWith('https://') && !url.startsWith(`${world.origin}/`)) return invalid('url: must be https');
  if (!(await isProved(world, url))) return invalid('CrcValidationFailed: the response token is wrong');
  const known = await theWebhook(world);
  const webhook = { id: String(known?.['id'] ?? (await snowflake(world))), url, valid: true };
  await world.store.putRecord('TWITTER', 'webhook', 'app', webhook);
  return jsonReply(200, { data: webhook });
});

const listWebhooks = asApp(async ({ world }) => {
  const known = await theWebhook(world);
  return jsonReply(200, { data: known ? [known] : [], meta: { result_count: known ? 1 : 0 } });
});

const subscriptionOf = ({ store }: SandboxWorld, user: string, type: string) =>
  store.record('TWITTER', 'activity', `${user}/${type}`);

const subscribe = async (call: SandboxCall): Promise<Response> => {
  const { world, request } = call;
  const parsed = NewSubscription.safeParse(await jsonBody(request).catch(() => undefined));
  if (!parsed.success) return invalid('One or more parameters to your request was invalid.');
  const { event_type: type, filter, webhook_id: webhook, tag } = parsed.data;
  const scope = scopes[type];
  if (scope === undefined) return invalid(`event_type: ${type} is not simulated`);
  return asUser(call, { operation: 'list', scopes: [scope] }, async ({ account }) => {
    if (filter.user_id !== account.nativeId) return forbidden('The user has not authorized your application');
    if (webhook !== undefined && (await theWebhook(world))?.['id'] !== webhook) return gone(webhook);
    const known = await subscriptionOf(world, account.nativeId, type);
    const id = String(known?.['subscription_id'] ?? (await snowflake(world)));
    const at = world.now().toISOString();
    const made: JsonObject = {
      subscription_id: id,
      event_type: type,
      filter: { user_id: account.nativeId },
      created_at: at,
      updated_at: at,
      ...(tag !== undefined && { tag }),
      ...(webhook !== undefined && { webhook_id: webhook }),
    };
    await world.store.putRecord('TWITTER', 'activity', `${account.nativeId}/${type}`, made);
    await world.store.putRecord('TWITTER', 'activity-place', id, { place: `${account.nativeId}/${type}` });
    return jsonReply(200, { data: made, meta: { total_subscriptions: 1 } });
  });
};

const change = (run: (world: SandboxWorld, place: string, call: SandboxCall) => Promise<Response>) =>
  asApp(async (call) => {
    const id = call.params['id'] ?? '';
    const place = (await call.world.store.record('TWITTER', 'activity-place', id))?.['place'];
    return typeof place === 'string' ? run(call.world, place, call) : gone(id);
  });

const update = change(async ({ store }, place, { request }) => {
  const parsed = Update.safeParse(await jsonBody(request).catch(() => undefined));
  if (!parsed.success) return invalid('One or more parameters to your request was invalid.');
  const changed = { ...(await store.record('TWITTER', 'activity', place)), ...parsed.data };
  await store.putRecord('TWITTER', 'activity', place, changed);
  return jsonReply(200, { data: changed, meta: { total_subscriptions: 1 } });
});

const unsubscribe = change(async ({ store }, place, { params }) => {
  await store.removeRecord('TWITTER', 'activity', place);
  await store.removeRecord('TWITTER', 'activity-place', params['id'] ?? '');
  return jsonReply(200, { data: { deleted: true }, meta: { total_subscriptions: 0 } });
});

export const activityRoutes: readonly Route[] = [
  { method: 'POST', path: '/oauth2/token', run: token },
  { method: 'GET', path: '/2/webhooks', run: listWebhooks },
  { method: 'POST', path: '/2/webhooks', run: makeWebhook },
  { method: 'POST', path: '/2/activity/subscriptions', run: subscribe },
  { method: 'PUT', path: '/2/activity/subscriptions/:id', run: update },
  { method: 'DELETE', path: '/2/activity/subscriptions/:id', run: unsubscribe },
];

const typeOf = ({ kind, data, parentNativeId }: SandboxObject): string | undefined => {
  if (kind === 'mention') return 'post.mention.create';
  if (kind === 'message') return 'dm.received';
  // Direct replies only: an answer to an answer is found by reading.
  const isDirect = kind === 'comment' && parentNativeId === data['post'];
  return isDirect ? 'post.reply.create' : undefined;
};

const payloadOf = (object: SandboxObject, { nativeId: user }: SandboxAccount): JsonObject => {
  const { nativeId: id, text, createdAt, data } = object;
  const author = String(data['authorId'] ?? '');
  if (object.kind === 'message') {
    const made = { target: { recipient_id: user }, sender_id: author, message_data: { text } };
    const event = {
      type: 'message_create',
      id,
      created_timestamp: String(Date.parse(createdAt)),
      message_create: made,
    };
    const writer = { id: author, username: String(data['authorUsername']) };
    return { direct_message_events: [event], users: { [author]: { data: writer } } };
  }
  const post = String(data['post'] ?? '');
  const reply = {
    in_reply_to_tweet_id: post,
    in_reply_to_user_id: user,
    referenced_tweets: [{ type: 'replied_to', id: post }],
  };
  const isReply = object.kind === 'comment';
  return { id, text, created_at: createdAt, author_id: author, edit_history_tweet_ids: [id], ...(isReply && reply) };
};

/** What X sends about something that a person did, in the envelope of the X Activity API. */
export const activityReport: NonNullable<SandboxPlatform['report']> = async (world, object, account) => {
  const type = typeOf(object);
  if (type === undefined) return 'silent';
  const known = await subscriptionOf(world, account.nativeId, type);
  const webhook = await theWebhook(world);
  if (!known || !webhook || known['webhook_id'] !== webhook['id']) return 'unsubscribed';
  const user = { id: String(object.data['authorId']), username: String(object.data['authorUsername']) };
  const data = {
    event_uuid: await snowflake(world),
    filter: { user_id: account.nativeId },
    event_type: type,
    payload: payloadOf(object, account),
    includes: object.kind === 'message' ? {} : { users: [user] },
  };
  const body = JSON.stringify({ data });
  const signature = `sha256=${signedBy(world, body)}`;
  const headers = { 'content-type': 'application/json', 'x-twitter-webhooks-signature': signature };
  return { url: String(webhook['url']), body, headers };
};
