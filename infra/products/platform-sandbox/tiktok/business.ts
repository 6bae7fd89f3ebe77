import { z } from 'zod';
import { jsonBody, jsonReply, objectOf } from '../body.ts';
import { underFaults, type NativeFaults } from '../faults.ts';
import { holder } from '../grants.ts';
import type { Route, SandboxCall } from '../platform.ts';
import type { FaultOperation, Json, JsonObject, SandboxAccount, SandboxObject } from '../store.ts';
import { newPostId } from './accounts.ts';

/** TikTok API for Business: the status is always 200; the code holds the result. */
const answer = (code: number, message: string, data: Json = {}): Response =>
  jsonReply(200, { code, message, request_id: `2026${Math.abs(code)}`, data });
const invalid = (message: string): Response => answer(40002, message);
const badToken = (): Response => answer(40105, 'Access token is incorrect or has been revoked.');

const faults: NativeFaults = {
  server_error: () => answer(50000, 'Internal system error'),
  rate_limited: () => answer(40100, 'You reached the maximum number of requests.'),
  token_expired: badToken,
  token_revoked: badToken,
  forbidden: () => answer(40001, 'No permission to operate the account.'),
  duplicate: () => answer(40002, 'The comment has been made before.'),
};

const asBusiness = async (
  call: SandboxCall,
  operation: FaultOperation,
  act: (account: SandboxAccount) => Promise<Response>,
): Promise<Response> => {
  const token = call.request.headers.get('access-token') ?? undefined;
  const held = await holder(call.world, 'TIKTOK', 'access', token);
  if (typeof held === 'string' || held.secret.data['business'] !== true) return badToken();
  return underFaults(call.world, { operation, account: held.account, native: faults }, () => act(held.account));
};

const standing = async (call: SandboxCall, account: SandboxAccount, id: string): Promise<SandboxObject | undefined> => {
  const object = await call.world.store.object('TIKTOK', id);
  return object?.accountNativeId === account.nativeId && object.deletedAt === null ? object : undefined;
};

const under = (call: SandboxCall, account: SandboxAccount, parentNativeId: string | readonly string[]) =>
  call.world.store.objects({
    platform: 'TIKTOK',
    accountNativeId: account.nativeId,
    kinds: ['comment', 'reply'],
    parentNativeId,
    limit: 1000,
  });

const list = (operation: 'posts' | 'comments') => (call: SandboxCall) =>
  asBusiness(call, 'list', async (account) => {
    const query = call.url.searchParams;
    const video = query.get('video_id') ?? '';
    const parent = operation === 'posts' ? video : (query.get('comment_id') ?? '');
    if (query.get('business_id') !== account.nativeId) return invalid('business_id: not this account');
    if (!(await standing(call, account, video))) return invalid('video_id: not a video of this account');
    const found = await under(call, account, parent);
    const ids = found.map(({ nativeId }) => nativeId);
    const answers = ids.length === 0 ? [] : await under(call, account, ids);
    const comments = found.map((object): JsonObject => {
      const own = object.direction === 'made';
      const username = own ? account.username : String(object.data['authorUsername']);
      return {
        comment_id: object.nativeId,
        video_id: video,
        user_id: own ? account.nativeId : String(object.data['authorId']),
        username,
        display_name: username,
        profile_image: `https://p16.tiktokcdn.com/${encodeURIComponent(username)}.jpeg`,
        owner: own,
        text: object.text,
        create_time: String(Math.floor(Date.parse(object.createdAt) / 1000)),
        likes: 0,
        status: object.data['hidden'] === true ? 'HIDDEN' : 'PUBLIC',
        replies: answers.filter(({ parentNativeId }) => parentNativeId === object.nativeId).length,
        ...(operation === 'comments' && { parent_comment_id: parent }),
      };
    });
    return answer(0, 'OK', { comments, cursor: found.length, has_more: false });
  });

const Create = z.strictObject({
  business_id: z.string(),
  video_id: z.string(),
  comment_id: z.string().optional(),
  text: z.string().min(1).max(150),
});

const create = (answering: boolean) => (call: SandboxCall) =>
  asBusiness(call, 'comment', async (account) => {
    const { world, request } = call;
    const json = objectOf(await jsonBody(request).catch(() => undefined));
    const body = Create.safeParse(json);
    if (!body.success) return invalid(body.error.issues[0]?.message ?? 'invalid body');
    const { business_id: business, video_id: video, comment_id: comment, text } = body.data;
    if (business !== account.nativeId) return invalid('business_id: not this account');
    if (answering !== (comment !== undefined)) return invalid('comment_id: required for answers only');
    const post = await standing(call, account, video);
    if (!post || (comment !== undefined && !(await standing(call, account, comment))))
      return invalid('video_id: not a video of this account');
    const nativeId = await newPostId(world);
    await world.store.insertObject({
      platform: 'TIKTOK',
      nativeId,
      accountNativeId: account.nativeId,
      kind: answering ? 'reply' : 'comment',
      direction: 'made',
      parentNativeId: comment ?? video,
      text,
      media: [],
      request: json ?? null,
      createdAt: world.now().toISOString(),
      deletedAt: null,
      data: { post: video },
    });
    return answer(0, 'OK', { comment_id: nativeId, video_id: video, text, owner: true });
  });

const Hide = z.strictObject({
  business_id: z.string(),
  video_id: z.string(),
  comment_id: z.string(),
  action: z.enum(['HIDE', 'UNHIDE']),
});

/** Takes both ids, which must belong together. */
const hide = (call: SandboxCall) =>
  asBusiness(call, 'comment', async (account) => {
    const body = Hide.safeParse(await jsonBody(call.request).catch(() => undefined));
    if (!body.success) return invalid(body.error.issues[0]?.message ?? 'invalid body');
    const { business_id: business, video_id: video, comment_id: id, action } = body.data;
    if (business !== account.nativeId) return invalid('business_id: not this account');
    const comment = await standing(call, account, id);
    if (!comment || comment.direction !== 'received' || comment.data['post'] !== video)
      return invalid('comment_id: not a comment on this video');
    const data = { ...comment.data, hidden: action === 'HIDE' };
    await call.world.store.changeObject('TIKTOK', id, { data });
    return answer(0, 'OK');
  });

export const businessRoutes: readonly Route[] = [
  { method: 'GET', path: '/open_api/v1.3/business/comment/list', run: list('posts') },
  { method: 'GET', path: '/open_api/v1.3/business/comment/reply/list', run: list('comments') },
  { method: 'POST', path: '/open_api/v1.3/business/comment/create', run: create(false) },
  { method: 'POST', path: '/open_api/v1.3/business/comment/reply/create', run: create(true) },
  { method: 'POST', path: '/open_api/v1.3/business/comment/hide', run: hide },
];
