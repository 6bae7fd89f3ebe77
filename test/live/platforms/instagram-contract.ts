import {
  address,
  flag,
  having,
  oneOf,
  only,
  text,
  whole,
  type Contract,
  type Deed,
  type Operation,
  type Schema,
} from '../engine/contract.ts';
import { consentOperations, type ConsentRules } from '../engine/consent.ts';
import * as meta from './meta.ts';

export const version = 'v24.0';
const docs = `${meta.metaDocs}/instagram-platform`;
export const directRules: ConsentRules = {
  platform: 'INSTAGRAM',
  page: 'www.instagram.com/oauth/authorize',
  tokenAt: 'api.instagram.com/oauth/access_token',
  separator: ',',
  source: `${docs}/instagram-api-with-instagram-login/business-login`,
  scopes: ['basic', 'content_publish', 'manage_comments', 'manage_insights', 'manage_messages'].map(
    (scope) => `instagram_business_${scope}`,
  ),
  client: 'form',
  expiresIn: 3600,
  person: (number) => ({ id: `1784${number}`, username: `zoe${number}` }),
};
export const facebookRules = meta.facebookLoginRules(
  'INSTAGRAM',
  version,
  [
    'instagram_basic',
    'instagram_content_publish',
    'instagram_manage_comments',
    'instagram_manage_insights',
    'instagram_manage_contents',
    'instagram_manage_messages',
    'pages_show_list',
    'pages_read_engagement',
    'pages_messaging',
    'pages_manage_metadata',
    'business_management',
  ],
  'INSTAGRAM_FACEBOOK',
);
export const login = meta.businessLogin(
  'INSTAGRAM',
  { page: directRules.page, token: directRules.tokenAt, graph: 'graph.instagram.com' },
  'instagram-platform/instagram-api-with-instagram-login/business-login',
);
export const facebookTokens = meta.facebookTokens('INSTAGRAM_FACEBOOK', version);

const made = having({ id: text() });
const done = having({ success: flag });
const userTag: Schema = { type: 'string', pattern: '^\\[' };

/** What both logins offer, each at its host. */
const shared = (host: string, isFacebook: boolean): Record<string, Operation> => {
  const at = (
    method: Operation['method'],
    path: string,
    deed: Deed | readonly Deed[],
    reference: string,
    more: Partial<Operation> = {},
  ): Operation => ({
    method,
    at: `${host}/${path}`,
    deed,
    authentication: 'bearer',
    source: `${docs}/instagram-graph-api/reference/${reference}`,
    ...more,
  });
  const form = (schema: Schema): Pick<Operation, 'body'> => ({ body: { as: 'form', schema } });
  const read = only({ 'fields?': meta.fields, ...meta.paging });
  return {
    node: at('GET', '{id}', ['publish', 'insights', 'connect', 'receive'], 'ig-media', {
      query: only({ 'fields?': meta.fields }),
      answer: made,
    }),
    remove: at('DELETE', '{id}', 'delete', 'ig-media', { answer: done }),
    change: at('POST', '{id}', 'comment', 'ig-comment', { ...form(only({ hide: flag })), answer: done }),
    container: at('POST', '{id}/media', ['upload', 'publish'], 'ig-user/media', {
      ...form(
        only(
          {
            'image_url?': address,
            'video_url?': address,
            'media_type?': oneOf('VIDEO', 'REELS', 'STORIES', 'CAROUSEL'),
            'caption?': text({ maxLength: 2200 }),
            'children?': text(),
            'is_carousel_item?': flag,
            'alt_text?': text({ maxLength: 1000 }),
            'location_id?': text(),
            'collaborators?': userTag,
            'user_tags?': userTag,
            'cover_url?': address,
            'share_to_feed?': flag,
            'thumb_offset?': whole({ minimum: 0 }),
            'audio_name?': text(),
            ...(isFacebook && { 'upload_type?': { const: 'resumable' } }),
          },
          {
            anyOf: [
              { required: ['image_url'] },
              { required: ['video_url', 'media_type'] },
              { required: ['children'], properties: { media_type: { const: 'CAROUSEL' } } },
              { required: ['upload_type', 'media_type'] },
            ],
          },
        ),
      ),
      answer: made,
    }),
    publish: at('POST', '{id}/media_publish', 'publish', 'ig-user/media_publish', {
      ...form(only({ creation_id: text() })),
      answer: made,
    }),
    media: at('GET', '{id}/media', 'publish', 'ig-user/media', { query: read }),
    comments: at('GET', '{id}/comments', 'receive', 'ig-media/comments', { query: read }),
    comment: at('POST', '{id}/comments', 'comment', 'ig-media/comments', {
      ...form(only({ message: text() })),
      answer: made,
    }),
    reply: at('POST', '{id}/replies', 'comment', 'ig-comment/replies', {
      ...form(only({ message: text() })),
      answer: made,
    }),
    tags: at('GET', '{id}/tags', 'receive', 'ig-user/tags', { query: read }),
    insights: at('GET', '{id}/insights', 'insights', 'ig-media/insights', {
      query: only({
        metric: text(),
        'period?': oneOf('day', 'week', 'days_28', 'lifetime'),
        'metric_type?': text(),
        'since?': text(),
        'until?': text(),
      }),
    }),
    message: at('POST', '{id}/messages', 'message', 'ig-user/messages', {
      body: {
        as: 'json',
        schema: only({
          recipient: { anyOf: [only({ id: text() }), only({ comment_id: text() })] },
          message: only({ text: text({ maxLength: 1000 }) }),
          'messaging_type?': oneOf('RESPONSE', 'UPDATE', 'MESSAGE_TAG'),
          'tag?': { const: 'HUMAN_AGENT' },
        }),
      },
      answer: having({ message_id: text() }),
    }),
    conversations: at('GET', '{id}/conversations', 'message', 'ig-user/conversations', {
      query: only({ 'platform?': { const: 'instagram' }, 'user_id?': text(), 'fields?': meta.fields, ...meta.paging }),
    }),
    subscribe: meta.subscribing(
      `${host}/{id}/subscribed_apps`,
      [
        'comments',
        'live_comments',
        'mentions',
        'messages',
        'messaging_postbacks',
        'messaging_seen',
        'message_reactions',
        ...(isFacebook ? ['feed', 'mention', 'message_reads', 'message_echoes'] : ['story_insights']),
      ],
      'instagram-platform/webhooks',
    ),
    unsubscribe: at('DELETE', '{id}/subscribed_apps', 'receive', 'ig-user/subscribed_apps', { answer: done }),
    subscriptions: at('GET', '{id}/subscribed_apps', 'receive', 'ig-user/subscribed_apps', {
      query: only({ 'fields?': meta.fields }),
    }),
  };
};

const named = (prefix: string, all: Record<string, Operation>): Record<string, Operation> =>
  Object.fromEntries(Object.entries(all).map(([name, operation]) => [`${prefix}.${name}`, operation]));

const graph = `graph.facebook.com/${version}`;
const direct = `graph.instagram.com/${version}`;
const me = (at: string): Operation => ({
  method: 'GET',
  at,
  deed: 'connect',
  authentication: 'bearer',
  source: `${docs}/instagram-api-with-instagram-login/get-started`,
  query: only({ 'fields?': meta.fields }),
});

export const contract: Contract = {
  reports: { origin: 'documentation', source: 'https://developers.facebook.com/docs/instagram-platform/webhooks' },
  platform: 'INSTAGRAM',
  origin: 'documentation',
  from: `Instagram Platform ${version}`,
  operations: {
    consent: consentOperations(directRules).consent,
    facebookConsent: consentOperations(facebookRules).consent,
    ...login.operations,
    facebookToken: facebookTokens.operations.token,
    facebookExtend: facebookTokens.operations.extend,
    me: me(`${direct}/me`),
    permissions: { ...me(`${graph}/me/permissions`), query: only({}) },
    revoke: { ...me(`${graph}/me/permissions`), method: 'DELETE', query: only({}) },
    pages: { ...me(`${graph}/me/accounts`), query: only({ 'fields?': meta.fields, ...meta.paging }) },
    bytes: {
      method: 'POST',
      at: `rupload.facebook.com/ig-api-upload/${version}/{id}`,
      deed: 'upload',
      authentication: 'oauth',
      source: `${docs}/content-publishing/resumable-uploads`,
      headers: { offset: text({ pattern: '^\\d+$' }), file_size: text({ pattern: '^\\d+$' }) },
      body: { as: 'bytes' },
      answer: done,
    },
    ...named('direct', shared(direct, false)),
    ...named('facebook', shared(graph, true)),
  },
};
