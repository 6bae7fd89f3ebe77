import { z } from 'zod';
import { jsonReply } from '../body.ts';
import type { Route, SandboxCall } from '../platform.ts';
import type { SandboxMedia, SandboxObject } from '../store.ts';
import { badParameter, missingObject, Refusal } from '../meta/graph-errors.ts';
import { metaId } from '../meta/ids.ts';
import { conversation } from '../meta/conversations.ts';
import { sendMessage } from '../meta/messages.ts';
import { pageIn } from '../meta/pages.ts';
import { checked, flag, requestOf, structured } from '../meta/parameters.ts';
import { asHolder, requireScope, type MetaSession } from '../meta/session.ts';
import { duplicatePost, facebook } from './accounts.ts';
import { photoOf } from './photos.ts';

const maxPostLength = 63_206;
const maxCommentLength = 8000;
/** How long the same text of the same Page counts as a duplicate. */
const duplicateMs = 5 * 60_000;

const Feed = z.strictObject({
  message: z.string().optional(),
  link: z.url({ protocol: /^https?$/ }).optional(),
  published: flag.optional(),
  attached_media: structured(z.array(z.strictObject({ media_fbid: z.string().regex(/^\d+$/) })).min(1)).optional(),
});

const attached = async (session: MetaSession, ids: readonly string[]): Promise<SandboxMedia[]> => {
  const { call, account } = session;
  const media: SandboxMedia[] = [];
  for (const id of ids) {
    const photo = await photoOf(call.world, account.nativeId, id);
    if (!photo) throw new Refusal(badParameter(`Invalid parameter: attached_media ${id}`, { subcode: 1366051 }));
    media.push({ type: photo.type, url: photo.url });
  }
  return media;
};

export const tooLong = (limit: number) => badParameter(`Param message must be at most ${limit} characters long`);

const publish = async (session: MetaSession): Promise<Response> => {
  const { call, account, parameters } = session;
  const { world } = call;
  const page = pageIn(session, call.params['page'] ?? '');
  const { message = '', link, published = true, attached_media: photos = [] } = checked(Feed, parameters);
  if (!published) throw new Refusal(badParameter('Unpublished posts must be scheduled'));
  if (message === '' && link === undefined && photos.length === 0)
    throw new Refusal(badParameter('A post needs a message, a link or media', { subcode: 1349125 }));
  if (message.length > maxPostLength) throw new Refusal(tooLong(maxPostLength));
  const ids = photos.map(({ media_fbid: id }) => id);
  const media = await attached(session, ids);
  const nativeId = `${page.id}_${await metaId(world, '122')}`;
  const now = world.now();
  const { inserted } = await world.store.insertObject(
    {
      platform: 'FACEBOOK',
      nativeId,
      accountNativeId: account.nativeId,
      kind: 'post',
      direction: 'made',
      parentNativeId: null,
      text: message,
      media,
      request: requestOf(parameters),
      createdAt: now.toISOString(),
      deletedAt: null,
      data: { page: page.id, ...(link !== undefined && { link }) },
    },
    ids.length > 0
      ? { key: `photos ${ids.join(' ')}` }
      : {
          key: `same ${page.id} ${link ?? ''} ${message}`,
          until: new Date(now.getTime() + duplicateMs),
        },
  );
  if (inserted) return jsonReply(200, { id: nativeId });
  throw new Refusal(
    ids.length > 0
      ? badParameter('Invalid parameter', { subcode: 1366051, title: 'Photos already posted' })
      : duplicatePost,
  );
};

const feed = (call: SandboxCall): Promise<Response> =>
  asHolder(call, facebook, { operations: ['publish'], scope: ['pages_manage_posts'] }, publish);

export const liveObject = async (session: MetaSession, id: string): Promise<SandboxObject> => {
  const object = await session.call.world.store.object('FACEBOOK', id);
  if (!object || object.deletedAt !== null || object.accountNativeId !== session.account.nativeId)
    throw new Refusal(missingObject(session.call.request.method, id));
  return object;
};

const Comment = z.strictObject({ message: z.string().min(1) });

const comment = (call: SandboxCall): Promise<Response> =>
  asHolder(call, facebook, { operations: ['comment'], scope: ['pages_manage_engagement'] }, async (session) => {
    const { world, params } = call;
    const parent = await liveObject(session, params['node'] ?? '');
    const { message } = checked(Comment, session.parameters);
    if (message.length > maxCommentLength) throw new Refusal(tooLong(maxCommentLength));
    const page = pageIn(session, String(parent.data['page'] ?? session.secret.data['page'] ?? ''));
    const post = String(parent.data['post'] ?? parent.nativeId);
    const nativeId = `${post.split('_').at(-1)}_${await metaId(world)}`;
    await world.store.insertObject({
      platform: 'FACEBOOK',
      nativeId,
      accountNativeId: session.account.nativeId,
      kind: parent.kind === 'post' ? 'comment' : 'reply',
      direction: 'made',
      parentNativeId: parent.nativeId,
      text: message,
      media: [],
      request: requestOf(session.parameters),
      createdAt: world.now().toISOString(),
      deletedAt: null,
      data: { page: page.id, post },
    });
    return jsonReply(200, { id: nativeId });
  });

const Change = z.strictObject({ is_hidden: flag });

/** `POST /{comment}`. The service changes only whether the comment is hidden. */
const change = (call: SandboxCall): Promise<Response> =>
  asHolder(call, facebook, { operations: ['comment'], scope: ['pages_manage_engagement'] }, async (session) => {
    const object = await liveObject(session, call.params['node'] ?? '');
    const { is_hidden: hidden } = checked(Change, session.parameters);
    if (object.kind !== 'comment' || object.direction !== 'received')
      throw new Refusal(badParameter('This object cannot be hidden', { subcode: 1446036 }));
    await call.world.store.changeObject('FACEBOOK', object.nativeId, { data: { ...object.data, hidden } });
    return jsonReply(200, { success: true });
  });

const remove = (call: SandboxCall): Promise<Response> =>
  asHolder(call, facebook, { operations: ['delete'], scope: ['pages_manage_posts'] }, async (session) => {
    const object = await liveObject(session, call.params['node'] ?? '');
    if (object.direction === 'made') pageIn(session, String(object.data['page']));
    await call.world.store.changeObject('FACEBOOK', object.nativeId, { deletedAt: call.world.now().toISOString() });
    return jsonReply(200, { success: true });
  });

const message = (call: SandboxCall): Promise<Response> =>
  asHolder(call, facebook, { operations: ['message'], scope: ['pages_messaging'] }, async (session) => {
    const page = pageIn(session, call.params['page'] ?? '');
    return sendMessage(session, {
      longest: 2000,
      messagingType: 'required',
      data: { page: page.id },
      newId: async () => `m_${Buffer.from(await metaId(call.world)).toString('base64url')}`,
    });
  });

/** `GET /{page}/conversations` (Meta: "Page > conversations" has both permissions). */
const conversations = (call: SandboxCall): Promise<Response> =>
  asHolder(call, facebook, { operations: ['list'], scope: ['pages_messaging'] }, async (session) => {
    requireScope(session, 'pages_manage_metadata');
    return conversation(session, pageIn(session, call.params['page'] ?? '').id);
  });

const host = 'graph.facebook.com';

export const postRoutes: readonly Route[] = [
  { method: 'POST', host, path: '/:version/:page/feed', run: feed },
  { method: 'POST', host, path: '/:version/:page/messages', run: message },
  { method: 'GET', host, path: '/:version/:page/conversations', run: conversations },
  { method: 'POST', host, path: '/:version/:node/comments', run: comment },
  { method: 'POST', host, path: '/:version/:node', run: change },
  { method: 'DELETE', host, path: '/:version/:node', run: remove },
];
