import { z } from 'zod';
import { jsonBody, jsonReply, objectOf } from '../body.ts';
import type { Route, SandboxCall } from '../platform.ts';
import type { Json, JsonObject, SandboxAccount, SandboxObject } from '../store.ts';
import { avatarOf, newCommentId } from './accounts.ts';
import { commentNotFound, error, forbidden, invalid } from './answers.ts';
import { asChannel, reading, writing, type YoutubeSession } from './session.ts';

const text = z.string().min(1).max(10_000);
const ThreadInsert = z.strictObject({
  snippet: z.strictObject({
    channelId: z.string(),
    videoId: z.string(),
    topLevelComment: z.strictObject({ snippet: z.strictObject({ textOriginal: text }) }),
  }),
});
const CommentInsert = z.strictObject({ snippet: z.strictObject({ parentId: z.string(), textOriginal: text }) });

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const asHtml = (plain: string): string => plain.replace(/[&<>"']/g, (character) => entities[character] ?? character);

const isPlain = ({ searchParams }: URL): boolean => searchParams.get('textFormat') === 'plainText';

const shown = (account: SandboxAccount, object: SandboxObject, { plain }: Readonly<{ plain: boolean }>): JsonObject => {
  const own = object.direction === 'made';
  const name = own ? account.username : String(object.data['authorUsername']);
  const isReply = object.parentNativeId !== null && object.data['post'] !== object.parentNativeId;
  return {
    kind: 'youtube#comment',
    id: object.nativeId,
    snippet: {
      textDisplay: plain ? object.text : asHtml(object.text),
      // The original text is returned to the author only.
      ...(own && { textOriginal: object.text }),
      authorDisplayName: `@${name}`,
      authorProfileImageUrl: own ? avatarOf(account) : `https://yt3.ggpht.com/${encodeURIComponent(name)}`,
      authorChannelId: { value: own ? account.nativeId : String(object.data['authorId']) },
      ...(isReply && { parentId: object.parentNativeId }),
      publishedAt: object.createdAt,
      updatedAt: object.createdAt,
    },
  };
};

const under = ({ call, account }: YoutubeSession, parentNativeId: string | readonly string[]) =>
  call.world.store.objects({
    platform: 'YOUTUBE',
    accountNativeId: account.nativeId,
    kinds: ['comment', 'reply'],
    parentNativeId,
    limit: 1000,
  });

const visible = (objects: readonly SandboxObject[]): readonly SandboxObject[] =>
  objects.filter(({ data }) => data['hidden'] !== true);

const standing = async ({ call }: YoutubeSession, id: string): Promise<SandboxObject | undefined> => {
  const object = await call.world.store.object('YOUTUBE', id);
  return object?.deletedAt === null ? object : undefined;
};

/** A conversation returns five of its answers. */
const shownReplies = 5;

const threads = (call: SandboxCall): Promise<Response> =>
  asChannel(call, { operation: 'list', scopes: writing }, async (session) => {
    const query = call.url.searchParams;
    const plain = isPlain(call.url);
    const size = Number(query.get('maxResults') ?? 20);
    if (!(size >= 1 && size <= 100)) return invalid('invalidParameter', 'maxResults is at most 100');
    const video = await standing(session, query.get('videoId') ?? '');
    if (!video) return error(404, 'videoNotFound', 'The video identified by the videoId parameter could not be found.');
    const all = visible(await under(session, video.nativeId));
    const start = Number(query.get('pageToken') ?? 0);
    const page = all.slice(start, start + size);
    const answersToAll =
      page.length === 0
        ? []
        : visible(
            await under(
              session,
              page.map(({ nativeId }) => nativeId),
            ),
          );
    const items = page.map((object): JsonObject => {
      const answers = answersToAll.filter(({ parentNativeId }) => parentNativeId === object.nativeId);
      const comments: Json = answers.slice(0, shownReplies).map((each) => shown(session.account, each, { plain }));
      return {
        kind: 'youtube#commentThread',
        id: object.nativeId,
        snippet: {
          videoId: video.nativeId,
          topLevelComment: shown(session.account, object, { plain }),
          canReply: true,
          totalReplyCount: answers.length,
        },
        ...(answers.length > 0 && { replies: { comments } }),
      };
    });
    return jsonReply(200, {
      kind: 'youtube#commentThreadListResponse',
      ...(start + size < all.length && { nextPageToken: String(start + size) }),
      items,
    });
  });

const list = (call: SandboxCall): Promise<Response> =>
  asChannel(call, { operation: 'list', scopes: [...reading] }, async (session) => {
    const query = call.url.searchParams;
    const plain = isPlain(call.url);
    const parent = query.get('parentId');
    const ids = (query.get('id') ?? '').split(',').filter((id) => id !== '');
    const found =
      parent === null
        ? (await Promise.all(ids.map((id) => standing(session, id)))).flatMap((object) => object ?? [])
        : visible(await under(session, parent));
    return jsonReply(200, {
      kind: 'youtube#commentListResponse',
      items: found.map((object) => shown(session.account, object, { plain })),
    });
  });

const store = async (
  { call, account }: YoutubeSession,
  parent: SandboxObject,
  words: string,
  request: Json,
): Promise<SandboxObject> => {
  const isReply = parent.kind !== 'post';
  const nativeId = isReply ? `${parent.nativeId}.${newCommentId().slice(0, 22)}` : newCommentId();
  const { object } = await call.world.store.insertObject({
    platform: 'YOUTUBE',
    nativeId,
    accountNativeId: account.nativeId,
    kind: isReply ? 'reply' : 'comment',
    direction: 'made',
    parentNativeId: parent.nativeId,
    text: words,
    media: [],
    request,
    createdAt: call.world.now().toISOString(),
    deletedAt: null,
    data: { post: isReply ? (parent.data['post'] ?? null) : parent.nativeId },
  });
  return object;
};

const insertThread = (call: SandboxCall): Promise<Response> =>
  asChannel(call, { operation: 'comment', scopes: writing }, async (session) => {
    const json = objectOf(await jsonBody(call.request).catch(() => undefined));
    const body = ThreadInsert.safeParse(json);
    if (!body.success || call.url.searchParams.get('part') !== 'snippet')
      return invalid('commentTextRequired', 'The commentThread resource that is being inserted is invalid.');
    const { channelId, videoId, topLevelComment } = body.data.snippet;
    const video = await standing(session, videoId);
    if (video?.kind !== 'post') return error(404, 'videoNotFound', 'The video cannot be found.');
    if (channelId !== session.account.nativeId)
      return error(404, 'channelNotFound', 'The channel that the comment belongs to cannot be found.');
    if (video.data['privacyStatus'] === 'private')
      return error(403, 'commentsDisabled', 'The video identified by the videoId parameter has disabled comments.');
    const object = await store(session, video, topLevelComment.snippet.textOriginal, json ?? null);
    return jsonReply(200, {
      kind: 'youtube#commentThread',
      id: object.nativeId,
      snippet: { videoId, topLevelComment: shown(session.account, object, { plain: true }), totalReplyCount: 0 },
    });
  });

const insert = (call: SandboxCall): Promise<Response> =>
  asChannel(call, { operation: 'comment', scopes: writing }, async (session) => {
    const json = objectOf(await jsonBody(call.request).catch(() => undefined));
    const body = CommentInsert.safeParse(json);
    if (!body.success || call.url.searchParams.get('part') !== 'snippet')
      return invalid('commentTextRequired', 'The comment resource that is being inserted is invalid.');
    const parent = await standing(session, body.data.snippet.parentId);
    if (!parent || parent.kind === 'post' || parent.nativeId.includes('.'))
      return error(404, 'parentCommentNotFound', 'The specified parent comment could not be found.');
    return jsonReply(
      200,
      shown(session.account, await store(session, parent, body.data.snippet.textOriginal, json ?? null), {
        plain: true,
      }),
    );
  });

const remove = (call: SandboxCall): Promise<Response> =>
  asChannel(call, { operation: 'delete', scopes: writing }, async (session) => {
    const object = await standing(session, call.url.searchParams.get('id') ?? '');
    if (!object || object.kind === 'post') return commentNotFound();
    if (object.direction !== 'made' || object.accountNativeId !== session.account.nativeId) return forbidden();
    await call.world.store.changeObject('YOUTUBE', object.nativeId, { deletedAt: call.world.now().toISOString() });
    return new Response(null, { status: 204 });
  });

const moderate = (call: SandboxCall): Promise<Response> =>
  asChannel(call, { operation: 'comment', scopes: writing }, async (session) => {
    const query = call.url.searchParams;
    const status = query.get('moderationStatus') ?? '';
    if (!['heldForReview', 'published', 'rejected'].includes(status))
      return invalid('operationNotSupported', 'The moderation status is not supported.');
    const object = await standing(session, query.get('id') ?? '');
    if (object?.direction !== 'received' || object.accountNativeId !== session.account.nativeId)
      return commentNotFound();
    await call.world.store.changeObject('YOUTUBE', object.nativeId, {
      data: { ...object.data, hidden: status !== 'published' },
    });
    return new Response(null, { status: 204 });
  });

export const commentRoutes: readonly Route[] = [
  { method: 'GET', path: '/youtube/v3/commentThreads', run: threads },
  { method: 'POST', path: '/youtube/v3/commentThreads', run: insertThread },
  { method: 'GET', path: '/youtube/v3/comments', run: list },
  { method: 'POST', path: '/youtube/v3/comments', run: insert },
  { method: 'DELETE', path: '/youtube/v3/comments', run: remove },
  { method: 'POST', path: '/youtube/v3/comments/setModerationStatus', run: moderate },
];
