import {
  flag,
  having,
  list,
  oneOf,
  only,
  text,
  whole,
  type Contract,
  type Operation,
  type Schema,
} from '../engine/contract.ts';
import { consentBehaviours, consentOperations, type ConsentRules } from '../engine/consent.ts';
import { type Behaviour, must, type LivePlatform, type Reply } from '../engine/live-platform.ts';
import type { LiveObject, World } from '../engine/world.ts';

/**
 * Facts of X's own OpenAPI document (docs.x.com/openapi.json 2.167, the operations of each path), in this project's words: the
 * document's terms do not allow a copy.
 */
const document = 'https://docs.x.com/openapi.json 2.167';
const id: Schema = { type: 'string', pattern: '^[0-9]{1,19}$' };
/** Lists in a query are separated by commas (`explode: false`). */
const listed = (...names: readonly string[]): Schema => ({
  type: 'string',
  pattern: `^(${names.join('|')})(,(${names.join('|')}))*$`,
});

const postFields = listed(
  ...['article', 'article_title', 'attachments', 'card_uri', 'community_id', 'context_annotations', 'conversation_id'],
  ...['created_at', 'display_text_range', 'edit_controls', 'entities', 'geo', 'id', 'lang', 'media_metadata'],
  ...[
    'non_public_metrics',
    'note_post',
    'organic_metrics',
    'paid_partnership',
    'possibly_sensitive',
    'promoted_metrics',
  ],
  ...['public_metrics', 'reply_settings', 'scopes', 'source', 'text', 'withheld'],
);
const expansions = listed(
  ...['article.cover_media', 'article.media_entities', 'attachments.media_keys', 'attachments.media_source_tweet'],
  ...['attachments.poll_ids', 'author_id', 'edit_history_post_ids', 'entities.mentions.username', 'geo.place_id'],
  ...['in_reply_to_user_id', 'referenced_posts', 'username'],
);
const userFields = listed(
  ...['confirmed_email', 'connection_status', 'created_at', 'description', 'entities', 'id', 'location', 'name'],
  ...['profile_image_url', 'protected', 'public_metrics', 'url', 'username', 'verified', 'verified_type', 'withheld'],
);
const shown = { 'post.fields?': postFields, 'expansions?': expansions, 'user.fields?': userFields };
const window = {
  'max_results?': whole({ minimum: 5, maximum: 100 }),
  'pagination_token?': text(),
  'start_time?': text({ format: 'date-time' }),
  'end_time?': text({ format: 'date-time' }),
  'since_id?': id,
  'until_id?': id,
};
const data = (fields: Readonly<Record<string, Schema>>): Schema => having({ data: having(fields) });
const post = having({ id, text: { type: 'string' } });
const posts = having({ 'data?': list(post), 'meta?': having({}) });

const rules: ConsentRules = {
  platform: 'TWITTER',
  ...{ page: 'x.com/i/oauth2/authorize', tokenAt: 'api.x.com/2/oauth2/token' },
  source: 'https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code',
  scopes: [
    ...['tweet.read', 'tweet.write', 'tweet.moderate.write', 'users.read', 'media.write', 'dm.read', 'dm.write'],
    ...['offline.access', 'follows.read', 'like.read', 'mute.read', 'block.read', 'space.read'],
  ],
  ...{ pkce: true, client: 'basic', rotates: true, expiresIn: 7200 },
};

const at = (
  method: Operation['method'],
  path: string,
  deed: Operation['deed'],
  more: Partial<Operation>,
): Operation => ({
  ...{ method, at: `api.x.com${path}`, deed, authentication: 'bearer', source: `${document} ${method} ${path}` },
  ...more,
});

const category = oneOf('tweet_image', 'tweet_video', 'tweet_gif', 'dm_image', 'dm_video', 'dm_gif', 'subtitles');
const uploaded = data({ id, 'expires_after_secs?': whole(), 'processing_info?': having({ state: text() }) });

const contract: Contract = {
  ...{ platform: 'TWITTER', origin: 'description', from: `${document}, facts only` },
  operations: {
    ...consentOperations(rules),
    revoke: {
      ...{
        method: 'POST',
        at: 'api.x.com/2/oauth2/revoke',
        deed: 'connect',
        authentication: 'basic',
        source: rules.source,
      },
      body: { as: 'form', schema: only({ token: text(), 'token_type_hint?': oneOf('access_token', 'refresh_token') }) },
    },
    me: at('GET', '/2/users/me', ['connect', 'insights'], {
      query: only({ 'user.fields?': userFields, 'expansions?': text(), 'post.fields?': postFields }),
      answer: data({ id, name: text(), username: text() }),
    }),
    create: at('POST', '/2/tweets', ['publish', 'comment'], {
      body: {
        as: 'json',
        schema: only(
          {
            'text?': text(),
            'media?': only({ media_ids: list(id, { minItems: 1, maxItems: 4 }), 'tagged_user_ids?': list(id) }),
            'reply?': only({
              in_reply_to_tweet_id: id,
              'exclude_reply_user_ids?': list(id),
              'auto_populate_reply_metadata?': flag,
            }),
            'quote_tweet_id?': id,
            'community_id?': id,
            'reply_settings?': oneOf('following', 'mentionedUsers', 'subscribers', 'verified'),
            'made_with_ai?': flag,
            'paid_partnership?': flag,
          },
          { anyOf: [{ required: ['text'] }, { required: ['media'] }] },
        ),
      },
      answer: data({ id, text: { type: 'string' } }),
    }),
    lookup: at('GET', '/2/tweets', 'insights', {
      query: only({ ids: { type: 'string', pattern: '^[0-9]{1,19}(,[0-9]{1,19})*$' }, ...shown }),
      answer: posts,
    }),
    one: at('GET', '/2/tweets/{id}', 'delete', { query: only(shown) }),
    remove: at('DELETE', '/2/tweets/{id}', 'delete', { answer: data({ deleted: flag }) }),
    hide: at('PUT', '/2/tweets/{id}/hidden', 'comment', {
      body: { as: 'json', schema: only({ hidden: flag }) },
      answer: data({ hidden: flag }),
    }),
    search: at('GET', '/2/tweets/search/recent', 'receive', {
      query: only({
        query: text({ maxLength: 4096 }),
        ...{ ...window, 'max_results?': whole({ minimum: 10, maximum: 100 }), 'next_token?': text() },
        ...{ 'sort_order?': oneOf('recency', 'relevancy'), ...shown },
      }),
      answer: posts,
    }),
    timeline: at('GET', '/2/users/{id}/tweets', 'publish', {
      query: only({ ...window, 'exclude?': listed('replies', 'retweets'), ...shown }),
      answer: posts,
    }),
    mentions: at('GET', '/2/users/{id}/mentions', 'receive', { query: only({ ...window, ...shown }), answer: posts }),
    dm: at('POST', '/2/dm_conversations/with/{id}/messages', 'message', {
      body: { as: 'json', schema: only({ text: text() }) },
      answer: data({ dm_conversation_id: text(), dm_event_id: id }),
    }),
    upload: at('POST', '/2/media/upload', 'upload', {
      body: {
        as: 'multipart',
        files: ['media'],
        schema: only({ media_category: category, 'additional_owners?': text() }),
      },
      answer: uploaded,
    }),
    initialize: at('POST', '/2/media/upload/initialize', 'upload', {
      body: {
        as: 'json',
        schema: only({
          'media_category?': category,
          'media_type?': oneOf(
            'video/mp4',
            'video/webm',
            'video/mp2t',
            'video/quicktime',
            'image/jpeg',
            'image/gif',
            'image/png',
            'image/webp',
          ),
          'total_bytes?': whole({ minimum: 0, maximum: 17_179_869_184 }),
          'shared?': flag,
        }),
      },
      answer: uploaded,
    }),
    append: at('POST', '/2/media/upload/{id}/append', 'upload', {
      body: { as: 'multipart', files: ['media'], schema: only({ segment_index: whole({ minimum: 0, maximum: 999 }) }) },
    }),
    finalize: at('POST', '/2/media/upload/{id}/finalize', 'upload', { answer: uploaded }),
    processing: at('GET', '/2/media/upload', 'upload', {
      query: only({ media_id: id, 'command?': { const: 'STATUS' } }),
      answer: uploaded,
    }),
    describe: at('POST', '/2/media/metadata', 'upload', {
      body: {
        as: 'json',
        schema: only({ id, metadata: having({ 'alt_text?': only({ text: text({ maxLength: 1000 }) }) }) }),
      },
    }),
  },
};

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
  ...{ id: object.id, text: object.text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') },
  ...{ author_id: object.account, created_at: new Date(object.createdAt).toISOString() },
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

export const twitter: LivePlatform = {
  contract,
  refusal: problem,
  behaviours: {
    ...consentBehaviours(rules),
    revoke: ({ world, body }) => {
      world.tokens.delete(String(body['token']));
      return { json: { revoked: true } };
    },
    me: ({ account }) => ({
      json: {
        data: {
          ...{ id: account.id, name: account.name, username: account.username },
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
        ...{ kind: parent === undefined ? 'post' : 'comment', account: account.id, text: String(body['text'] ?? '') },
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
