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
import { consentBehaviours, consentOperations } from '../engine/consent.ts';
import { type Call, must, type LivePlatform } from '../engine/live-platform.ts';
import type { LiveObject, World } from '../engine/world.ts';
import { googleRefusal, googleRevoke, googleRules, revoked } from './google.ts';

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
  ...{ method, at: `youtube.googleapis.com/youtube/v3/${path}`, deed, authentication: 'bearer' },
  source: `${document}, ${docs}/${reference}`,
  ...more,
});

const rules = googleRules(
  'YOUTUBE',
  ['youtube.upload', 'youtube.readonly', 'youtube.force-ssl', 'youtube', 'yt-analytics.readonly'].map(
    (scope) => `https://www.googleapis.com/auth/${scope}`,
  ),
);

const noBrackets = { pattern: '^[^<>]*$' };
const video = only({
  snippet: only({
    ...{
      title: text({ maxLength: 100, ...noBrackets }),
      'description?': { type: 'string', maxLength: 5000, ...noBrackets },
    },
    ...{ 'categoryId?': text({ pattern: '^\\d+$' }), 'tags?': list(text()), 'defaultLanguage?': text() },
  }),
  status: only({
    privacyStatus: oneOf('public', 'unlisted', 'private'),
    ...{ 'selfDeclaredMadeForKids?': flag, 'embeddable?': flag, 'license?': oneOf('youtube', 'creativeCommon') },
    ...{ 'containsSyntheticMedia?': flag, 'publishAt?': text() },
  }),
});
const comment = having({
  id: text(),
  snippet: having({ textDisplay: words, authorDisplayName: text(), publishedAt: text() }),
});

const contract: Contract = {
  ...{ platform: 'YOUTUBE', origin: 'description', from: `${document} (Apache-2.0), facts only` },
  operations: {
    ...consentOperations(rules),
    revoke: googleRevoke,
    channels: api('GET', 'channels', ['connect', 'insights'], 'channels/list', {
      query: only({
        part: parts('snippet', 'contentDetails', 'statistics', 'id', 'status', 'brandingSettings'),
        ...{ 'mine?': flag, 'id?': text(), 'maxResults?': count, 'pageToken?': text() },
      }),
      answer: having({ items: list(having({ id: text() })) }),
    }),
    begin: {
      ...{
        method: 'POST',
        at: 'www.googleapis.com/upload/youtube/v3/videos',
        deed: 'publish',
        authentication: 'bearer',
      },
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
      ...{ method: 'PUT', at: 'www.googleapis.com/upload/youtube/v3/videos', deed: 'upload', authentication: 'bearer' },
      ...{
        source: 'https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol',
        origin: 'documentation',
      },
      query: only({ uploadType: { const: 'resumable' }, upload_id: text() }),
      headers: { 'content-range': text({ pattern: '^bytes (\\d+-\\d+|\\*)/\\d+$' }) },
      body: { as: 'bytes' },
    },
    videos: api('GET', 'videos', ['publish', 'insights'], 'videos/list', {
      query: only({
        part: parts('id', 'snippet', 'status', 'statistics', 'processingDetails', 'contentDetails'),
        ...{ 'id?': text(), 'maxResults?': count, 'pageToken?': text() },
      }),
      answer: having({ items: list(having({ id: text() })) }),
    }),
    remove: api('DELETE', 'videos', 'delete', 'videos/delete', { query: only({ id: text() }) }),
    thumbnail: {
      ...{
        method: 'POST',
        at: 'www.googleapis.com/upload/youtube/v3/thumbnails/set',
        deed: 'upload',
        authentication: 'bearer',
      },
      source: `${document}, ${docs}/thumbnails/set`,
      query: only({ videoId: text(), 'uploadType?': { const: 'media' } }),
      headers: { 'content-type': text({ pattern: '^(image/(jpeg|png)|application/octet-stream)$' }) },
      body: { as: 'bytes' },
    },
    threads: api('GET', 'commentThreads', 'receive', 'commentThreads/list', {
      query: only({
        part: parts('id', 'snippet', 'replies'),
        videoId: text(),
        ...{ 'order?': oneOf('time', 'relevance'), 'maxResults?': whole({ minimum: 1, maximum: 100 }) },
        ...{ 'textFormat?': oneOf('html', 'plainText'), 'pageToken?': text(), 'searchTerms?': text() },
      }),
      answer: having({ items: list(having({ snippet: having({ topLevelComment: comment }) })) }),
    }),
    newThread: api('POST', 'commentThreads', 'comment', 'commentThreads/insert', {
      query: only({ part: parts('id', 'snippet', 'replies') }),
      body: {
        as: 'json',
        schema: only({
          snippet: only({
            ...{ 'channelId?': text(), videoId: text() },
            topLevelComment: only({ snippet: only({ textOriginal: text() }) }),
          }),
        }),
      },
      answer: having({ id: text() }),
    }),
    comments: api('GET', 'comments', 'receive', 'comments/list', {
      query: only({
        part: parts('id', 'snippet'),
        ...{ 'id?': text(), 'parentId?': text(), 'maxResults?': whole({ minimum: 1, maximum: 100 }) },
        ...{ 'textFormat?': oneOf('html', 'plainText'), 'pageToken?': text() },
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

const found = (world: World, id: unknown): LiveObject => {
  const object = world.get(String(id));
  must(object, 'The video that you are trying to reach cannot be found.', 404);
  return object;
};

const commentOf = (world: World, object: LiveObject) => ({
  ...{ kind: 'youtube#comment', id: object.id },
  snippet: {
    ...{ textDisplay: object.text, textOriginal: object.text, publishedAt: new Date(object.createdAt).toISOString() },
    ...{
      authorDisplayName: `@${world.accounts.get(object.account)?.username}`,
      authorChannelId: { value: object.account },
    },
    ...(object.more['top'] === undefined ? {} : { parentId: object.more['top'] }),
  },
});

const uploaded = ({ world, account, query, request }: Call) => {
  const session = found(world, query['upload_id']);
  const { more } = session;
  const [, start, end, total] = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+)$/.exec(request.headers['content-range'] ?? '') ?? [];
  must(Number(total) === more['total'], 'the length is another than the session was begun with');
  if (start !== undefined) {
    must(Number(start) === more['next'], 'the range does not continue the upload');
    must(request.bytes.length === Number(end) - Number(start) + 1, 'the range has another length');
    const isLast = Number(end) + 1 === Number(total);
    must(isLast || request.bytes.length % (256 * 1024) === 0, 'a part is a multiple of 256 KiB');
    more['next'] = Number(end) + 1;
  }
  const next = Number(more['next']);
  if (next < Number(total)) return { status: 308, headers: next > 0 ? { range: `bytes=0-${next - 1}` } : {} };
  const { snippet } = more['resource'] as { snippet: { title: string; description?: string } };
  const { id } = world.put({
    ...{ id: `video-${world.nextNumber()}`, kind: 'post', account: account.id, mediaBytes: next },
    text: `${snippet.title}\n${snippet.description ?? ''}`,
  });
  return { status: 201, json: { kind: 'youtube#video', id, status: { uploadStatus: 'uploaded' } } };
};

export const youtube: LivePlatform = {
  contract,
  refusal: googleRefusal,
  behaviours: {
    ...consentBehaviours({ ...rules, person: (number) => ({ id: `UC${number}`, username: `zoe${number}` }) }),
    revoke: revoked,
    channels: ({ account }) => ({
      json: {
        items: [
          {
            id: account.id,
            snippet: {
              title: account.name,
              customUrl: `@${account.username}`,
              thumbnails: { default: { url: 'https://yt3.ggpht.com/z' } },
            },
            contentDetails: { relatedPlaylists: { uploads: `UU${account.id}` } },
            // Counts are written as text.
            statistics: { subscriberCount: '12', viewCount: '90', videoCount: '7' },
          },
        ],
      },
    }),
    begin: ({ world, account, body, request, base }) => {
      const total = Number(request.headers['x-upload-content-length']);
      const { id } = world.put({ kind: 'upload', account: account.id, more: { resource: body, total, next: 0 } });
      return {
        headers: {
          location: `${base('www.googleapis.com/upload/youtube/v3/videos')}?uploadType=resumable&upload_id=${id}`,
        },
      };
    },
    bytes: uploaded,
    videos: ({ world, query }) => {
      const object = world.get(String(query['id']));
      const isSeen = object?.more['seen'] === true;
      if (object) object.more['seen'] = true;
      const status = { uploadStatus: isSeen ? 'processed' : 'uploaded', privacyStatus: 'public' };
      const statistics = { viewCount: '90', likeCount: '5', commentCount: '3', favoriteCount: '0' };
      return { json: { items: object ? [{ id: object.id, status, statistics }] : [] } };
    },
    remove: ({ world, query }) => {
      found(world, query['id']).isDeleted = true;
      return { status: 204 };
    },
    thumbnail: ({ world, query }) => {
      found(world, query['videoId']).more['cover'] = true;
      return { json: { items: [] } };
    },
    threads: ({ world, query }) => ({
      json: {
        items: world
          .of('comment')
          .filter(({ parent }) => parent === query['videoId'])
          .map((object) => {
            const answers = world.of('comment').filter(({ more }) => more['top'] === object.id);
            return {
              id: object.id,
              snippet: {
                videoId: query['videoId'],
                topLevelComment: commentOf(world, object),
                totalReplyCount: answers.length,
              },
              ...(answers.length > 0 && { replies: { comments: answers.map((each) => commentOf(world, each)) } }),
            };
          }),
      },
    }),
    newThread: ({ world, account, body }) => {
      const { videoId, topLevelComment } = body['snippet'] as {
        videoId: string;
        topLevelComment: { snippet: { textOriginal: string } };
      };
      found(world, videoId);
      const made = world.put({
        kind: 'comment',
        account: account.id,
        parent: videoId,
        text: topLevelComment.snippet.textOriginal,
      });
      return { json: { id: made.id, snippet: { topLevelComment: commentOf(world, made) } } };
    },
    comments: ({ world, query }) => ({
      json: {
        items: world
          .of('comment')
          .filter(({ id, more }) => more['top'] === query['parentId'] || id === query['id'])
          .map((each) => commentOf(world, each)),
      },
    }),
    reply: ({ world, account, body }) => {
      const { parentId, textOriginal } = body['snippet'] as { parentId: string; textOriginal: string };
      found(world, parentId);
      const made = world.put({
        ...{ id: `${parentId}.${world.nextNumber()}`, kind: 'comment', account: account.id, text: textOriginal },
        ...{ parent: parentId, more: { top: parentId } },
      });
      return { json: commentOf(world, made) };
    },
    removeComment: ({ world, query }) => {
      found(world, query['id']).isDeleted = true;
      return { status: 204 };
    },
    moderate: ({ world, query }) => {
      found(world, query['id']).more['isHidden'] = query['moderationStatus'] === 'heldForReview';
      return { status: 204 };
    },
    playlist: ({ world, account }) => ({
      json: {
        items: world.of('post', account.id).map((object) => ({
          snippet: {
            ...{ title: object.text.split('\n')[0], publishedAt: new Date(object.createdAt).toISOString() },
            resourceId: { kind: 'youtube#video', videoId: object.id },
          },
        })),
      },
    }),
  },
};
