import type { Platform } from '../../../domain/platforms/platform.ts';

/**
 * One wrong field: of a request that a publisher or a connector makes, or of what is read of an answer or a report. The live run of its
 * platform has to fail with it.
 */
export type Mutation = Readonly<{
  id: string;
  platform: Platform;
  file: string;
  /** Code that is in the file once, with the one place that changes in it. */
  code: string;
  part: string;
  instead: string;
  /** The name of a field, a field that is named after its variable, a member that is read (`.data`), or an expression. */
  as: 'name' | 'shorthand' | 'member' | 'expression';
}>;

/** The code that does the one or the other, as the mutation is on or off. */
export const mutatedCode = ({ id, code, part, instead, as }: Mutation): string => {
  const isOn = `globalThis.mutationsThatAreOn.has(${JSON.stringify(id)})`;
  const bare = part.replace(/^[.']|'$/g, '');
  const name = `[${isOn} ? ${JSON.stringify(instead)} : ${JSON.stringify(bare)}]`;
  const forms = {
    name,
    shorthand: `${name}: ${bare}`,
    member: name,
    expression: `(${isOn} ? (${instead}) : (${part}))`,
  };
  return code.replace(part, () => forms[as]);
};

const inFolder =
  (platform: Platform, folder: string) =>
  (file: string, code: string, part: string, instead: string, as: Mutation['as'] = 'name'): Mutation => ({
    id: `${platform} ${file} ${part} → ${instead}`,
    platform,
    file: `infra/outside/platforms/${folder}/${file}.ts`,
    code,
    part,
    instead,
    as,
  });

const mastodon = inFolder('MASTODON', 'mastodon');
const twitter = inFolder('TWITTER', 'twitter');
const pinterest = inFolder('PINTEREST', 'pinterest');
const telegram = inFolder('TELEGRAM', 'telegram');
const bluesky = inFolder('BLUESKY', 'bluesky');
const youtube = inFolder('YOUTUBE', 'youtube');
const google = inFolder('GOOGLE_BUSINESS', 'google-business');
const facebook = inFolder('FACEBOOK', 'facebook');
const instagram = inFolder('INSTAGRAM', 'instagram');
const threads = inFolder('THREADS', 'threads');
const whatsapp = inFolder('WHATSAPP', 'whatsapp');
const linkedin = inFolder('LINKEDIN', 'linkedin');
const tiktok = inFolder('TIKTOK', 'tiktok');
const reddit = inFolder('REDDIT', 'reddit');
const snapchat = inFolder('SNAPCHAT', 'snapchat');
/** What Meta's platforms share. */
const facebookMeta = inFolder('FACEBOOK', 'meta');
const instagramMeta = inFolder('INSTAGRAM', 'meta');
const signature = ["header('x-hub-signature-256')", "'x-hub-signature-256'", "'x-signature'", 'expression'] as const;

/** The first of each platform is tried at every run of the tests. */
export const mutations: readonly Mutation[] = [
  mastodon('publisher', 'media_ids: mediaIds', 'media_ids', 'media_id'),
  mastodon('publisher', "query: { delete_media: true }, effect: 'send'", 'delete_media', 'with_media'),
  mastodon('connector', "grant_type: 'authorization_code',", 'grant_type', 'grant'),
  mastodon('connector', "code_challenge_method: 'S256'", "'S256'", "'plain'", 'expression'),
  mastodon('media', "name: 'file', file", "'file'", "'media'", 'expression'),
  mastodon('community', 'in_reply_to_id: parentNativeId', 'in_reply_to_id', 'in_reply_to'),
  mastodon('community', "shaped(Context, reply, 'read').descendants", '.descendants', 'ancestors', 'member'),
  twitter('publisher', 'media: { media_ids: mediaIds }', 'media_ids', 'ids'),
  twitter('media', "shaped(Uploaded, begun, 'step').data", '.data', 'result', 'member'),
  twitter('media', 'total_bytes: file.sizeBytes', 'total_bytes', 'size'),
  twitter('media', 'segment_index: String(index)', 'segment_index', 'segment_id'),
  twitter('community', 'in_reply_to_tweet_id: parentNativeId', 'in_reply_to_tweet_id', 'in_reply_to_status_id'),
  twitter('community', "clicks: own['url_link_clicks']", "'url_link_clicks'", "'link_clicks'", 'expression'),
  twitter('connector', "token_type_hint: 'access_token'", "'access_token'", "'bearer'", 'expression'),
  twitter(
    'webhooks',
    "header('x-twitter-webhooks-signature')",
    "'x-twitter-webhooks-signature'",
    "'x-signature'",
    'expression',
  ),
  pinterest('publisher', 'media_source: source', 'media_source', 'media'),
  pinterest('publisher', 'board_id: board,', 'board_id', 'board'),
  pinterest('media', "json = { media_type: 'video' }", 'media_type', 'type'),
  pinterest('connector', "path: '/user_account'", "'/user_account'", "'/user'", 'expression'),
  pinterest('community', 'end_date: day(now)', 'end_date', 'until'),
  telegram('publisher', 'chat_id: chat,', 'chat_id', 'chat'),
  telegram('publisher', 'supports_streaming: true, ...measures(file)', 'supports_streaming', 'streaming'),
  telegram('publisher', 'message_id: parts.messageId', 'message_id', 'message'),
  telegram('connector', 'user_id: bot.id', 'user_id', 'user'),
  telegram(
    'webhooks',
    "header('x-telegram-bot-api-secret-token')",
    "'x-telegram-bot-api-secret-token'",
    "'x-telegram-secret'",
    'expression',
  ),
  bluesky('publisher', '$type: postCollection,\n        text: item.text', '$type', 'type'),
  bluesky('publisher', 'createdAt,\n        ...labelled', 'createdAt', 'created', 'shorthand'),
  bluesky('dpop', 'htu: origin + pathname', 'htu', 'url'),
  bluesky('oauth', 'code_verifier: codeVerifier,', 'code_verifier', 'verifier'),
  bluesky('community', "shaped(Thread, reply, 'read').thread.replies", '.replies', 'answers', 'member'),
  bluesky(
    'api',
    'authorization: `DPoP ${accessToken}`',
    '`DPoP ${accessToken}`',
    '`Bearer ${accessToken}`',
    'expression',
  ),
  youtube('metadata', 'title: bracketless(named)', 'title', 'name'),
  youtube('publisher', "uploadType: 'resumable', part: 'snippet,status'", 'part', 'parts'),
  youtube('publisher', 'textOriginal: text } }', 'textOriginal', 'text'),
  youtube('session', "'content-range': contentRange", "'content-range'", 'range'),
  youtube('community', 'textOriginal: text', 'textOriginal', 'textDisplay'),
  youtube('connector', "part: 'snippet', mine: true", 'mine', 'own'),
  google('local-post', 'summary: text', 'summary', 'text'),
  google('local-post', 'sourceUrl,\n', 'sourceUrl', 'url', 'shorthand'),
  google('community', 'json: { comment: text }', 'comment', 'reply'),
  google('api', "readMask: 'name,title,storefrontAddress,metadata'", 'readMask', 'fields'),
  google('connector', "of: 'userinfo'", "'userinfo'", "'accounts'", 'expression'),
  facebook('publisher', 'attached_media: photos', 'attached_media', 'attached'),
  facebook('publisher', '{ message: rendered.text }', 'message', 'text'),
  facebook('media', "published: 'false'", "'false'", "'true'", 'expression'),
  facebook('media', 'start_offset: String(start)', 'start_offset', 'offset'),
  facebook('community', "parameters: { message: text }, effect: 'send'", 'message', 'text'),
  facebook('community', 'clicks: seen[', 'seen', '({})', 'expression'),
  facebook('connector', "fields: 'id,name,picture'", "'id,name,picture'", "'id,name,avatar'", 'expression'),
  instagram('containers', 'image_url: file.publicUrl', 'image_url', 'photo_url'),
  instagram('containers', "fields: 'status_code,status'", "'status_code,status'", "'state'", 'expression'),
  instagram('publisher', 'creation_id: creationId', 'creation_id', 'container_id'),
  instagram('community', "parameters: { message: text }, effect: 'send'", 'message', 'text'),
  instagram(
    'connector',
    "'user_id,username,name,account_type,profile_picture_url'",
    "'user_id,username,name,account_type,profile_picture_url'",
    "'user_id,handle'",
    'expression',
  ),
  threads('containers', "media_type: 'IMAGE', image_url: file.publicUrl", 'image_url', 'url'),
  threads('publisher', 'creation_id: id', 'creation_id', 'container_id'),
  threads('community', 'reply_to_id: parentNativeId', 'reply_to_id', 'in_reply_to'),
  threads('community', 'hide: hidden', 'hide', 'hidden'),
  threads(
    'connector',
    "fields: 'id,username,name,threads_profile_picture_url'",
    "'id,username,name,threads_profile_picture_url'",
    "'id,handle'",
    'expression',
  ),
  whatsapp('publisher', "messaging_product: 'whatsapp', recipient_type", 'messaging_product', 'product'),
  whatsapp('publisher', 'id: mediaIds[index]', 'id', 'media_id'),
  whatsapp('publisher', 'type: file.contentType }', 'type', 'mime_type'),
  whatsapp('numbers', 'input_token: token', 'input_token', 'token'),
  linkedin('publisher', 'commentary: littleText(rendered.text)', 'commentary', 'text'),
  linkedin('media', "headers.get('etag')", "'etag'", "'x-etag'", 'expression'),
  linkedin('media', 'uploadedPartIds } }', 'uploadedPartIds', 'parts', 'shorthand'),
  linkedin('api', "'linkedin-version': hosts.linkedinVersion", "'linkedin-version'", 'version'),
  linkedin('community', 'parentComment: parent.commentUrn', 'parentComment', 'parent'),
  linkedin('connector', "'x-restli-method': 'FINDER'", "'FINDER'", "'GET_ALL'", 'expression'),
  tiktok('publisher', 'privacy_level: fields.tiktokPrivacyLevel', 'privacy_level', 'privacy'),
  tiktok('upload', 'total_chunk_count: parts.length', 'total_chunk_count', 'chunks'),
  tiktok('status', 'json: { publish_id: publishId }', 'publish_id', 'id'),
  tiktok('connector', 'form: { client_key: clientId', 'client_key', 'client_id'),
  tiktok('videos', 'video_ids: [id]', 'video_ids', 'ids'),
  tiktok('webhooks', "header('tiktok-signature')", "'tiktok-signature'", "'x-signature'", 'expression'),
  reddit('submission', 'sr: submission.subreddit', 'sr', 'subreddit'),
  reddit('media', 'mimetype: file.contentType', 'mimetype', 'mime'),
  reddit('publisher', 'thing_id: thing', 'thing_id', 'parent'),
  reddit('publisher', 'form: { id: nativeId }', 'id', 'name'),
  reddit('connector', "duration: 'permanent'", "'permanent'", "'temporary'", 'expression'),
  reddit('api', "'user-agent': hosts.redditUserAgent", 'hosts.redditUserAgent', "'node'", 'expression'),
  snapchat('publisher', 'media_id: mediaId,\n      description: text', 'media_id', 'media'),
  snapchat('media', "action: 'ADD', part_number", "'ADD'", "'APPEND'", 'expression'),
  snapchat(
    'media',
    "iv: encryption.iv.toString('base64')",
    "encryption.iv.toString('base64')",
    "encryption.iv.toString('hex')",
    'expression',
  ),
  snapchat('community', "granularity: 'LIFETIME'", "'LIFETIME'", "'FOREVER'", 'expression'),
  twitter('subscriber', 'event_type: type, filter', 'event_type', 'type'),
  twitter('subscriber', 'filter: { user_id: context.account.nativeId }', 'user_id', 'id'),
  twitter('activities', 'in_reply_to_tweet_id: postId', 'in_reply_to_tweet_id', 'in_reply_to_status_id'),
  telegram('subscriber', 'secret_token: secret, allowed', 'secret_token', 'secret'),
  telegram('subscriber', 'allowed_updates: updates }', 'allowed_updates', 'updates'),
  telegram('webhooks', 'authorId: String(from.id)', 'from.id', 'id', 'expression'),
  facebookMeta('subscriptions', 'parameters = { subscribed_fields: wanted', 'subscribed_fields', 'fields'),
  facebookMeta('facebook-login', "', fb_exchange_token: token }", 'fb_exchange_token', 'token'),
  facebookMeta('webhooks', ...signature),
  facebookMeta('webhooks', 'post_id: postId, parent_id', 'post_id', 'post'),
  facebookMeta('message-webhooks', 'const mid = message?.mid', 'message?.mid', 'undefined', 'expression'),
  instagram(
    'subscriber',
    '`${api}/me/subscribed_apps`',
    '`${api}/me/subscribed_apps`',
    '`${api}/me/apps`',
    'expression',
  ),
  instagramMeta('webhooks', 'postId: media.id, comment, isEdit: false', 'media.id', 'nativeId', 'expression'),
  facebookMeta('messages', "messaging_type: 'RESPONSE' }", "'RESPONSE'", "'REPLY'", 'expression'),
  threads('webhooks', 'postId: root.id, comment', 'root.id', 'nativeId', 'expression'),
  threads('webhooks', ...signature),
  whatsapp(
    'subscriber',
    '`${tools.hosts.urls.WHATSAPP.api}/${business}/subscribed_apps`',
    '`${tools.hosts.urls.WHATSAPP.api}/${business}/subscribed_apps`',
    '`${tools.hosts.urls.WHATSAPP.api}/${business}/apps`',
    'expression',
  ),
  whatsapp('webhooks', ...signature),
  whatsapp('webhooks', 'wentOut.has(status.status)', 'status.status', "'unknown'", 'expression'),
  whatsapp('webhooks', 'to: metadata.phone_number_id', 'metadata.phone_number_id', "'0'", 'expression'),
];
