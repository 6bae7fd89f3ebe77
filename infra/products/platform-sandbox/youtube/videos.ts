import { jsonReply } from '../body.ts';
import type { Route, SandboxCall, SandboxWorld } from '../platform.ts';
import type { Json, JsonObject, SandboxAccount, SandboxObject } from '../store.ts';
import { avatarOf, uploadsOf } from './accounts.ts';
import { forbidden, invalid, videoNotFound } from './answers.ts';
import { asChannel, reading, writing } from './session.ts';
import { Broken } from './uploads.ts';

type Metrics = Readonly<Record<string, number>>;
/** Counts are text. */
const count = (metrics: Metrics, ...names: readonly string[]): string =>
  String(names.map((name) => metrics[name]).find((value) => value !== undefined) ?? 0);

const partsOf = (url: URL): readonly string[] =>
  (url.searchParams.get('part') ?? '').split(',').filter((part) => part !== '');

const chosen = (all: JsonObject, parts: readonly string[]): JsonObject =>
  Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, Json] => entry[0] === 'id' || parts.includes(entry[0])),
  );

const isReady = (world: SandboxWorld, readyAt: unknown): boolean =>
  typeof readyAt === 'string' && Date.parse(readyAt) <= world.now().getTime();

const shown = async (world: SandboxWorld, object: SandboxObject): Promise<JsonObject> => {
  const metrics = await world.store.metrics('YOUTUBE', object.nativeId);
  const ready = isReady(world, object.data['readyAt']);
  return {
    id: object.nativeId,
    snippet: {
      title: object.data['title'] ?? '',
      description: object.text,
      channelId: object.accountNativeId,
      publishedAt: object.createdAt,
    },
    status: {
      uploadStatus: ready ? 'processed' : 'uploaded',
      privacyStatus: object.data['privacyStatus'] ?? 'public',
    },
    processingDetails: { processingStatus: ready ? 'succeeded' : 'processing' },
    statistics: {
      viewCount: count(metrics, 'viewCount', 'impressions', 'views'),
      likeCount: count(metrics, 'likeCount', 'likes'),
      favoriteCount: '0',
      commentCount: count(metrics, 'commentCount', 'comments', 'replies'),
    },
  };
};

const brokenOne = async (world: SandboxWorld, id: string): Promise<JsonObject | undefined> => {
  const found = Broken.safeParse(await world.store.record('YOUTUBE', 'broken', id)).data;
  if (!found) return undefined;
  if (!isReady(world, found.readyAt)) return { id, status: { uploadStatus: 'uploaded' } };
  const { uploadStatus, reason } = found;
  return { id, status: { uploadStatus, [uploadStatus === 'failed' ? 'failureReason' : 'rejectionReason']: reason } };
};

const list = (call: SandboxCall): Promise<Response> =>
  asChannel(call, { operation: 'list', scopes: reading }, async () => {
    const { world, url } = call;
    const parts = partsOf(url);
    const ids = (url.searchParams.get('id') ?? '').split(',').filter((id) => id !== '');
    if (parts.length === 0 || ids.length === 0) return invalid('missingRequiredParameter', 'No filter selected.');
    const items: JsonObject[] = [];
    for (const id of ids) {
      const object = await world.store.object('YOUTUBE', id);
      const item =
        object?.kind === 'post' && object.deletedAt === null ? await shown(world, object) : await brokenOne(world, id);
      if (item) items.push(chosen(item, parts));
    }
    return jsonReply(200, { kind: 'youtube#videoListResponse', items, pageInfo: { totalResults: items.length } });
  });

const remove = (call: SandboxCall): Promise<Response> =>
  asChannel(call, { operation: 'delete', scopes: writing }, async ({ account }) => {
    const { world, url } = call;
    const object = await world.store.object('YOUTUBE', url.searchParams.get('id') ?? '');
    if (object?.kind !== 'post' || object.deletedAt !== null) return videoNotFound();
    if (object.accountNativeId !== account.nativeId) return forbidden();
    const deletedAt = world.now().toISOString();
    await world.store.changeObject('YOUTUBE', object.nativeId, { deletedAt });
    await world.store.deleteUnder('YOUTUBE', object.nativeId, deletedAt);
    return new Response(null, { status: 204 });
  });

const shownChannel = (account: SandboxAccount, metrics: Metrics): JsonObject => ({
  id: account.nativeId,
  snippet: {
    title: account.displayName,
    customUrl: `@${account.username}`,
    thumbnails: { default: { url: avatarOf(account) } },
  },
  contentDetails: { relatedPlaylists: { likes: 'LL', uploads: uploadsOf(account) } },
  statistics: {
    viewCount: count(metrics, 'viewCount', 'impressions'),
    subscriberCount: count(metrics, 'subscriberCount', 'followers'),
    hiddenSubscriberCount: false,
    videoCount: count(metrics, 'videoCount', 'posts'),
  },
});

const channels = (call: SandboxCall): Promise<Response> =>
  asChannel(call, { operation: 'list', scopes: reading }, async ({ account }) => {
    const { world, url } = call;
    if (url.searchParams.get('mine') !== 'true') return invalid('missingRequiredParameter', 'No filter selected.');
    const metrics = await world.store.metrics('YOUTUBE', account.nativeId);
    return jsonReply(200, {
      kind: 'youtube#channelListResponse',
      items: [chosen(shownChannel(account, metrics), partsOf(url))],
    });
  });

const playlistItems = (call: SandboxCall): Promise<Response> =>
  asChannel(call, { operation: 'list', scopes: reading }, async ({ account }) => {
    const { world, url } = call;
    if (url.searchParams.get('playlistId') !== uploadsOf(account))
      return jsonReply(404, {
        error: { code: 404, message: 'playlistNotFound', errors: [{ reason: 'playlistNotFound' }] },
      });
    const size = Number(url.searchParams.get('maxResults') ?? 5);
    const before = url.searchParams.get('pageToken');
    const found = await world.store.objects({
      platform: 'YOUTUBE',
      accountNativeId: account.nativeId,
      direction: 'made',
      kinds: ['post'],
      ...(before !== null && { beforeNativeId: before }),
      limit: size + 1,
    });
    const page = found.slice(0, size);
    const last = page.at(-1);
    return jsonReply(200, {
      kind: 'youtube#playlistItemListResponse',
      ...(found.length > size && last && { nextPageToken: last.nativeId }),
      items: page.map((object) => ({
        snippet: {
          title: object.data['title'] ?? '',
          publishedAt: object.createdAt,
          resourceId: { kind: 'youtube#video', videoId: object.nativeId },
        },
      })),
    });
  });

export const videoRoutes: readonly Route[] = [
  { method: 'GET', path: '/youtube/v3/videos', run: list },
  { method: 'DELETE', path: '/youtube/v3/videos', run: remove },
  { method: 'GET', path: '/youtube/v3/channels', run: channels },
  { method: 'GET', path: '/youtube/v3/playlistItems', run: playlistItems },
];
