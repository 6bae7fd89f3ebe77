import { consentBehaviours } from '../engine/consent.ts';
import { type Behaviour, must, type LivePlatform, type Reply } from '../engine/live-platform.ts';
import type { LiveObject, World } from '../engine/world.ts';
import { rules, contract } from './twitter-contract.ts';

const problem = (status: number, detail: string): Reply => ({
  status,
  json: { title: 'Invalid Request', detail, type: 'https://api.twitter.com/2/problems/invalid-request', status },
});

const found = (world: World, key: string | undefined): LiveObject => {
  const object = world.get(key);
  must(object, 'Could not find the post', 404);
  return object;
};

/** X's texts are escaped in three characters. */
const shownPost = (object: LiveObject) => ({
  id: object.id,
  text: object.text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  author_id: object.account,
  created_at: new Date(object.createdAt).toISOString(),
  ...(object.parent !== undefined && { referenced_posts: [{ type: 'replied_to', id: object.parent }] }),
  public_metrics: {
    post_count: 1,
    repost_count: 4,
    reply_count: 3,
    like_count: 5,
    quote_count: 2,
    bookmark_count: 1,
    impression_count: 90,
  },
  non_public_metrics: { url_link_clicks: 6, user_profile_clicks: 1 },
});

const includes = (world: World, objects: readonly LiveObject[]) => ({
  users: [...new Set(objects.map(({ account }) => account))].map((account) => {
    const { username, name } = world.accounts.get(account) ?? { username: account, name: account };
    return { id: account, username, name };
  }),
});

const page = (world: World, objects: readonly LiveObject[]): Reply => ({
  json: {
    ...(objects.length > 0 && { data: objects.map(shownPost), includes: includes(world, objects) }),
    meta: { result_count: objects.length },
  },
});

const finalize: Behaviour = ({ world, path }) => {
  const upload = found(world, path['id']);
  const bytes = upload.more['bytes'] as Record<string, number>;
  const indexes = Object.keys(bytes).map(Number);
  must(indexes.length > 0 && Math.max(...indexes) === indexes.length - 1, 'segments are missing');
  const total = Object.values(bytes).reduce((sum, each) => sum + each, 0);
  must(total === upload.more['total'], 'the segments do not make up the file');
  upload.more['size'] = total;
  const processing_info = { state: 'pending', check_after_secs: 1 };
  return { json: { data: { id: upload.id, expires_after_secs: 86_400, processing_info } } };
};

const isWebhook = (kept: unknown): boolean => typeof kept === 'object' && kept !== null && 'url' in kept;

export const twitter: LivePlatform = {
  contract,
  refusal: problem,
  behaviours: {
    ...consentBehaviours(rules),
    revoke: ({ world, body }) => {
      world.tokens.delete(String(body['token']));
      return { json: { revoked: true } };
    },
    appToken: ({ world }) => {
      world.accounts.set('the application', { id: 'the application', username: 'application', name: 'Application' });
      return { json: { token_type: 'bearer', access_token: world.grant('the application', 'page') } };
    },
    webhooks: ({ world }) => ({
      json: { data: [...world.subscriptions.values()].filter((each) => isWebhook(each)), meta: {} },
    }),
    // X asks the address for its proof before it takes it (docs.x.com: "Webhooks", CRC).
    newWebhook: async ({ world, body, fetched }) => {
      const { bytes } = await fetched(`${String(body['url'])}?crc_token=abc`);
      must(/"response_token":"sha256=[A-Za-z0-9+/=]+"/.test(bytes.toString('utf8')), 'CrcValidationFailed');
      const webhook = {
        id: world.nextNumber(),
        url: String(body['url']),
        valid: true,
        created_at: new Date().toISOString(),
      };
      world.subscriptions.set(webhook.id, webhook);
      return { json: { data: webhook } };
    },
    checkWebhook: ({ world, path }) => {
      must(world.subscriptions.has(path['id'] ?? ''), 'not found', 404);
      return { json: { data: { attempted: true } } };
    },
    subscribe: ({ world, account, body }) => {
      const { user_id: user } = body['filter'] as { user_id?: string };
      must(user === account.id || account.id === 'the application', 'The filter is of another user', 403);
      const subscription_id = world.nextNumber();
      world.subscriptions.set(subscription_id, { ...body, subscription_id });
      return {
        status: 201,
        json: { data: [{ subscription_id, event_type: body['event_type'], filter: body['filter'] }] },
      };
    },
    resubscribe: ({ world, path }) => {
      must(world.subscriptions.has(path['id'] ?? ''), 'not found', 404);
      return { json: { data: [{ subscription_id: path['id'] }] } };
    },
    unsubscribe: ({ world, path }) => {
      must(world.subscriptions.delete(path['id'] ?? ''), 'not found', 404);
      return { json: { data: { deleted: true } } };
    },
    me: ({ account }) => ({
      json: {
        data: {
          id: account.id,
          name: account.name,
          username: account.username,
          public_metrics: { followers_count: 12, following_count: 3, post_count: 7, listed_count: 0 },
        },
      },
    }),
    create: ({ world, body, account }) => {
      const ids = ((body['media'] as { media_ids?: string[] } | undefined)?.media_ids ?? []).map((each) => {
        const upload = world.get(each);
        must(upload?.kind === 'upload' && upload.account === account.id, 'Your media IDs are invalid.');
        must(upload.more['ready'] !== false, 'Your media IDs are invalid: it is still processing.');
        return upload;
      });
      const parent = (body['reply'] as { in_reply_to_tweet_id?: string } | undefined)?.in_reply_to_tweet_id;
      if (parent !== undefined) found(world, parent);
      const object = world.put({
        kind: parent === undefined ? 'post' : 'comment',
        account: account.id,
        text: String(body['text'] ?? ''),
        ...(parent !== undefined && { parent }),
        mediaBytes: ids.reduce((sum, { more, mediaBytes }) => sum + Number(more['size'] ?? mediaBytes), 0),
      });
      return { status: 201, json: { data: { id: object.id, text: object.text } } };
    },
    lookup: ({ world, query }) =>
      page(
        world,
        String(query['ids'])
          .split(',')
          .flatMap((each) => world.get(each) ?? []),
      ),
    one: ({ world, path }) => ({ json: { data: shownPost(found(world, path['id'])) } }),
    remove: ({ world, path, account }) => {
      const object = found(world, path['id']);
      must(object.account === account.id, 'You are not allowed to delete this post', 403);
      object.isDeleted = true;
      return { json: { data: { deleted: true } } };
    },
    hide: ({ world, path, body }) => {
      found(world, path['id']).more['isHidden'] = body['hidden'];
      return { json: { data: { hidden: body['hidden'] } } };
    },
    search: ({ world, query }) => {
      const root = /^conversation_id:(\d+)$/.exec(String(query['query']))?.[1];
      must(root, 'the query has an unknown operator');
      return page(
        world,
        world.of('comment').filter(({ parent }) => parent === root),
      );
    },
    timeline: ({ world, path }) => page(world, world.of('post', path['id'])),
    mentions: ({ world, path }) =>
      page(
        world,
        world.of('comment').filter(({ more }) => more['mentions'] === path['id']),
      ),
    dm: ({ world, path, body, account }) => {
      const { id: event } = world.put({
        kind: 'message',
        account: account.id,
        parent: path['id'] ?? '',
        text: String(body['text']),
      });
      return { status: 201, json: { data: { dm_conversation_id: `${account.id}-${path['id']}`, dm_event_id: event } } };
    },
    upload: ({ world, account, files }) => {
      const { bytes } = files['media'] ?? { bytes: Buffer.alloc(0) };
      const upload = world.put({ kind: 'upload', account: account.id, mediaBytes: bytes.length });
      return { json: { data: { id: upload.id, size: bytes.length, expires_after_secs: 86_400 } } };
    },
    initialize: ({ world, account, body }) => {
      const more = { total: body['total_bytes'], bytes: {}, ready: false };
      const upload = world.put({ kind: 'upload', account: account.id, more });
      return { json: { data: { id: upload.id, expires_after_secs: 86_400 } } };
    },
    append: ({ world, path, body, files }) => {
      const upload = found(world, path['id']);
      const size = files['media']?.bytes.length ?? 0;
      must(size <= 5 * 1024 * 1024, 'a segment has at most five megabytes', 413);
      (upload.more['bytes'] as Record<string, number>)[String(body['segment_index'])] = size;
      return { json: { data: { expires_at: Math.floor(Date.now() / 1000) + 86_400 } } };
    },
    finalize,
    processing: ({ world, query }) => {
      const upload = found(world, String(query['media_id']));
      upload.more['ready'] = true;
      return { json: { data: { id: upload.id, processing_info: { state: 'succeeded', progress_percent: 100 } } } };
    },
    describe: ({ world, body }) => {
      found(world, String(body['id'])).more['altText'] = body['metadata'];
      return { json: { data: { id: body['id'] } } };
    },
  },
};
