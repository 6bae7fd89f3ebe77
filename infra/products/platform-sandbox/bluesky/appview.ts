import { jsonReply } from '../body.ts';
import type { Route, SandboxCall, SandboxWorld } from '../platform.ts';
import type { Json, JsonObject, SandboxAccount, SandboxObject } from '../store.ts';
import { error, invalid } from './answers.ts';
import { recordCid } from './ids.ts';
import { asUser } from './session.ts';

const cidOf = (object: SandboxObject): string => String(object.data['cid'] ?? recordCid(object.nativeId));

const authorOf = (account: SandboxAccount, object: SandboxObject): JsonObject =>
  object.direction === 'made'
    ? { did: account.nativeId, handle: account.username, displayName: account.displayName }
    : { did: String(object.data['authorId']), handle: String(object.data['authorUsername']) };

const reference = async (world: SandboxWorld, uri: string): Promise<JsonObject> => {
  const object = await world.store.object('BLUESKY', uri);
  return { uri, cid: object ? cidOf(object) : recordCid(uri) };
};

const recordOf = async (world: SandboxWorld, object: SandboxObject): Promise<Json> => {
  if (object.direction === 'made') return object.data['record'] ?? null;
  const base = { $type: 'app.bsky.feed.post', text: object.text, createdAt: object.createdAt };
  if (object.parentNativeId === null) return base;
  const root = String(object.data['conversation'] ?? object.parentNativeId);
  return {
    ...base,
    reply: { root: await reference(world, root), parent: await reference(world, object.parentNativeId) },
  };
};

const view = async (world: SandboxWorld, account: SandboxAccount, object: SandboxObject): Promise<JsonObject> => {
  const metrics = await world.store.metrics('BLUESKY', object.nativeId);
  return {
    uri: object.nativeId,
    cid: cidOf(object),
    author: authorOf(account, object),
    record: await recordOf(world, object),
    indexedAt: object.createdAt,
    likeCount: metrics['likeCount'] ?? metrics['likes'] ?? 0,
    replyCount: metrics['replyCount'] ?? metrics['replies'] ?? 0,
    repostCount: metrics['repostCount'] ?? metrics['reposts'] ?? 0,
    quoteCount: metrics['quoteCount'] ?? metrics['quotes'] ?? 0,
    bookmarkCount: metrics['bookmarkCount'] ?? metrics['bookmarks'] ?? 0,
  };
};

const live = async (world: SandboxWorld, account: SandboxAccount, uri: string): Promise<SandboxObject | undefined> => {
  const object = await world.store.object('BLUESKY', uri);
  return object?.accountNativeId === account.nativeId && object.deletedAt === null ? object : undefined;
};

const thread = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'list', async (account) => {
    const { world, url } = call;
    const root = await live(world, account, url.searchParams.get('uri') ?? '');
    if (!root) return error(400, 'NotFound', `Post not found: ${url.searchParams.get('uri') ?? ''}`);
    // Read before the list, whose statement then checks it.
    await view(world, account, root);
    const all = await world.store.objects({
      platform: 'BLUESKY',
      accountNativeId: account.nativeId,
      kinds: ['comment', 'reply'],
      limit: 1000,
    });
    const depth = Math.min(Number(url.searchParams.get('depth') ?? 6), 1000);
    const node = async (object: SandboxObject, left: number): Promise<JsonObject> => {
      const under = left > 0 ? all.filter(({ parentNativeId }) => parentNativeId === object.nativeId) : [];
      return {
        $type: 'app.bsky.feed.defs#threadViewPost',
        post: await view(world, account, object),
        replies: await Promise.all(under.map((reply) => node(reply, left - 1))),
      };
    };
    return jsonReply(200, { thread: await node(root, depth) });
  });

const posts = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'list', async (account) => {
    const uris = call.url.searchParams.getAll('uris');
    if (uris.length === 0 || uris.length > 25) return invalid('uris must have between 1 and 25 items');
    const found = await Promise.all(uris.map((uri) => live(call.world, account, uri)));
    const shown = found.flatMap((object) => (object ? [view(call.world, account, object)] : []));
    return jsonReply(200, { posts: await Promise.all(shown) });
  });

const notifications = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'list', async (account) => {
    const { world, url } = call;
    const limit = Number(url.searchParams.get('limit') ?? 50);
    if (!Number.isInteger(limit) || limit < 1 || limit > 100) return invalid('limit must be between 1 and 100');
    const before = url.searchParams.get('cursor');
    const objects = await world.store.objects({
      platform: 'BLUESKY',
      accountNativeId: account.nativeId,
      direction: 'received',
      kinds: ['mention', 'comment'],
      limit,
      ...(before !== null && { beforeNativeId: before }),
    });
    const shown = objects.map(async (object) => ({
      uri: object.nativeId,
      cid: cidOf(object),
      author: authorOf(account, object),
      reason: object.kind === 'mention' ? 'mention' : 'reply',
      record: await recordOf(world, object),
      isRead: false,
      indexedAt: object.createdAt,
    }));
    const last = objects.length === limit ? objects.at(-1)?.nativeId : undefined;
    return jsonReply(200, { notifications: await Promise.all(shown), ...(last !== undefined && { cursor: last }) });
  });

const profile = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'list', async (account) => {
    const actor = call.url.searchParams.get('actor');
    if (actor !== account.nativeId && actor !== account.username) return invalid('Profile not found');
    const metrics = await call.world.store.metrics('BLUESKY', account.nativeId);
    return jsonReply(200, {
      did: account.nativeId,
      handle: account.username,
      displayName: account.displayName,
      followersCount: metrics['followersCount'] ?? metrics['followers'] ?? 0,
      followsCount: metrics['followsCount'] ?? 0,
      postsCount: metrics['postsCount'] ?? metrics['posts'] ?? 0,
    });
  });

export const appviewRoutes: readonly Route[] = [
  { method: 'GET', path: '/xrpc/app.bsky.feed.getPostThread', run: thread },
  { method: 'GET', path: '/xrpc/app.bsky.feed.getPosts', run: posts },
  { method: 'GET', path: '/xrpc/app.bsky.notification.listNotifications', run: notifications },
  { method: 'GET', path: '/xrpc/app.bsky.actor.getProfile', run: profile },
];
