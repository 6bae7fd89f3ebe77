import {
  address,
  flag,
  list,
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
import { clientOf } from '../engine/client.ts';

const docs = 'https://developers.tiktok.com/doc';
const client = clientOf('TIKTOK');
export const rules: ConsentRules = {
  platform: 'TIKTOK',
  client: 'form',
  clientIdName: 'client_key',
  separator: ',',
  rotates: true,
  expiresIn: 86_400,
  page: 'www.tiktok.com/v2/auth/authorize',
  tokenAt: 'open.tiktokapis.com/v2/oauth/token',
  source: `${docs}/oauth-user-access-token-management`,
  scopes: ['user.info.basic', 'user.info.profile', 'user.info.stats', 'video.publish', 'video.upload', 'video.list'],
  more: { open_id: 'an-open-id', refresh_expires_in: 31_536_000 },
};

const at = (
  method: Operation['method'],
  path: string,
  deed: Deed | readonly Deed[],
  reference: string,
  more: Partial<Operation> = {},
): Operation => ({
  method,
  at: `open.tiktokapis.com/v2/${path}/`,
  deed,
  authentication: 'bearer',
  source: `${docs}/${reference}`,
  ...(method === 'POST' && { headers: { 'content-type': text({ pattern: '^application/json; charset=UTF-8$' }) } }),
  ...more,
});
const json = (schema: Schema): Pick<Operation, 'body'> => ({ body: { as: 'json', schema } });
const names = (...known: readonly string[]): Schema =>
  text({ pattern: `^(${known.join('|')})(,(${known.join('|')}))*$` });
const videoFields = names(
  ...['id', 'create_time', 'cover_image_url', 'share_url', 'video_description', 'duration', 'height', 'width', 'title'],
  ...['embed_html', 'embed_link', 'like_count', 'comment_count', 'share_count', 'view_count'],
);
const shared = {
  privacy_level: oneOf('PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY'),
  'disable_comment?': flag,
  'brand_content_toggle?': flag,
  'brand_organic_toggle?': flag,
};
const business = (method: Operation['method'], path: string, deed: Deed, more: Partial<Operation>): Operation => ({
  method,
  at: `business-api.tiktok.com/open_api/v1.3/business/comment/${path}/`,
  deed,
  authentication: 'access-token',
  source: 'https://business-api.tiktok.com/portal/docs, "Manage comments"',
  ...more,
});

export const contract: Contract = {
  reports: { origin: 'documentation', source: 'https://developers.tiktok.com/doc/webhooks-overview' },
  platform: 'TIKTOK',
  origin: 'documentation',
  from: 'Content Posting API v2, Display API v2, API for Business v1.3',
  operations: {
    ...consentOperations(rules),
    revoke: {
      method: 'POST',
      at: 'open.tiktokapis.com/v2/oauth/revoke',
      deed: 'connect',
      authentication: 'none',
      source: rules.source,
      body: {
        as: 'form',
        schema: only({ client_key: { const: client.id }, client_secret: { const: client.secret }, token: text() }),
      },
    },
    user: at('GET', 'user/info', ['connect', 'insights'], 'tiktok-api-v2-get-user-info', {
      query: only({
        fields: names(
          ...[
            'open_id',
            'union_id',
            'avatar_url',
            'avatar_url_100',
            'display_name',
            'bio_description',
            'profile_deep_link',
          ],
          ...['is_verified', 'username', 'follower_count', 'following_count', 'likes_count', 'video_count'],
        ),
      }),
    }),
    creator: at(
      'POST',
      'post/publish/creator_info/query',
      'publish',
      'content-posting-api-reference-query-creator-info',
      {
        body: { as: 'json', schema: only({}), isOptional: true },
      },
    ),
    video: at('POST', 'post/publish/video/init', ['publish', 'upload'], 'content-posting-api-reference-direct-post', {
      ...json(
        only({
          post_info: only({
            'title?': { type: 'string', maxLength: 2200 },
            ...shared,
            'disable_duet?': flag,
            'disable_stitch?': flag,
            'video_cover_timestamp_ms?': whole(),
            'is_aigc?': flag,
          }),
          source_info: only({
            source: { const: 'FILE_UPLOAD' },
            video_size: whole({ minimum: 1 }),
            chunk_size: whole({ minimum: 1, maximum: 67_108_864 }),
            total_chunk_count: whole({ minimum: 1, maximum: 1000 }),
          }),
        }),
      ),
    }),
    photo: at('POST', 'post/publish/content/init', ['publish', 'upload'], 'content-posting-api-reference-photo-post', {
      ...json(
        only({
          media_type: { const: 'PHOTO' },
          post_mode: oneOf('DIRECT_POST', 'MEDIA_UPLOAD'),
          post_info: only({
            'title?': { type: 'string', maxLength: 90 },
            'description?': { type: 'string', maxLength: 4000 },
            ...shared,
            'auto_add_music?': flag,
          }),
          source_info: only({
            source: { const: 'PULL_FROM_URL' },
            photo_cover_index: whole({ minimum: 0 }),
            photo_images: list(address, { minItems: 1, maxItems: 35 }),
          }),
        }),
      ),
    }),
    status: at('POST', 'post/publish/status/fetch', 'publish', 'content-posting-api-reference-get-video-status', {
      ...json(only({ publish_id: text() })),
    }),
    bytes: {
      method: 'PUT',
      at: 'open-upload.tiktokapis.com/video/{id}',
      deed: 'upload',
      authentication: 'none',
      source: `${docs}/content-posting-api-media-transfer-guide`,
      headers: {
        'content-range': text({ pattern: '^bytes \\d+-\\d+/\\d+$' }),
        'content-type': oneOf('video/mp4', 'video/quicktime', 'video/webm'),
      },
      body: { as: 'bytes' },
    },
    list: at('POST', 'video/list', 'receive', 'tiktok-api-v2-video-list', {
      query: only({ fields: videoFields }),
      ...json(only({ 'max_count?': whole({ maximum: 20 }), 'cursor?': whole() })),
    }),
    query: at('POST', 'video/query', 'insights', 'tiktok-api-v2-video-query', {
      query: only({ fields: videoFields }),
      ...json(only({ filters: only({ video_ids: list(text(), { minItems: 1, maxItems: 20 }) }) })),
    }),
    comments: business('GET', 'list', 'receive', {
      query: only({
        business_id: text(),
        video_id: text(),
        'max_count?': whole({ minimum: 1, maximum: 30 }),
        'cursor?': text(),
        'sort_field?': oneOf('likes', 'replies', 'create_time'),
        'sort_order?': text(),
      }),
    }),
    answers: business('GET', 'reply/list', 'receive', {
      query: only({
        business_id: text(),
        video_id: text(),
        comment_id: text(),
        'max_count?': whole({ maximum: 30 }),
        'cursor?': text(),
      }),
    }),
    comment: business('POST', 'create', 'comment', {
      ...json(only({ business_id: text(), video_id: text(), text: text({ maxLength: 150 }) })),
    }),
    answer: business('POST', 'reply/create', 'comment', {
      ...json(only({ business_id: text(), video_id: text(), comment_id: text(), text: text({ maxLength: 150 }) })),
    }),
    hide: business('POST', 'hide', 'comment', {
      ...json(only({ business_id: text(), video_id: text(), comment_id: text(), action: oneOf('HIDE', 'UNHIDE') })),
    }),
  },
};
