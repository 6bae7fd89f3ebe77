import { z } from 'zod';
import { jsonBody } from '../body.ts';
import type { Route, SandboxCall, SandboxWorld } from '../platform.ts';
import type { Json, JsonObject, SandboxAccount, SandboxObject } from '../store.ts';
import { avatarOf } from './accounts.ts';
import { invalid, ok } from './answers.ts';
import { asUser } from './session.ts';

const fieldsOf = (url: URL): readonly string[] =>
  (url.searchParams.get('fields') ?? '').split(',').filter((field) => field !== '');

const chosen = (all: JsonObject, fields: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(all).filter((entry): entry is [string, Json] => fields.includes(entry[0])));

const userInfo = (call: SandboxCall): Promise<Response> =>
  asUser(call, { operation: 'list', scope: 'user.info.basic' }, async ({ account }) => {
    const { store } = call.world;
    const metrics = await store.metrics('TIKTOK', account.nativeId);
    const all: JsonObject = {
      open_id: account.nativeId,
      union_id: account.nativeId,
      avatar_url: avatarOf(account),
      display_name: account.displayName,
      username: account.username,
      follower_count: metrics['followers'] ?? metrics['follower_count'] ?? 0,
      likes_count: metrics['likes'] ?? metrics['likes_count'] ?? 0,
      video_count: metrics['posts'] ?? metrics['video_count'] ?? 0,
    };
    const fields = fieldsOf(call.url);
    const odd = fields.find((field) => !(field in all));
    if (fields.length === 0 || odd !== undefined) return invalid(`Field ${odd ?? ''} is invalid`);
    return ok({ user: chosen(all, fields) });
  });

const shown = async (world: SandboxWorld, account: SandboxAccount, object: SandboxObject): Promise<JsonObject> => {
  const metrics = await world.store.metrics('TIKTOK', object.nativeId);
  const kind = object.data['kind'] === 'photo' ? 'photo' : 'video';
  return {
    id: object.nativeId,
    title: object.text,
    video_description: object.text,
    create_time: Math.floor(Date.parse(object.createdAt) / 1000),
    share_url: `https://www.tiktok.com/@${account.username}/${kind}/${object.nativeId}`,
    view_count: metrics['view_count'] ?? metrics['impressions'] ?? metrics['views'] ?? 0,
    like_count: metrics['like_count'] ?? metrics['likes'] ?? 0,
    comment_count: metrics['comment_count'] ?? metrics['comments'] ?? metrics['replies'] ?? 0,
    share_count: metrics['share_count'] ?? metrics['shares'] ?? metrics['reposts'] ?? 0,
  };
};

const publicPosts = async (world: SandboxWorld, account: SandboxAccount): Promise<readonly SandboxObject[]> => {
  const objects = await world.store.objects({
    platform: 'TIKTOK',
    accountNativeId: account.nativeId,
    direction: 'made',
    kinds: ['post'],
    limit: 10_000,
  });
  return objects.filter(({ data }) => data['privacy'] === 'PUBLIC_TO_EVERYONE');
};

const videoFields = new Set(
  (
    'id,create_time,cover_image_url,share_url,video_description,duration,height,width,title,embed_html,embed_link,' +
    'like_count,comment_count,share_count,view_count'
  ).split(','),
);

const oddField = (fields: readonly string[]): Response | undefined => {
  const odd = fields.find((field) => !videoFields.has(field));
  return fields.length === 0 || odd !== undefined ? invalid(`Field ${odd ?? ''} is invalid`) : undefined;
};

const List = z.strictObject({ max_count: z.int().min(1).max(20).default(10), cursor: z.int().min(0).optional() });

/** The cursor is a time in milliseconds: the next page holds what was created before it. */
const list = (call: SandboxCall): Promise<Response> =>
  asUser(call, { operation: 'list', scope: 'video.list' }, async ({ account }) => {
    const { world, url, request } = call;
    const fields = fieldsOf(url);
    const body = List.safeParse(await jsonBody(request).catch(() => undefined));
    const odd = oddField(fields);
    if (odd) return odd;
    if (!body.success) return invalid(body.error.issues[0]?.message ?? 'invalid body');
    const { max_count: count, cursor = Infinity } = body.data;
    const posts = (await publicPosts(world, account)).filter(({ createdAt }) => Date.parse(createdAt) < cursor);
    const page = posts.slice(0, count);
    const last = page.at(-1);
    return ok({
      videos: await Promise.all(page.map(async (object) => chosen(await shown(world, account, object), fields))),
      cursor: last ? Date.parse(last.createdAt) : 0,
      has_more: posts.length > page.length,
    });
  });

const Query = z.strictObject({ filters: z.strictObject({ video_ids: z.array(z.string()).min(1).max(20) }) });

const query = (call: SandboxCall): Promise<Response> =>
  asUser(call, { operation: 'list', scope: 'video.list' }, async ({ account }) => {
    const { world, url, request } = call;
    const fields = fieldsOf(url);
    const body = Query.safeParse(await jsonBody(request).catch(() => undefined));
    const odd = oddField(fields);
    if (odd) return odd;
    if (!body.success) return invalid(body.error.issues[0]?.message ?? 'invalid body');
    const wanted = body.data.filters.video_ids;
    const posts = (await publicPosts(world, account)).filter(({ nativeId }) => wanted.includes(nativeId));
    return ok({
      videos: await Promise.all(posts.map(async (object) => chosen(await shown(world, account, object), fields))),
    });
  });

export const readingRoutes: readonly Route[] = [
  { method: 'GET', path: '/v2/user/info', run: userInfo },
  { method: 'POST', path: '/v2/video/list', run: list },
  { method: 'POST', path: '/v2/video/query', run: query },
];
