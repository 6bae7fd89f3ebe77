import { jsonReply } from '../body.ts';
import type { Route, SandboxCall } from '../platform.ts';
import type { SandboxObject } from '../store.ts';
import { commentAddress, postAddress } from '../meta/addresses.ts';
import { fieldTree, withFields } from '../meta/fields.ts';
import { missingObject, pageTokenRequired, Refusal } from '../meta/graph-errors.ts';
import { metaTime } from '../meta/ids.ts';
import { insights, metricValue, type MetricNames } from '../meta/insights.ts';
import { listed, type Node } from '../meta/listing.ts';
import { accountsEdge, pageIn, pageNode, pagesOf, personNode } from '../meta/pages.ts';
import { textOf } from '../meta/parameters.ts';
import { foundOrWriter } from '../meta/message-window.ts';
import { asHolder, requireScope, type MetaSession } from '../meta/session.ts';
import { facebook } from './accounts.ts';
import { liveObject } from './posts.ts';
import { pendingVideo } from './videos.ts';

const authorOf = ({ account }: MetaSession, { direction, data }: SandboxObject) => {
  if (direction === 'made') {
    const page = pagesOf(account).find(({ id }) => id === data['page']);
    return { id: page?.id ?? account.nativeId, name: page?.name ?? account.displayName };
  }
  const id = String(data['authorId'] ?? '');
  return {
    id,
    name: String(data['authorUsername'] ?? id),
    picture: { data: { url: `https://scontent.xx.fbcdn.net/v/${id}.jpg` } },
  };
};

const linkOf = ({ nativeId, data, kind }: SandboxObject): string => {
  if (data['video'] === 'reel') return `/reel/${nativeId}/`;
  if (data['video'] === 'video') return `/${String(data['page'])}/videos/${nativeId}/`;
  if (kind === 'comment' || kind === 'reply') return commentAddress(String(data['post'] ?? nativeId), nativeId);
  return postAddress(nativeId);
};

const postNode = async (session: MetaSession, object: SandboxObject): Promise<Node> => {
  const metrics = await session.call.world.store.metrics('FACEBOOK', object.nativeId);
  const total = (count: number) => ({ data: [], summary: { total_count: count } });
  return {
    id: object.nativeId,
    message: object.text === '' ? undefined : object.text,
    created_time: metaTime(object.createdAt),
    from: authorOf(session, object),
    permalink_url: linkOf(object),
    is_published: true,
    reactions: total(metricValue(metrics, 'reactions', ['likes'])),
    comments: total(metricValue(metrics, 'comments', ['replies'])),
    shares: { count: metricValue(metrics, 'shares', ['reposts']) },
  };
};

const videoNode = async (session: MetaSession, object: SandboxObject): Promise<Node> => {
  const { message, ...post } = await postNode(session, object);
  const ready = session.call.world.now().getTime() >= Date.parse(String(object.data['readyAt']));
  const phase = { status: ready ? 'complete' : 'in_progress' };
  return {
    ...post,
    description: message,
    title: object.data['title'],
    published: true,
    post_id: object.data['story'],
    status: {
      video_status: ready ? 'ready' : 'processing',
      uploading_phase: { status: 'complete' },
      processing_phase: phase,
      publishing_phase: { ...phase, publish_status: ready ? 'published' : 'draft' },
    },
  };
};

const commentNode = (session: MetaSession, object: SandboxObject): Node => {
  const parent = object.parentNativeId;
  return {
    id: object.nativeId,
    message: object.text,
    created_time: metaTime(object.createdAt),
    from: authorOf(session, object),
    parent: parent !== null && parent !== object.data['post'] ? { id: parent } : undefined,
    is_hidden: object.data['hidden'] === true,
    can_hide: object.direction === 'received',
    can_comment: true,
    comment_count: 0,
    like_count: 0,
    permalink_url: linkOf(object),
  };
};

const fieldsOf = ({ parameters }: MetaSession) => fieldTree(textOf(parameters['fields']));

const me = (call: SandboxCall): Promise<Response> =>
  asHolder(call, facebook, {}, async (session) => {
    if (session.secret.data['type'] === 'PAGE')
      return jsonReply(
        200,
        withFields('Page', await pageNode(session, pageIn(session, 'me')), fieldsOf(session), ['name', 'id']),
      );
    return jsonReply(200, withFields('User', personNode(session.account), fieldsOf(session), ['name', 'id']));
  });

const node = (call: SandboxCall): Promise<Response> =>
  asHolder(call, facebook, { scope: ['pages_read_engagement'] }, async (session) => {
    const id = call.params['node'] ?? '';
    if (pagesOf(session.account).some((page) => page.id === id))
      return jsonReply(
        200,
        withFields('Page', await pageNode(session, pageIn(session, id, 'any')), fieldsOf(session), ['name', 'id']),
      );
    const pending = await pendingVideo(session, id);
    if (pending) return jsonReply(200, withFields('Video', pending, fieldsOf(session)));
    const object = await foundOrWriter(session, id, () => liveObject(session, id));
    if ('writer' in object) {
      requireScope(session, 'pages_messaging');
      if (session.secret.data['type'] !== 'PAGE') throw new Refusal(pageTokenRequired);
      const profile = { id, first_name: object.writer, last_name: '', profile_pic: undefined };
      return jsonReply(200, withFields('Profile', profile, fieldsOf(session), ['first_name', 'last_name', 'id']));
    }
    if (object.data['video'] !== undefined)
      return jsonReply(200, withFields('Video', await videoNode(session, object), fieldsOf(session)));
    if (object.kind === 'post' || object.kind === 'mention')
      return jsonReply(200, withFields('Post', await postNode(session, object), fieldsOf(session)));
    return jsonReply(200, withFields('Comment', commentNode(session, object), fieldsOf(session)));
  });

const published = (call: SandboxCall): Promise<Response> =>
  asHolder(call, facebook, { operations: ['list'], scope: ['pages_read_engagement'] }, async (session) => {
    const page = pageIn(session, call.params['page'] ?? '');
    return listed(session, {
      type: 'Post',
      standard: ['created_time', 'message', 'id'],
      query: { accountNativeId: session.account.nativeId, direction: 'made', kinds: ['post'] },
      keep: ({ data }) => data['page'] === page.id && data['placement'] !== 'STORY',
      node: async (object) => ({
        ...(await postNode(session, object)),
        id: object.data['video'] === undefined ? object.nativeId : String(object.data['story']),
      }),
    });
  });

const comments = (call: SandboxCall): Promise<Response> =>
  asHolder(call, facebook, { operations: ['list'], scope: ['pages_read_user_content'] }, async (session) => {
    const target = await liveObject(session, call.params['node'] ?? '');
    const all = textOf(session.parameters['filter']) === 'stream';
    return listed(session, {
      type: 'Comment',
      standard: ['created_time', 'from', 'message', 'id'],
      query: { accountNativeId: session.account.nativeId, kinds: ['comment', 'reply'] },
      keep: ({ data, parentNativeId }) =>
        parentNativeId === target.nativeId || (all && data['post'] === target.nativeId),
      node: (object) => commentNode(session, object),
      also: ['filter', 'order', 'summary'],
    });
  });

const tagged = (call: SandboxCall): Promise<Response> =>
  asHolder(call, facebook, { operations: ['list'], scope: ['pages_read_user_content'] }, async (session) => {
    pageIn(session, call.params['page'] ?? '');
    return listed(session, {
      type: 'Post',
      standard: ['message', 'id'],
      query: { accountNativeId: session.account.nativeId, direction: 'received', kinds: ['mention'] },
      node: (object) => postNode(session, object),
    });
  });

/** The metrics of Pages and posts that are left after the removals of 2025 and 2026 (Meta: "Deprecated metrics"). */
const postMetrics: MetricNames = {
  post_media_view: ['impressions', 'views'],
  post_total_media_view_unique: ['reach'],
  post_clicks: ['clicks'],
  post_reactions_by_type_total: [],
};
/** Of videos themselves: the metrics of unique impressions have ended for every version (Meta: Graph changelog, v25.0). */
const videoMetrics: MetricNames = { total_video_views: ['impressions', 'views'] };

/** The object that insights are asked of: videos and reels also go by the id of their post. */
const measuredObject = async (session: MetaSession, id: string): Promise<SandboxObject> => {
  const link = await session.call.world.store.record('FACEBOOK', 'video-of-post', id);
  return liveObject(session, String(link?.['video'] ?? id));
};

const measured = (video: boolean) => (call: SandboxCall) =>
  asHolder(call, facebook, { operations: ['list'], scope: ['read_insights'] }, async (session) => {
    const id = call.params['node'] ?? '';
    const object = await measuredObject(session, id);
    pageIn(session, String(object.data['page']));
    // A video has insights of its own; those of a post belong to its post.
    if (!video && object.data['video'] !== undefined && object.nativeId === id)
      throw new Refusal(missingObject(call.request.method, id));
    return insights(session, object.nativeId, video ? videoMetrics : postMetrics);
  });

const host = 'graph.facebook.com';

export const readingRoutes: readonly Route[] = [
  { method: 'GET', host, path: '/:version/me', run: me },
  {
    method: 'GET',
    host,
    path: '/:version/me/accounts',
    run: (call) => asHolder(call, facebook, { scope: ['pages_show_list'] }, accountsEdge),
  },
  { method: 'GET', host, path: '/:version/:page/published_posts', run: published },
  { method: 'GET', host, path: '/:version/:page/tagged', run: tagged },
  { method: 'GET', host, path: '/:version/:node/comments', run: comments },
  { method: 'GET', host, path: '/:version/:node/insights', run: measured(false) },
  { method: 'GET', host, path: '/:version/:node/video_insights', run: measured(true) },
  { method: 'GET', host, path: '/:version/:node', run: node },
];
