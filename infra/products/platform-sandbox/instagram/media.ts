import { z } from 'zod';
import { jsonReply } from '../body.ts';
import type { Route, SandboxCall } from '../platform.ts';
import type { Json, SandboxObject } from '../store.ts';
import { containerOf, statusOf } from '../meta/containers.ts';
import { fieldTree, withFields } from '../meta/fields.ts';
import { badParameter, missingObject, Refusal } from '../meta/graph-errors.ts';
import { containerPrefix, metaId, metaTime } from '../meta/ids.ts';
import { insights, metricValue, type MetricNames } from '../meta/insights.ts';
import { listed, type Node } from '../meta/listing.ts';
import { conversation } from '../meta/conversations.ts';
import { sendMessage } from '../meta/messages.ts';
import { accountsEdge, pageIn, pageNode, pagesOf } from '../meta/pages.ts';
import { checked, flag, requestOf, textOf } from '../meta/parameters.ts';
import { foundOrWriter } from '../meta/message-window.ts';
import { requireScope, type MetaSession } from '../meta/session.ts';
import { asInstagram, directHost, facebookHost, scopes } from './accounts.ts';
import { ownId } from './containers.ts';

const fieldsOf = ({ parameters }: MetaSession) => fieldTree(textOf(parameters['fields']));

const liveObject = async ({ call, account }: MetaSession, id: string): Promise<SandboxObject> => {
  const object = await call.world.store.object('INSTAGRAM', id);
  if (!object || object.deletedAt !== null || object.accountNativeId !== account.nativeId)
    throw new Refusal(missingObject(call.request.method, id));
  return object;
};

const authorOf = ({ account }: MetaSession, { direction, data }: SandboxObject) =>
  direction === 'made'
    ? { id: account.nativeId, username: account.username }
    : { id: String(data['authorId'] ?? ''), username: String(data['authorUsername'] ?? '') };

const mediaTypes: Readonly<Record<string, string>> = { REELS: 'VIDEO', CAROUSEL: 'CAROUSEL_ALBUM' };

const mediaNode = async (session: MetaSession, object: SandboxObject): Promise<Node> => {
  const metrics = await session.call.world.store.metrics('INSTAGRAM', object.nativeId);
  const type = String(object.data['type'] ?? 'IMAGE');
  const code = String(object.data['shortcode'] ?? '');
  return {
    id: object.nativeId,
    caption: object.text === '' ? undefined : object.text,
    media_type: mediaTypes[type] ?? type,
    media_product_type: type === 'REELS' ? 'REELS' : 'FEED',
    permalink: `https://www.instagram.com/${type === 'REELS' ? 'reel' : 'p'}/${code}/`,
    shortcode: code,
    timestamp: metaTime(object.createdAt),
    username: authorOf(session, object).username,
    owner: { id: authorOf(session, object).id },
    like_count: metricValue(metrics, 'likes'),
    comments_count: metricValue(metrics, 'comments'),
  };
};

/** What was written under these comments, newest first, at every depth. */
const answersTo = async (
  session: MetaSession,
  comments: readonly SandboxObject[],
): Promise<readonly SandboxObject[]> => {
  if (comments.length === 0) return [];
  const answers = await session.call.world.store.objects({
    platform: 'INSTAGRAM',
    parentNativeId: comments.map(({ nativeId }) => nativeId),
    limit: 1000,
  });
  return [...answers, ...(await answersTo(session, answers))];
};

const commentNode = (session: MetaSession, object: SandboxObject, answers: readonly SandboxObject[]): Node => {
  const replies = answers.filter(({ parentNativeId }) => parentNativeId === object.nativeId).slice(0, 50);
  const nodes = replies.map((reply) => commentNode(session, reply, answers));
  const isReply = object.parentNativeId !== (object.data['post'] ?? object.parentNativeId);
  return {
    id: object.nativeId,
    text: object.text,
    username: authorOf(session, object).username,
    from: authorOf(session, object),
    timestamp: metaTime(object.createdAt),
    hidden: object.data['hidden'] === true,
    like_count: 0,
    parent_id: isReply ? (object.parentNativeId ?? undefined) : undefined,
    replies: nodes.length > 0 ? { data: nodes.map((node): Json => JSON.parse(JSON.stringify(node))) } : undefined,
  };
};

const userNode = async ({ account, call }: MetaSession): Promise<Node> => {
  const metrics = await call.world.store.metrics('INSTAGRAM', account.nativeId);
  return {
    id: account.nativeId,
    user_id: account.nativeId,
    username: account.username,
    name: account.displayName,
    account_type: (account.accountType === 'creator'
      ? 'media_creator'
      : (account.accountType ?? 'business')
    ).toUpperCase(),
    profile_picture_url: `https://scontent.cdninstagram.com/v/${account.nativeId}.jpg`,
    followers_count: metricValue(metrics, 'followers_count', ['followers']),
    media_count: metricValue(metrics, 'media_count'),
  };
};

const person = ({ account }: MetaSession): Node => ({
  id: String(account.data['person']),
  name: account.displayName,
});

const node = (call: SandboxCall): Promise<Response> =>
  asInstagram(call, { scope: scopes.basic }, async (session) => {
    const id = call.params['node'] ?? '';
    const tree = fieldsOf(session);
    const { world } = call;
    if (id === 'me' && call.url.host === facebookHost)
      return jsonReply(200, withFields('User', person(session), tree, ['name', 'id']));
    if (id === 'me' || id === session.account.nativeId)
      return jsonReply(200, withFields('IGUser', await userNode(session), tree));
    const page = pagesOf(session.account).find((each) => each.id === id);
    if (page && call.url.host === facebookHost)
      return jsonReply(200, withFields('Page', await pageNode(session, page), tree, ['name', 'id']));
    if (id.startsWith(containerPrefix) && (await world.store.record('INSTAGRAM', 'container', id))) {
      const container = await containerOf(session, id);
      const status = statusOf(world, container);
      const words = status === 'ERROR' ? 'Error: Media upload has failed with error code 2207082' : status;
      const { readyAt, received } = container;
      const phase = { status: readyAt === null ? 'in_progress' : 'complete', bytes_transferred: received };
      const shown = { id, status_code: status, status: words, video_status: { uploading_phase: phase } };
      return jsonReply(200, withFields('IGContainer', shown, tree));
    }
    const object = await foundOrWriter(session, id, () => liveObject(session, id));
    if ('writer' in object) {
      const profile = { id, name: object.writer, username: object.writer, profile_pic: undefined };
      return jsonReply(200, withFields('Profile', profile, tree, ['name', 'username', 'id']));
    }
    if (object.kind === 'post' || object.kind === 'mention')
      return jsonReply(200, withFields('IGMedia', await mediaNode(session, object), tree));
    return jsonReply(
      200,
      withFields('IGComment', commentNode(session, object, await answersTo(session, [object])), tree),
    );
  });

const remove = (call: SandboxCall): Promise<Response> =>
  asInstagram(call, { operations: ['delete'], scope: scopes.remove }, async (session) => {
    const object = await liveObject(session, call.params['node'] ?? '');
    await call.world.store.changeObject('INSTAGRAM', object.nativeId, { deletedAt: call.world.now().toISOString() });
    return jsonReply(200, { success: true });
  });

const Words = z.strictObject({ message: z.string().min(1).max(2200) });

/** `POST /{media}/comments` and `POST /{comment}/replies`. */
const speak = (kind: 'comment' | 'reply') => (call: SandboxCall) =>
  asInstagram(call, { operations: ['comment'], scope: scopes.comments }, async (session) => {
    const { world } = call;
    const target = await liveObject(session, call.params['node'] ?? '');
    if ((kind === 'comment') !== (target.kind === 'post')) throw new Refusal(missingObject('post', target.nativeId));
    const { message } = checked(Words, session.parameters);
    const nativeId = await metaId(world, '1787');
    await world.store.insertObject({
      platform: 'INSTAGRAM',
      nativeId,
      accountNativeId: session.account.nativeId,
      kind,
      direction: 'made',
      parentNativeId: target.nativeId,
      text: message,
      media: [],
      request: requestOf(session.parameters),
      createdAt: world.now().toISOString(),
      deletedAt: null,
      data: { post: target.data['post'] ?? target.nativeId },
    });
    return jsonReply(200, { id: nativeId });
  });

const Hide = z.strictObject({ hide: flag });

const hide = (call: SandboxCall): Promise<Response> =>
  asInstagram(call, { operations: ['comment'], scope: scopes.comments }, async (session) => {
    const object = await liveObject(session, call.params['node'] ?? '');
    const { hide: hidden } = checked(Hide, session.parameters);
    if (object.kind !== 'comment' || object.direction !== 'received')
      throw new Refusal(badParameter('Comments of one’s own cannot be hidden'));
    await call.world.store.changeObject('INSTAGRAM', object.nativeId, { data: { ...object.data, hidden } });
    return jsonReply(200, { success: true });
  });

const comments = (call: SandboxCall): Promise<Response> =>
  asInstagram(call, { operations: ['list'], scope: scopes.comments }, async (session) => {
    const target = await liveObject(session, call.params['node'] ?? '');
    return listed(session, {
      type: 'IGComment',
      standard: ['id', 'timestamp', 'text'],
      query: {
        accountNativeId: session.account.nativeId,
        parentNativeId: target.nativeId,
        kinds: ['comment', 'reply'],
      },
      under: (page) => answersTo(session, page),
      node: (object, under) => commentNode(session, object, under),
    });
  });

const own = (edge: 'media' | 'tags') => (call: SandboxCall) =>
  asInstagram(call, { operations: ['list'], scope: scopes.basic }, async (session) => {
    ownId(session, call.params['node']);
    return listed(session, {
      type: 'IGMedia',
      standard: ['id'],
      query: {
        accountNativeId: session.account.nativeId,
        direction: edge === 'media' ? 'made' : 'received',
        kinds: [edge === 'media' ? 'post' : 'mention'],
      },
      node: (object) => mediaNode(session, object),
    });
  });

const mediaMetrics: MetricNames = {
  views: ['impressions'],
  reach: [],
  likes: [],
  comments: ['replies'],
  saved: ['saves', 'bookmarks'],
  shares: ['reposts'],
  total_interactions: ['engagements'],
  ig_reels_avg_watch_time: [],
  ig_reels_video_view_total_time: [],
};
const accountMetrics: MetricNames = {
  reach: [],
  views: ['impressions'],
  profile_views: [],
  accounts_engaged: [],
  total_interactions: ['engagements'],
  follower_count: [],
  website_clicks: ['clicks'],
};

const measured = (call: SandboxCall): Promise<Response> =>
  asInstagram(call, { operations: ['list'], scope: scopes.insights }, async (session) => {
    const id = call.params['node'] ?? '';
    if (id === session.account.nativeId || (id === 'me' && call.url.host === directHost))
      return insights(session, session.account.nativeId, accountMetrics, 'total_value');
    return insights(session, (await liveObject(session, id)).nativeId, mediaMetrics);
  });

/** With Facebook Login the Page acts for the account, with its own token. */
const message = (call: SandboxCall): Promise<Response> =>
  asInstagram(call, { operations: ['message'], scope: scopes.messages }, async (session) => {
    if (call.url.host === facebookHost) pageIn(session, call.params['node'] ?? '');
    else ownId(session, call.params['node']);
    return sendMessage(session, {
      longest: 1000,
      messagingType: 'optional',
      newId: async () => `aWdf${await metaId(call.world)}`,
    });
  });

/** `GET /{account}/conversations` */
const conversations = (call: SandboxCall): Promise<Response> =>
  asInstagram(call, { operations: ['list'], scope: scopes.messages }, async (session) => {
    if (call.url.host === facebookHost) {
      // Meta: "Page > conversations".
      requireScope(session, 'pages_manage_metadata');
      pageIn(session, call.params['node'] ?? '');
    } else ownId(session, call.params['node']);
    return conversation(session, call.params['node'] ?? '');
  });

export const mediaRoutes: readonly Route[] = [
  {
    method: 'GET',
    host: facebookHost,
    path: '/:version/me/accounts',
    run: (call) => asInstagram(call, { scope: ['pages_show_list'] }, accountsEdge),
  },
  { method: 'GET', path: '/:version/:node/media', run: own('media') },
  { method: 'GET', path: '/:version/:node/tags', run: own('tags') },
  { method: 'GET', path: '/:version/:node/comments', run: comments },
  { method: 'GET', path: '/:version/:node/insights', run: measured },
  { method: 'POST', path: '/:version/:node/comments', run: speak('comment') },
  { method: 'POST', path: '/:version/:node/replies', run: speak('reply') },
  { method: 'POST', path: '/:version/:node/messages', run: message },
  { method: 'GET', path: '/:version/:node/conversations', run: conversations },
  { method: 'GET', path: '/:version/:node', run: node },
  { method: 'POST', path: '/:version/:node', run: hide },
  { method: 'DELETE', host: facebookHost, path: '/:version/:node', run: remove },
];
