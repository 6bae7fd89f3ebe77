import { jsonReply } from '../body.ts';
import type { Route, SandboxCall, SandboxWorld } from '../platform.ts';
import type { JsonObject, SandboxAccount, SandboxObject } from '../store.ts';
import { avatarOf, subredditsOf, titleOf } from './accounts.ts';
import { notFound } from './answers.ts';
import { asUser } from './session.ts';

const seconds = (moment: string): number => Math.floor(Date.parse(moment) / 1000);

const listing = (children: readonly JsonObject[], after: string | null = null): JsonObject => ({
  kind: 'Listing',
  data: { after, before: null, dist: children.length, children },
});

const author = (account: SandboxAccount, object: SandboxObject): JsonObject =>
  object.deletedAt !== null
    ? { author: '[deleted]' }
    : object.direction === 'made'
      ? { author: account.username, author_fullname: `t2_${account.nativeId}` }
      : { author: String(object.data['authorUsername']), author_fullname: `t2_${String(object.data['authorId'])}` };

const shownPost = async (world: SandboxWorld, account: SandboxAccount, object: SandboxObject): Promise<JsonObject> => {
  const metrics = await world.store.metrics('REDDIT', object.nativeId);
  const ups = metrics['ups'] ?? metrics['likes'] ?? 1;
  return {
    kind: 't3',
    data: {
      ...author(account, object),
      id: object.nativeId.slice(3),
      name: object.nativeId,
      title: object.data['title'] ?? '',
      selftext: object.deletedAt === null ? (object.data['selftext'] ?? '') : '[deleted]',
      subreddit: object.data['subreddit'] ?? '',
      permalink: object.data['permalink'] ?? '',
      created_utc: seconds(object.createdAt),
      removed_by_category: object.deletedAt === null ? null : 'deleted',
      score: metrics['score'] ?? ups,
      ups,
      upvote_ratio: metrics['upvote_ratio'] ?? 1,
      num_comments: metrics['num_comments'] ?? metrics['comments'] ?? 0,
      num_crossposts: metrics['num_crossposts'] ?? metrics['shares'] ?? 0,
      view_count: metrics['view_count'] ?? metrics['impressions'] ?? null,
    },
  };
};

const shownComment = (
  account: SandboxAccount,
  object: SandboxObject,
  replies: JsonObject | '' = '',
  post = String(object.data['post'] ?? ''),
): JsonObject => ({
  kind: 't1',
  data: {
    ...author(account, object),
    id: object.nativeId.slice(3),
    name: object.nativeId,
    body: object.text,
    parent_id: object.parentNativeId ?? post,
    link_id: post,
    created_utc: seconds(object.createdAt),
    permalink: String(object.data['permalink'] ?? `/comments/${post.slice(3)}/_/${object.nativeId.slice(3)}/`),
    replies,
  },
});

const me = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'list', 'identity', async (account) => {
    const metrics = await call.world.store.metrics('REDDIT', account.nativeId);
    return jsonReply(200, {
      id: account.nativeId,
      name: account.username,
      icon_img: avatarOf(account),
      total_karma: metrics['karma'] ?? 1,
      created_utc: seconds(account.createdAt),
      subreddit: { display_name: `u_${account.username}`, subscribers: metrics['followers'] ?? 0 },
    });
  });

const subscribed = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'list', 'mysubreddits', async (account) => {
    const children = subredditsOf(account).map((name) => ({
      kind: 't5',
      data: { display_name: name, title: titleOf(name), icon_img: '' },
    }));
    return jsonReply(200, listing(children));
  });

const limitOf = (url: URL, most = 100): number => {
  const asked = Number(url.searchParams.get('limit') ?? 25);
  return Number.isInteger(asked) && asked > 0 ? Math.min(asked, most) : 25;
};

const submitted = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'list', 'history', async (account) => {
    const { world, url, params } = call;
    if (params['name']?.toLowerCase() !== account.username.toLowerCase()) return notFound();
    const after = url.searchParams.get('after');
    const limit = limitOf(url);
    const posts = await world.store.objects({
      platform: 'REDDIT',
      accountNativeId: account.nativeId,
      direction: 'made',
      kinds: ['post'],
      limit,
      ...(after !== null && { beforeNativeId: after }),
    });
    const now = world.now().getTime();
    const visible = posts.filter(({ data }) => !(Date.parse(String(data['visibleAt'] ?? '')) > now));
    const shown = await Promise.all(visible.map((post) => shownPost(world, account, post)));
    return jsonReply(200, listing(shown, posts.length === limit ? (posts.at(-1)?.nativeId ?? null) : null));
  });

const info = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'list', 'read', async (account) => {
    const ids = (call.url.searchParams.get('id') ?? '').split(',').slice(0, 100);
    const found = await Promise.all(ids.map((id) => call.world.store.object('REDDIT', id)));
    const shown = found.flatMap((object) => (object ? [object] : []));
    const things = await Promise.all(
      shown.map((object) =>
        object.nativeId.startsWith('t3_')
          ? shownPost(call.world, account, object)
          : Promise.resolve(shownComment(account, object)),
      ),
    );
    return jsonReply(200, listing(things));
  });

const discussion = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'list', 'read', async (account) => {
    const { world, params } = call;
    const post = await world.store.object('REDDIT', `t3_${params['id'] ?? ''}`);
    if (!post) return notFound();
    // Read before the list, whose statement then checks it.
    const shown = await shownPost(world, account, post);
    const all = await world.store.objects({
      platform: 'REDDIT',
      accountNativeId: account.nativeId,
      kinds: ['comment', 'reply'],
      limit: 500,
    });
    const here = all.filter(({ data }) => data['post'] === post.nativeId);
    const under = (parent: string): readonly JsonObject[] =>
      here
        .filter(({ parentNativeId }) => parentNativeId === parent)
        .map((comment) => {
          const answers = under(comment.nativeId);
          return shownComment(account, comment, answers.length > 0 ? listing(answers) : '', post.nativeId);
        });
    return jsonReply(200, [listing([shown]), listing(under(post.nativeId))]);
  });

const mentions = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'list', 'privatemessages', async (account) => {
    const after = call.url.searchParams.get('after');
    const limit = limitOf(call.url);
    const found = await call.world.store.objects({
      platform: 'REDDIT',
      accountNativeId: account.nativeId,
      direction: 'received',
      kinds: ['mention'],
      limit,
      ...(after !== null && { beforeNativeId: after }),
    });
    const shown = found.map((object) => shownComment(account, object));
    return jsonReply(200, listing(shown, found.length === limit ? (found.at(-1)?.nativeId ?? null) : null));
  });

export const readingRoutes: readonly Route[] = [
  { method: 'GET', path: '/api/v1/me', run: me },
  { method: 'GET', path: '/subreddits/mine/subscriber', run: subscribed },
  { method: 'GET', path: '/user/:name/submitted', run: submitted },
  { method: 'GET', path: '/api/info', run: info },
  { method: 'GET', path: '/comments/:id', run: discussion },
  { method: 'GET', path: '/message/mentions', run: mentions },
];
