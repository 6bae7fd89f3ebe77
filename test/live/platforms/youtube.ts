import { consentBehaviours } from '../engine/consent.ts';
import { type Call, must, type LivePlatform } from '../engine/live-platform.ts';
import type { LiveObject, World } from '../engine/world.ts';
import { googleRefusal, revoked } from './google.ts';
import { contract, rules } from './youtube-contract.ts';

const found = (world: World, id: unknown): LiveObject => {
  const object = world.get(String(id));
  must(object, 'The video that you are trying to reach cannot be found.', 404);
  return object;
};

const commentOf = (world: World, object: LiveObject) => ({
  kind: 'youtube#comment',
  id: object.id,
  snippet: {
    textDisplay: object.text,
    textOriginal: object.text,
    publishedAt: new Date(object.createdAt).toISOString(),
    authorDisplayName: `@${world.accounts.get(object.account)?.username}`,
    authorChannelId: { value: object.account },
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
    id: `video-${world.nextNumber()}`,
    kind: 'post',
    account: account.id,
    mediaBytes: next,
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
        id: `${parentId}.${world.nextNumber()}`,
        kind: 'comment',
        account: account.id,
        text: textOriginal,
        parent: parentId,
        more: { top: parentId },
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
            title: object.text.split('\n')[0],
            publishedAt: new Date(object.createdAt).toISOString(),
            resourceId: { kind: 'youtube#video', videoId: object.id },
          },
        })),
      },
    }),
  },
};
