import {
  flag,
  having,
  list,
  oneOf,
  only,
  text,
  whole,
  words,
  type Contract,
  type Operation,
  type Schema,
} from '../engine/contract.ts';
import { consentOperations } from '../engine/consent.ts';
import { googleRevoke, googleRules } from './google.ts';

/**
 * Facts of Google's discovery document of the YouTube Data API v3 (Apache-2.0), as the client library that is generated from it has
 * them (npm @googleapis/youtube 35.0.0), in this project's own form; what is required is in the reference of each method.
 */
const document = 'discovery youtube v3';
const docs = 'https://developers.google.com/youtube/v3/docs';
const parts = (...names: readonly string[]): Schema => ({
  type: 'string',
  pattern: `^(${names.join('|')})(,(${names.join('|')}))*$`,
});
const count = whole({ minimum: 0, maximum: 100 });

const api = (
  method: Operation['method'],
  path: string,
  deed: Operation['deed'],
  reference: string,
  more: Partial<Operation>,
): Operation => ({
  method,
  at: `youtube.googleapis.com/youtube/v3/${path}`,
  deed,
  authentication: 'bearer',
  source: `${document}, ${docs}/${reference}`,
  ...more,
});

export const rules = googleRules(
  'YOUTUBE',
  ['youtube.upload', 'youtube.readonly', 'youtube.force-ssl', 'youtube', 'yt-analytics.readonly'].map(
    (scope) => `https://www.googleapis.com/auth/${scope}`,
  ),
);

const noBrackets = { pattern: '^[^<>]*$' };
const video = only({
  snippet: only({
    title: text({ maxLength: 100, ...noBrackets }),
    'description?': { type: 'string', maxLength: 5000, ...noBrackets },
    'categoryId?': text({ pattern: '^\\d+$' }),
    'tags?': list(text()),
    'defaultLanguage?': text(),
  }),
  status: only({
    privacyStatus: oneOf('public', 'unlisted', 'private'),
    'selfDeclaredMadeForKids?': flag,
    'embeddable?': flag,
    'license?': oneOf('youtube', 'creativeCommon'),
    'containsSyntheticMedia?': flag,
    'publishAt?': text(),
  }),
});
const comment = having({
  id: text(),
  snippet: having({ textDisplay: words, authorDisplayName: text(), publishedAt: text() }),
});

export const contract: Contract = {
  reports: { origin: 'documentation', source: 'https://developers.google.com/youtube/v3/guides/push_notifications' },
  platform: 'YOUTUBE',
  origin: 'description',
  from: `${document} (Apache-2.0), facts only`,
  operations: {
    ...consentOperations(rules),
    revoke: googleRevoke,
    channels: api('GET', 'channels', ['connect', 'insights'], 'channels/list', {
      query: only({
        part: parts('snippet', 'contentDetails', 'statistics', 'id', 'status', 'brandingSettings'),
        'mine?': flag,
        'id?': text(),
        'maxResults?': count,
        'pageToken?': text(),
      }),
      answer: having({ items: list(having({ id: text() })) }),
    }),
    begin: {
      method: 'POST',
      at: 'www.googleapis.com/upload/youtube/v3/videos',
      deed: 'publish',
      authentication: 'bearer',
      source: `${document}, ${docs}/videos/insert`,
      query: only({
        uploadType: { const: 'resumable' },
        part: parts('snippet', 'status', 'recordingDetails', 'localizations'),
        'notifySubscribers?': flag,
      }),
      headers: {
        'x-upload-content-type': text({ pattern: '^(video/|application/octet-stream)' }),
        'x-upload-content-length': text(),
      },
      body: { as: 'json', schema: video },
    },
    bytes: {
      method: 'PUT',
      at: 'www.googleapis.com/upload/youtube/v3/videos',
      deed: 'upload',
      authentication: 'bearer',
      source: 'https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol',
      origin: 'documentation',
      query: only({ uploadType: { const: 'resumable' }, upload_id: text() }),
      headers: { 'content-range': text({ pattern: '^bytes (\\d+-\\d+|\\*)/\\d+$' }) },
      body: { as: 'bytes' },
    },
    videos: api('GET', 'videos', ['publish', 'insights'], 'videos/list', {
      query: only({
        part: parts('id', 'snippet', 'status', 'statistics', 'processingDetails', 'contentDetails'),
        'id?': text(),
        'maxResults?': count,
        'pageToken?': text(),
      }),
      answer: having({ items: list(having({ id: text() })) }),
    }),
    remove: api('DELETE', 'videos', 'delete', 'videos/delete', { query: only({ id: text() }) }),
    thumbnail: {
      method: 'POST',
      at: 'www.googleapis.com/upload/youtube/v3/thumbnails/set',
      deed: 'upload',
      authentication: 'bearer',
      source: `${document}, ${docs}/thumbnails/set`,
      query: only({ videoId: text(), 'uploadType?': { const: 'media' } }),
      headers: { 'content-type': text({ pattern: '^(image/(jpeg|png)|application/octet-stream)$' }) },
      body: { as: 'bytes' },
    },
    threads: api('GET', 'commentThreads', 'receive', 'commentThreads/list', {
      query: only({
        part: parts('id', 'snippet', 'replies'),
        videoId: text(),
        'order?': oneOf('time', 'relevance'),
        'maxResults?': whole({ minimum: 1, maximum: 100 }),
        'textFormat?': oneOf('html', 'plainText'),
        'pageToken?': text(),
        'searchTerms?': text(),
      }),
      answer: having({ items: list(having({ snippet: having({ topLevelComment: comment }) })) }),
    }),
    newThread: api('POST', 'commentThreads', 'comment', 'commentThreads/insert', {
      query: only({ part: parts('id', 'snippet', 'replies') }),
      body: {
        as: 'json',
        schema: only({
          snippet: only({
            'channelId?': text(),
            videoId: text(),
            topLevelComment: only({ snippet: only({ textOriginal: text() }) }),
          }),
        }),
      },
      answer: having({ id: text() }),
    }),
    comments: api('GET', 'comments', 'receive', 'comments/list', {
      query: only({
        part: parts('id', 'snippet'),
        'id?': text(),
        'parentId?': text(),
        'maxResults?': whole({ minimum: 1, maximum: 100 }),
        'textFormat?': oneOf('html', 'plainText'),
        'pageToken?': text(),
      }),
      answer: having({ items: list(comment) }),
    }),
    reply: api('POST', 'comments', 'comment', 'comments/insert', {
      query: only({ part: parts('id', 'snippet') }),
      body: { as: 'json', schema: only({ snippet: only({ parentId: text(), textOriginal: text() }) }) },
      answer: having({ id: text() }),
    }),
    removeComment: api('DELETE', 'comments', 'delete', 'comments/delete', { query: only({ id: text() }) }),
    moderate: api('POST', 'comments/setModerationStatus', 'comment', 'comments/setModerationStatus', {
      query: only({
        id: text(),
        moderationStatus: oneOf('heldForReview', 'published', 'rejected'),
        'banAuthor?': flag,
      }),
    }),
    playlist: api('GET', 'playlistItems', 'publish', 'playlistItems/list', {
      query: only({ part: parts('snippet', 'id'), playlistId: text(), 'maxResults?': count, 'pageToken?': text() }),
    }),
  },
};
