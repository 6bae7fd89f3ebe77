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
import { consentOperations, type ConsentRules } from '../engine/consent.ts';

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

export const rules: ConsentRules = {
  platform: 'TWITTER',
  page: 'x.com/i/oauth2/authorize',
  tokenAt: 'api.x.com/2/oauth2/token',
  source: 'https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code',
  scopes: [
    'tweet.read',
    'tweet.write',
    'tweet.moderate.write',
    'users.read',
    'media.write',
    'dm.read',
    'dm.write',
    'offline.access',
    'follows.read',
    'like.read',
    'mute.read',
    'block.read',
    'space.read',
  ],
  pkce: true,
  client: 'basic',
  rotates: true,
  expiresIn: 7200,
};

const at = (
  method: Operation['method'],
  path: string,
  deed: Operation['deed'],
  more: Partial<Operation>,
): Operation => ({
  method,
  at: `api.x.com${path}`,
  deed,
  authentication: 'bearer',
  source: `${document} ${method} ${path}`,
  ...more,
});

const category = oneOf('tweet_image', 'tweet_video', 'tweet_gif', 'dm_image', 'dm_video', 'dm_gif', 'subtitles');
const uploaded = data({ id, 'expires_after_secs?': whole(), 'processing_info?': having({ state: text() }) });

export const contract: Contract = {
  reports: { origin: 'documentation', source: 'https://docs.x.com/x-api/account-activity/introduction' },
  platform: 'TWITTER',
  origin: 'description',
  from: `${document}, facts only`,
  operations: {
    ...consentOperations(rules),
    revoke: {
      method: 'POST',
      at: 'api.x.com/2/oauth2/revoke',
      deed: 'connect',
      authentication: 'basic',
      source: rules.source,
      body: { as: 'form', schema: only({ token: text(), 'token_type_hint?': oneOf('access_token', 'refresh_token') }) },
    },
    appToken: {
      method: 'POST',
      at: 'api.x.com/oauth2/token',
      deed: 'receive',
      authentication: 'basic',
      client: 'TWITTER_WEBHOOKS',
      source: 'https://docs.x.com/fundamentals/authentication/oauth-2-0/application-only',
      body: { as: 'form', schema: only({ grant_type: { const: 'client_credentials' } }) },
      answer: having({ access_token: text() }),
    },
    webhooks: at('GET', '/2/webhooks', 'receive', { query: only({ 'webhook_config.fields?': text() }) }),
    newWebhook: at('POST', '/2/webhooks', 'receive', {
      body: { as: 'json', schema: only({ url: text({ maxLength: 200, pattern: '^https://' }) }) },
    }),
    checkWebhook: at('PUT', '/2/webhooks/{id}', 'receive', {}),
    subscribe: at('POST', '/2/activity/subscriptions', 'receive', {
      body: {
        as: 'json',
        schema: only({
          event_type: oneOf(
            ...['post.create', 'post.delete', 'post.mention.create', 'post.reply.create', 'post.quote.create'],
            ...[
              'post.repost.create',
              'dm.received',
              'dm.sent',
              'dm.read',
              'dm.indicate_typing',
              'like.create',
              'follow.follow',
            ],
          ),
          filter: only({ 'user_id?': id, 'keyword?': text(), 'direction?': oneOf('inbound', 'outbound') }),
          'webhook_id?': id,
          'tag?': text({ maxLength: 200 }),
        }),
      },
    }),
    resubscribe: at('PUT', '/2/activity/subscriptions/{id}', 'receive', {
      body: { as: 'json', schema: only({ 'webhook_id?': id, 'tag?': text({ maxLength: 200 }) }) },
    }),
    unsubscribe: at('DELETE', '/2/activity/subscriptions/{id}', 'receive', {}),
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
        ...window,
        'max_results?': whole({ minimum: 10, maximum: 100 }),
        'next_token?': text(),
        'sort_order?': oneOf('recency', 'relevancy'),
        ...shown,
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
