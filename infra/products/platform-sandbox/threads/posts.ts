import { z } from 'zod';
import { jsonReply } from '../body.ts';
import type { Route, SandboxCall } from '../platform.ts';
import type { JsonObject, SandboxObject } from '../store.ts';
import { containerOf, statusOf } from '../meta/containers.ts';
import { fieldTree, withFields } from '../meta/fields.ts';
import { badParameter, missingObject, Refusal } from '../meta/graph-errors.ts';
import { containerPrefix, metaTime, shortcodeOf } from '../meta/ids.ts';
import { insights, setValue, type MetricNames } from '../meta/insights.ts';
import { listed, type Listing, type Node } from '../meta/listing.ts';
import { checked, flag, textOf } from '../meta/parameters.ts';
import { asHolder, type MetaSession } from '../meta/session.ts';
import { graphHost, threads } from './accounts.ts';
import { ownId } from './containers.ts';

const fieldsOf = ({ parameters }: MetaSession) => fieldTree(textOf(parameters['fields']));

const liveObject = async ({ call, account }: MetaSession, id: string): Promise<SandboxObject> => {
  const object = await call.world.store.object('THREADS', id);
  if (!object || object.deletedAt !== null || object.accountNativeId !== account.nativeId)
    throw new Refusal(missingObject(call.request.method, id));
  return object;
};

const types: Readonly<Record<string, string>> = { TEXT: 'TEXT_POST', CAROUSEL: 'CAROUSEL_ALBUM' };

const postNode = ({ account }: MetaSession, object: SandboxObject): Node => {
  const { nativeId, data, direction, parentNativeId } = object;
  const username = direction === 'made' ? account.username : String(data['authorUsername'] ?? '');
  const code = /^\d+$/.test(nativeId) ? shortcodeOf(nativeId) : nativeId;
  const type = String(data['type'] ?? 'TEXT');
  const root = String(data['post'] ?? nativeId);
  return {
    id: nativeId,
    media_product_type: 'THREADS',
    media_type: types[type] ?? type,
    text: object.text === '' ? undefined : object.text,
    permalink: `https://www.threads.net/@${username}/post/${code}`,
    shortcode: code,
    timestamp: metaTime(object.createdAt),
    username,
    owner: direction === 'made' ? { id: account.nativeId } : undefined,
    is_reply: parentNativeId !== null,
    is_quote_post: false,
    has_replies: false,
    root_post: root === nativeId ? undefined : { id: root },
    replied_to: parentNativeId === null ? undefined : { id: parentNativeId },
    is_reply_owned_by_me: direction === 'made',
    hide_status: data['hidden'] === true ? 'HIDDEN' : 'NOT_HUSHED',
  };
};

const userNode = ({ account }: MetaSession): Node => ({
  id: account.nativeId,
  username: account.username,
  name: account.displayName,
  threads_profile_picture_url: `https://scontent.cdninstagram.com/v/${account.nativeId}.jpg`,
  threads_biography: '',
  is_verified: false,
});

const node = (call: SandboxCall): Promise<Response> =>
  asHolder(call, threads, { scope: ['threads_basic'] }, async (session) => {
    const id = call.params['node'] ?? '';
    const tree = fieldsOf(session);
    if (id === 'me' || id === session.account.nativeId)
      return jsonReply(200, withFields('ThreadsUser', userNode(session), tree));
    if (id.startsWith(containerPrefix) && (await call.world.store.record('THREADS', 'container', id))) {
      const status = statusOf(call.world, await containerOf(session, id));
      const words = status === 'ERROR' ? 'UNKNOWN' : undefined;
      return jsonReply(200, withFields('ThreadsContainer', { id, status, error_message: words }, tree));
    }
    return jsonReply(200, withFields('ThreadsMedia', postNode(session, await liveObject(session, id)), tree));
  });

const remove = (call: SandboxCall): Promise<Response> =>
  asHolder(call, threads, { operations: ['delete'], scope: ['threads_delete'] }, async (session) => {
    const object = await liveObject(session, call.params['node'] ?? '');
    if (object.direction !== 'made') throw new Refusal(missingObject('delete', object.nativeId));
    await call.world.store.changeObject('THREADS', object.nativeId, { deletedAt: call.world.now().toISOString() });
    return jsonReply(200, { success: true, deleted_id: object.nativeId });
  });

const Hide = z.strictObject({ hide: flag });

const hide = (call: SandboxCall): Promise<Response> =>
  asHolder(call, threads, { operations: ['comment'], scope: ['threads_manage_replies'] }, async (session) => {
    const object = await liveObject(session, call.params['node'] ?? '');
    const { hide: hidden } = checked(Hide, session.parameters);
    if (object.direction !== 'received') throw new Refusal(badParameter('Replies of one’s own cannot be hidden'));
    await call.world.store.changeObject('THREADS', object.nativeId, { data: { ...object.data, hidden } });
    return jsonReply(200, { success: true });
  });

type Found = Pick<Listing, 'query' | 'keep'>;

const lists =
  (scope: string, find: (session: MetaSession) => Found | Promise<Found>) =>
  (call: SandboxCall): Promise<Response> =>
    asHolder(call, threads, { operations: ['list'], scope: [scope] }, async (session) =>
      listed(session, {
        type: 'ThreadsMedia',
        standard: ['id'],
        ...(await find(session)),
        node: (object) => postNode(session, object),
        also: ['reverse'],
      }),
    );

const own = (kind: 'post' | 'reply') => (session: MetaSession) => {
  ownId(session);
  const { nativeId: accountNativeId } = session.account;
  return { query: { accountNativeId, direction: 'made' as const, kinds: [kind] } };
};

const mentions = (session: MetaSession) => {
  ownId(session);
  const { nativeId: accountNativeId } = session.account;
  return { query: { accountNativeId, direction: 'received' as const, kinds: ['mention' as const] } };
};

const under = (all: boolean) => async (session: MetaSession) => {
  const root = await liveObject(session, session.call.params['user'] ?? '');
  return {
    query: { accountNativeId: session.account.nativeId, kinds: ['comment' as const, 'reply' as const] },
    keep: ({ parentNativeId, data, nativeId }: SandboxObject) =>
      parentNativeId === root.nativeId || (all && data['post'] === root.nativeId && nativeId !== root.nativeId),
  };
};

/** `GET /{me}/replies` lists one's own, `GET /{post}/replies` those on a post. */
const replies = async (session: MetaSession): Promise<Found> => {
  const id = session.call.params['user'] ?? '';
  return id === 'me' || id === session.account.nativeId ? own('reply')(session) : under(false)(session);
};

const postMetrics: MetricNames = {
  views: ['impressions'],
  likes: [],
  replies: ['comments'],
  reposts: [],
  quotes: [],
  shares: [],
};
const userMetrics: MetricNames = { ...postMetrics, clicks: [], followers_count: ['followers'] };

/**
 * Without a range an answer covers yesterday and today: views as a series of days, clicks by link, the
 * others as one total (Meta: "Threads Insights API"). A metric that was never set has no value.
 */
const userValues = (name: string, value: number | undefined, now: Date): JsonObject => {
  if (name === 'views') {
    const today = Math.ceil((value ?? 0) / 3);
    return {
      values: [(value ?? 0) - today, today].map((each, index) => ({
        value: each,
        end_time: metaTime(new Date(now.getTime() - (1 - index) * 86_400_000).toISOString()),
      })),
    };
  }
  if (name === 'clicks')
    return {
      link_total_values:
        value === undefined
          ? []
          : [
              { value: Math.floor(value / 2), link_url: 'https://example.com/one' },
              { value: Math.ceil(value / 2), link_url: 'https://example.com/two' },
            ],
    };
  return { total_value: { value: value ?? 0 } };
};

const measured = (call: SandboxCall): Promise<Response> =>
  asHolder(call, threads, { operations: ['list'], scope: ['threads_manage_insights'] }, async (session) => {
    const object = await liveObject(session, call.params['node'] ?? '');
    return insights(session, object.nativeId, postMetrics);
  });

const userInsights = (call: SandboxCall): Promise<Response> =>
  asHolder(call, threads, { operations: ['list'], scope: ['threads_manage_insights'] }, async (session) => {
    ownId(session);
    const metrics = await call.world.store.metrics('THREADS', session.account.nativeId);
    const asked = (textOf(session.parameters['metric']) ?? '').split(',');
    if (!asked.every((name) => name in userMetrics)) return insights(session, session.account.nativeId, userMetrics);
    const { now } = call.world;
    return jsonReply(200, {
      data: asked.map((name) => ({
        name,
        period: 'day',
        ...userValues(name, setValue(metrics, name, userMetrics[name]), now()),
        id: `${session.account.nativeId}/insights/${name}/day`,
      })),
    });
  });

const host = graphHost;

export const postRoutes: readonly Route[] = [
  { method: 'GET', host, path: '/:version/:user/threads', run: lists('threads_basic', own('post')) },
  { method: 'GET', host, path: '/:version/:user/replies', run: lists('threads_read_replies', replies) },
  { method: 'GET', host, path: '/:version/:user/conversation', run: lists('threads_read_replies', under(true)) },
  { method: 'GET', host, path: '/:version/:user/mentions', run: lists('threads_manage_mentions', mentions) },
  { method: 'GET', host, path: '/:version/:user/threads_insights', run: userInsights },
  { method: 'GET', host, path: '/:version/:node/insights', run: measured },
  { method: 'POST', host, path: '/:version/:node/manage_reply', run: hide },
  { method: 'GET', host, path: '/:version/:node', run: node },
  { method: 'DELETE', host, path: '/:version/:node', run: remove },
];
