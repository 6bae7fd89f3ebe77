import { z } from 'zod';
import { jsonBody, jsonReply, objectOf } from '../body.ts';
import type { Route, SandboxCall } from '../platform.ts';
import type { JsonObject, SandboxObject } from '../store.ts';
import { actorOf, newNumber, readingScope, writingScope } from './accounts.ts';
import { denied, duplicateOf, invalid, notFound } from './answers.ts';
import { shownText } from './little-text.ts';
import { mediaOf, statusOf, uploadOf, type LinkedinUpload } from './media.ts';
import { asMember, type LinkedinSession } from './session.ts';

const AltText = z.string().max(4086).optional();

/** LinkedIn docs: "Posts API", schema of a post. */
const PostCreate = z.strictObject({
  author: z.string(),
  commentary: z.string(),
  visibility: z.enum(['PUBLIC', 'CONNECTIONS', 'LOGGED_IN']),
  distribution: z.strictObject({
    feedDistribution: z.enum(['MAIN_FEED', 'NONE']),
    targetEntities: z.array(z.unknown()).max(0),
    thirdPartyDistributionChannels: z.array(z.unknown()).max(0),
  }),
  content: z
    .union([
      z.strictObject({
        media: z.strictObject({ id: z.string(), title: z.string().max(400).optional(), altText: AltText }),
      }),
      z.strictObject({
        multiImage: z.strictObject({
          images: z
            .array(z.strictObject({ id: z.string(), altText: AltText }))
            .min(2)
            .max(20),
        }),
      }),
      z.strictObject({
        article: z.strictObject({
          source: z.url(),
          title: z.string().min(1).max(400),
          description: z.string().max(4086).optional(),
          thumbnail: z.string().optional(),
        }),
      }),
    ])
    .optional(),
  lifecycleState: z.literal('PUBLISHED'),
  isReshareDisabledByAuthor: z.boolean(),
});
type PostCreate = z.infer<typeof PostCreate>;

const longest = 3000;
/** LinkedIn does not publish the time; this is long enough to reconcile a lost answer. */
const duplicateWindowMs = 3600_000;

const namedMedia = (content: PostCreate['content']): readonly string[] => {
  if (!content || 'article' in content) return [];
  return 'media' in content ? [content.media.id] : content.multiImage.images.map(({ id }) => id);
};

const wrongMedia = (call: SandboxCall, body: PostCreate, uploads: readonly (LinkedinUpload | undefined)[]) => {
  for (const upload of uploads) {
    if (!upload || upload.owner !== body.author)
      return invalid('The media is not of this author', 'INVALID_MEDIA_ASSET');
    const status = statusOf(call.world, upload);
    if (status !== 'AVAILABLE') return invalid(`Media asset ${upload.urn} is ${status}`, `MEDIA_ASSET_${status}`);
    if (uploads.length > 1 && upload.kind !== 'images') return invalid('multiImage takes images only');
    const titled = body.content && 'media' in body.content && body.content.media.title !== undefined;
    if (upload.kind === 'documents' && !titled) return invalid('A document needs a title', 'MISSING_FIELD');
  }
  return undefined;
};

const create = async ({ account, call, may }: LinkedinSession): Promise<Response> => {
  const { world, request } = call;
  const json = objectOf(await jsonBody(request).catch(() => undefined));
  const parsed = PostCreate.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return invalid(`ERROR :: /${issue?.path.join('/') ?? ''} :: ${issue?.message ?? 'invalid'}`);
  }
  const body = parsed.data;
  const author = actorOf(account, body.author);
  if (!author || !may(writingScope[author.is])) return denied('posts.CREATE');
  if (author.is === 'organization' && body.visibility === 'CONNECTIONS')
    return invalid('Organizations have no connections', 'INVALID_VALUE_FOR_FIELD');
  const text = shownText(body.commentary);
  if (text.length > longest)
    return invalid(`ERROR :: /commentary :: length ${text.length} exceeds ${longest}`, 'FIELD_LENGTH_TOO_LONG');
  if (text.trim() === '' && !body.content) return invalid('A post needs commentary or content', 'MISSING_FIELD');
  const uploads = await Promise.all(namedMedia(body.content).map((urn) => uploadOf(world, urn)));
  const wrong = wrongMedia(call, body, uploads);
  if (wrong) return wrong;

  const now = world.now();
  const isVideo = uploads.some((upload) => upload?.kind === 'videos');
  const nativeId = `urn:li:${isVideo ? 'ugcPost' : 'share'}:${await newNumber(world)}`;
  const { object, inserted } = await world.store.insertObject(
    {
      platform: 'LINKEDIN',
      nativeId,
      accountNativeId: account.nativeId,
      kind: 'post',
      direction: 'made',
      parentNativeId: null,
      text,
      media: uploads.flatMap((upload) => (upload ? [mediaOf(world, upload)] : [])),
      request: json ?? null,
      createdAt: now.toISOString(),
      deletedAt: null,
      data: { author: author.urn, visibility: body.visibility },
    },
    {
      key: `same ${author.urn} ${body.commentary} ${JSON.stringify(body.content ?? null)}`,
      until: new Date(now.getTime() + duplicateWindowMs),
    },
  );
  if (!inserted) return duplicateOf(object.nativeId);
  return new Response(null, {
    status: 201,
    headers: { 'x-restli-id': nativeId, location: `/posts/${encodeURIComponent(nativeId)}` },
  });
};

export const authorIn = (object: SandboxObject): string => String(object.data['author'] ?? '');

const shown = (object: SandboxObject): JsonObject => {
  const request = objectOf(object.request) ?? {};
  const time = Date.parse(object.createdAt);
  return {
    id: object.nativeId,
    author: authorIn(object),
    commentary: request['commentary'] ?? '',
    visibility: request['visibility'] ?? 'PUBLIC',
    ...(request['content'] !== undefined && { content: request['content'] }),
    lifecycleState: 'PUBLISHED',
    createdAt: time,
    publishedAt: time,
    lastModifiedAt: time,
  };
};

const readable = ({ account, may }: LinkedinSession, author: string): boolean => {
  const actor = actorOf(account, author);
  return actor !== undefined && may(readingScope[actor.is]);
};

const list = (call: SandboxCall): Promise<Response> =>
  asMember(call, { operation: 'list', scope: undefined }, async (session) => {
    const query = call.url.searchParams;
    const author = query.get('author') ?? '';
    const count = Number(query.get('count') ?? 10);
    const start = Number(query.get('start') ?? 0);
    if (query.get('q') !== 'author') return invalid('Unknown finder');
    if (!(count >= 1 && count <= 100) || !(start >= 0)) return invalid('count is at most 100');
    if (!readable(session, author)) return denied('posts.FINDER-author');
    const objects = await call.world.store.objects({
      platform: 'LINKEDIN',
      accountNativeId: session.account.nativeId,
      direction: 'made',
      kinds: ['post'],
      limit: 10_000,
    });
    const own = objects.filter((object) => authorIn(object) === author);
    return jsonReply(200, {
      paging: { start, count, links: [], total: own.length },
      elements: own.slice(start, start + count).map(shown),
    });
  });

/** A post of the account that is not deleted. */
export const standing = async (session: LinkedinSession, urn: string): Promise<SandboxObject | undefined> => {
  const object = await session.call.world.store.object('LINKEDIN', urn);
  const own = object?.kind === 'post' && object.accountNativeId === session.account.nativeId;
  return own && object.deletedAt === null ? object : undefined;
};

const show = (call: SandboxCall): Promise<Response> =>
  asMember(call, { operation: 'list', scope: undefined }, async (session) => {
    const urn = call.params['urn'] ?? '';
    const object = await standing(session, urn);
    if (!object) return notFound(urn);
    return readable(session, authorIn(object)) ? jsonReply(200, shown(object)) : denied('posts.GET');
  });

/**
 * Deleting is idempotent: a deleted post can be deleted again (LinkedIn docs: "Posts API", delete).
 */
const remove = (call: SandboxCall): Promise<Response> =>
  asMember(call, { operation: 'delete', scope: undefined }, async (session) => {
    const { world, params } = call;
    const urn = params['urn'] ?? '';
    if (!/^urn:li:(share|ugcPost):\d+$/.test(urn)) return invalid(`Invalid urn ${urn}`);
    const object = await world.store.object('LINKEDIN', urn);
    if (!object || object.deletedAt !== null) return new Response(null, { status: 204 });
    const actor = actorOf(session.account, authorIn(object));
    if (!actor || !session.may(writingScope[actor.is])) return denied('posts.DELETE');
    const deletedAt = world.now().toISOString();
    await world.store.changeObject('LINKEDIN', urn, { deletedAt });
    await world.store.deleteUnder('LINKEDIN', urn, deletedAt);
    return new Response(null, { status: 204 });
  });

export const postRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/rest/posts',
    run: (call) => asMember(call, { operation: 'publish', scope: undefined }, create),
  },
  { method: 'GET', path: '/rest/posts', run: list },
  { method: 'GET', path: '/rest/posts/:urn', run: show },
  { method: 'DELETE', path: '/rest/posts/:urn', run: remove },
];
