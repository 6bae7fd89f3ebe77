import { z } from 'zod';
import { jsonBody, jsonReply, objectOf } from '../body.ts';
import type { Route, SandboxCall } from '../platform.ts';
import type { JsonObject, SandboxObject } from '../store.ts';
import { actorOf, commentingScope, commentReadingScope, newNumber } from './accounts.ts';
import { denied, invalid, notFound } from './answers.ts';
import { authorIn, standing } from './posts.ts';
import { asMember, type LinkedinSession } from './session.ts';

const CommentCreate = z.strictObject({
  actor: z.string(),
  object: z.string(),
  message: z.strictObject({ text: z.string().min(1) }),
  parentComment: z.string().optional(),
});
const longest = 1250;

const activityOf = (post: string): string => `urn:li:activity:${post.split(':').at(-1) ?? ''}`;
const commentUrn = (post: string, id: string): string => `urn:li:comment:(${activityOf(post)},${id})`;

type Place = Readonly<{ post: SandboxObject; comment: SandboxObject | undefined }>;

/** The target of a URN in the path: a post, its activity, or a comment on it. */
const placeOf = async (session: LinkedinSession, urn: string): Promise<Place | undefined> => {
  const inner = /^urn:li:comment:\((.+),(\d+)\)$/.exec(urn);
  const [, kind, number] = /^urn:li:(share|ugcPost|activity):(\d+)$/.exec(inner?.[1] ?? urn) ?? [];
  if (number === undefined) return undefined;
  const [first, second] = kind === 'ugcPost' ? (['ugcPost', 'share'] as const) : (['share', 'ugcPost'] as const);
  const post =
    (await standing(session, `urn:li:${first}:${number}`)) ?? (await standing(session, `urn:li:${second}:${number}`));
  if (!post) return undefined;
  if (!inner?.[2]) return { post, comment: undefined };
  const comment = await session.call.world.store.object('LINKEDIN', inner[2]);
  return comment?.deletedAt === null ? { post, comment } : undefined;
};

const under = ({ call, account }: LinkedinSession, parentNativeId: string | readonly string[]) =>
  call.world.store.objects({
    platform: 'LINKEDIN',
    accountNativeId: account.nativeId,
    kinds: ['comment', 'reply'],
    parentNativeId,
    limit: 10_000,
  });

const shown = (post: SandboxObject, comment: SandboxObject, answers: number): JsonObject => {
  const own = comment.direction === 'made';
  const actor = own ? authorIn(comment) : `urn:li:person:${String(comment.data['authorUsername'])}`;
  const parent = comment.parentNativeId === post.nativeId ? undefined : (comment.parentNativeId ?? undefined);
  return {
    id: comment.nativeId,
    actor,
    commentUrn: commentUrn(post.nativeId, comment.nativeId),
    object: activityOf(post.nativeId),
    message: { text: comment.text, attributes: [] },
    created: { actor, time: Date.parse(comment.createdAt) },
    lastModified: { actor, time: Date.parse(comment.createdAt) },
    likesSummary: { totalLikes: 0, aggregatedTotalLikes: 0, likedByCurrentUser: false, selectedLikes: [] },
    commentsSummary: { aggregatedTotalComments: answers },
    ...(parent !== undefined && { parentComment: commentUrn(post.nativeId, parent) }),
  };
};

const mayRead = ({ account, may }: LinkedinSession, post: SandboxObject): boolean => {
  const actor = actorOf(account, authorIn(post));
  return actor !== undefined && may(commentReadingScope[actor.is]);
};

const list = (call: SandboxCall): Promise<Response> =>
  asMember(call, { operation: 'list', scope: undefined }, async (session) => {
    const { url, params } = call;
    const place = await placeOf(session, params['urn'] ?? '');
    if (!place) return notFound(params['urn'] ?? '');
    if (!mayRead(session, place.post)) return denied('socialActions.comments.GET_ALL');
    const start = Number(url.searchParams.get('start') ?? 0);
    const count = Number(url.searchParams.get('count') ?? 10);
    if (!(start >= 0) || !(count >= 1 && count <= 100)) return invalid('count is at most 100');
    const all = [...(await under(session, (place.comment ?? place.post).nativeId))].reverse();
    const page = all.slice(start, start + count);
    const answers =
      page.length === 0
        ? []
        : await under(
            session,
            page.map(({ nativeId }) => nativeId),
          );
    const elements = page.map((comment) =>
      shown(place.post, comment, answers.filter(({ parentNativeId }) => parentNativeId === comment.nativeId).length),
    );
    return jsonReply(200, { paging: { start, count, links: [], total: all.length }, elements });
  });

const show = (call: SandboxCall): Promise<Response> =>
  asMember(call, { operation: 'list', scope: undefined }, async (session) => {
    const { world, params } = call;
    const place = await placeOf(session, params['urn'] ?? '');
    const comment = await world.store.object('LINKEDIN', params['id'] ?? '');
    if (!place || !comment || comment.deletedAt !== null) return notFound(params['id'] ?? '');
    if (!mayRead(session, place.post)) return denied('socialActions.comments.GET');
    return jsonReply(200, shown(place.post, comment, (await under(session, comment.nativeId)).length));
  });

const create = async (session: LinkedinSession): Promise<Response> => {
  const { account, call, may } = session;
  const { world, request, params } = call;
  const json = objectOf(await jsonBody(request).catch(() => undefined));
  const parsed = CommentCreate.safeParse(json);
  if (!parsed.success) return invalid(parsed.error.issues[0]?.message ?? 'invalid body');
  const { actor: urn, object, message, parentComment } = parsed.data;
  const actor = actorOf(account, urn);
  if (!actor || !may(commentingScope[actor.is])) return denied('socialActions.comments.CREATE');
  if (message.text.length > longest)
    return invalid(`ERROR :: /message/text :: length exceeds ${longest}`, 'FIELD_LENGTH_TOO_LONG');
  const place = await placeOf(session, params['urn'] ?? '');
  if (!place) return notFound(params['urn'] ?? '');
  const { post } = place;
  if (object !== post.nativeId && object !== activityOf(post.nativeId)) return invalid('object is another post');
  const parent = parentComment === undefined ? undefined : (await placeOf(session, parentComment))?.comment;
  if (parentComment !== undefined && !parent) return notFound(parentComment);
  const nativeId = await newNumber(world);
  const above = parent ?? place.comment;
  const { object: stored } = await world.store.insertObject({
    platform: 'LINKEDIN',
    nativeId,
    accountNativeId: account.nativeId,
    kind: above ? 'reply' : 'comment',
    direction: 'made',
    parentNativeId: (above ?? post).nativeId,
    text: message.text,
    media: [],
    request: json ?? null,
    createdAt: world.now().toISOString(),
    deletedAt: null,
    data: { author: actor.urn, post: post.nativeId },
  });
  return jsonReply(201, shown(post, stored, 0), { 'x-restli-id': nativeId });
};

const remove = (call: SandboxCall): Promise<Response> =>
  asMember(call, { operation: 'delete', scope: undefined }, async ({ account }) => {
    const { world, url, params } = call;
    const id = params['id'] ?? '';
    if (!actorOf(account, url.searchParams.get('actor') ?? '')) return invalid('actor is required', 'MISSING_FIELD');
    const object = await world.store.object('LINKEDIN', id);
    if (!object || object.deletedAt !== null) return notFound(id);
    if (object.direction !== 'made' || object.accountNativeId !== account.nativeId)
      return denied('socialActions.comments.DELETE');
    await world.store.changeObject('LINKEDIN', id, { deletedAt: world.now().toISOString() });
    return new Response(null, { status: 204 });
  });

export const commentRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/rest/socialActions/:urn/comments',
    run: (call) => asMember(call, { operation: 'comment', scope: undefined }, create),
  },
  { method: 'GET', path: '/rest/socialActions/:urn/comments', run: list },
  { method: 'GET', path: '/rest/socialActions/:urn/comments/:id', run: show },
  { method: 'DELETE', path: '/rest/socialActions/:urn/comments/:id', run: remove },
];
