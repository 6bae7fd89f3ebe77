import { jsonReply } from '../body.ts';
import type { Route, SandboxCall, SandboxWorld } from '../platform.ts';
import type { Json, JsonObject, ObjectQuery, SandboxAccount, SandboxObject } from '../store.ts';
import { avatarOf } from './accounts.ts';
import { invalid, missing } from './problems.ts';
import { asUser } from './session.ts';
import { shown } from './text.ts';

const reading = ['post.fields', 'tweet.fields', 'expansions', 'user.fields', 'media.fields'] as const;
const tweetFields = new Set(
  (
    'attachments author_id conversation_id created_at edit_history_tweet_ids entities id in_reply_to_user_id lang ' +
    'non_public_metrics organic_metrics public_metrics referenced_posts referenced_tweets reply_settings source text'
  ).split(' '),
);

const authorOf = (object: SandboxObject): string =>
  object.direction === 'made' ? object.accountNativeId : String(object.data['authorId'] ?? '');

const listed = (url: URL, name: string): readonly string[] =>
  (url.searchParams.get(name) ?? '').split(',').filter((field) => field !== '');

/** The fields asked for in both dialects of the API, for the check of their names. */
const named = (url: URL): readonly string[] => [...listed(url, 'post.fields'), ...listed(url, 'tweet.fields')];

/**
 * The fields of an answer. In the dialect of posts the author and what a post refers to come by
 * expansion only: asked for as fields they are left out without an error.
 */
const wanted = (url: URL): ReadonlySet<string> => {
  const expansions = listed(url, 'expansions').filter((name) => name === 'author_id' || name === 'referenced_posts');
  const fields = listed(url, 'post.fields').filter((field) => field !== 'author_id' && field !== 'referenced_posts');
  return new Set([...fields, ...expansions, ...listed(url, 'tweet.fields')]);
};

const publicMetrics = (metrics: Readonly<Record<string, number>>): JsonObject => ({
  retweet_count: metrics['retweet_count'] ?? metrics['reposts'] ?? 0,
  reply_count: metrics['reply_count'] ?? metrics['replies'] ?? 0,
  like_count: metrics['like_count'] ?? metrics['likes'] ?? 0,
  quote_count: metrics['quote_count'] ?? metrics['quotes'] ?? 0,
  bookmark_count: metrics['bookmark_count'] ?? metrics['bookmarks'] ?? 0,
  impression_count: metrics['impression_count'] ?? metrics['impressions'] ?? 0,
});

/** A tweet as the API returns it: id and text always, other fields as requested. */
const tweet = async (world: SandboxWorld, object: SandboxObject, fields: ReadonlySet<string>): Promise<JsonObject> => {
  const { text, urls } = shown(object.nativeId, object.text, { hasMedia: object.media.length > 0 });
  const metrics = await world.store.metrics('TWITTER', object.nativeId);
  const own = object.direction === 'made';
  const all: Record<string, Json | undefined> = {
    author_id: authorOf(object),
    conversation_id: String(object.data['conversation'] ?? object.nativeId),
    created_at: object.createdAt,
    ...(urls.length > 0 && { entities: { urls } }),
    ...(object.parentNativeId !== null && {
      in_reply_to_user_id: object.accountNativeId,
      referenced_posts: [{ type: 'replied_to', id: object.parentNativeId }],
      referenced_tweets: [{ type: 'replied_to', id: object.parentNativeId }],
    }),
    public_metrics: publicMetrics(metrics),
    ...(own && {
      non_public_metrics: {
        impression_count: metrics['impression_count'] ?? metrics['impressions'] ?? 0,
        url_link_clicks: metrics['url_link_clicks'] ?? metrics['clicks'] ?? 0,
        user_profile_clicks: metrics['user_profile_clicks'] ?? 0,
        engagements: metrics['engagements'] ?? 0,
      },
    }),
  };
  const asked = Object.entries(all).filter(
    (entry): entry is [string, Json] => fields.has(entry[0]) && entry[1] !== undefined,
  );
  return { id: object.nativeId, text, edit_history_tweet_ids: [object.nativeId], ...Object.fromEntries(asked) };
};

const me = (account: SandboxAccount, metrics: Readonly<Record<string, number>>): JsonObject => ({
  id: account.nativeId,
  name: account.displayName,
  username: account.username,
  profile_image_url: avatarOf(account),
  verified_type: 'none',
  public_metrics: {
    followers_count: metrics['followers_count'] ?? metrics['followers'] ?? 0,
    following_count: metrics['following_count'] ?? 0,
    tweet_count: metrics['tweet_count'] ?? 0,
    listed_count: metrics['listed_count'] ?? 0,
  },
});

/** The authors of a page, for `expansions=author_id`. */
const authors = (account: SandboxAccount, objects: readonly SandboxObject[]): Json[] => {
  const users = new Map<string, Json>();
  for (const object of objects) {
    const id = authorOf(object);
    const username = String(object.data['authorUsername'] ?? id);
    if (object.direction === 'made') users.set(id, { id, name: account.displayName, username: account.username });
    else
      users.set(id, {
        id,
        name: username,
        username,
        profile_image_url: `https://pbs.twimg.com/profile_images/${id}.jpg`,
      });
  }
  return [...users.values()];
};

type Listing = Readonly<{ scope?: readonly string[]; query: readonly string[]; least: number }>;

const lists = (
  call: SandboxCall,
  { query, least }: Listing,
  find: (account: SandboxAccount) => Omit<ObjectQuery, 'platform' | 'limit'> | undefined,
  keep: (object: SandboxObject) => boolean = () => true,
): Promise<Response> => {
  const allowed = [...reading, 'max_results', 'since_id', 'start_time', ...query];
  return asUser(
    call,
    { operation: 'list', scopes: ['tweet.read', 'users.read'], query: allowed },
    async ({ account }) => {
      const { world, url } = call;
      const fields = wanted(url);
      const odd = named(url).find((field) => !tweetFields.has(field));
      if (odd !== undefined)
        return invalid(`The \`post.fields\` query parameter value [${odd}] is not one of the fields`);
      const limit = Number(url.searchParams.get('max_results') ?? 10);
      if (!Number.isInteger(limit) || limit < least || limit > 100)
        return invalid(`The \`max_results\` query parameter value [${limit}] is not between ${least} and 100`);
      const from = Date.parse(url.searchParams.get('start_time') ?? '1970-01-01T00:00:00Z');
      if (Number.isNaN(from)) return invalid('start_time is not a date', { start_time: [] });
      const found = find(account);
      if (!found) return invalid('the query is not understood', { query: [] });
      const since = url.searchParams.get('since_id');
      const before = url.searchParams.get('pagination_token') ?? url.searchParams.get('next_token');
      const page = await world.store.objects({
        platform: 'TWITTER',
        ...found,
        ...(since !== null && { sinceNativeId: since }),
        ...(before !== null && { beforeNativeId: before }),
        limit: limit + 1,
      });
      const objects = page.slice(0, limit).filter((object) => Date.parse(object.createdAt) >= from && keep(object));
      const next = page.length > limit ? page[limit - 1]?.nativeId : undefined;
      return jsonReply(200, {
        ...(objects.length > 0 && { data: await Promise.all(objects.map((object) => tweet(world, object, fields))) }),
        ...(objects.length > 0 &&
          listed(url, 'expansions').includes('author_id') && { includes: { users: authors(account, objects) } }),
        meta: { result_count: objects.length, ...(next !== undefined && { next_token: next }) },
      });
    },
  );
};

const timeline = (call: SandboxCall) =>
  lists(call, { query: ['pagination_token', 'exclude'], least: 5 }, (account) =>
    call.params['id'] === account.nativeId
      ? { accountNativeId: account.nativeId, direction: 'made', kinds: ['post', 'reply'] }
      : undefined,
  );

const mentions = (call: SandboxCall) =>
  lists(call, { query: ['pagination_token'], least: 5 }, (account) =>
    call.params['id'] === account.nativeId ? { accountNativeId: account.nativeId, kinds: ['mention'] } : undefined,
  );

const search = (call: SandboxCall) => {
  const conversation = /^conversation_id:(\d+)$/.exec(call.url.searchParams.get('query') ?? '')?.[1];
  return lists(
    call,
    { query: ['query', 'next_token'], least: 10 },
    (account) =>
      conversation === undefined ? undefined : { accountNativeId: account.nativeId, kinds: ['comment', 'reply'] },
    (object) => object.data['conversation'] === conversation || object.parentNativeId === conversation,
  );
};

const byIds = (call: SandboxCall, ids: readonly string[]) =>
  asUser(call, { operation: 'list', scopes: ['tweet.read', 'users.read'], query: [...reading, 'ids'] }, async () => {
    const { world, url, params } = call;
    if (ids.length === 0 || ids.length > 100 || !ids.every((id) => /^\d{1,19}$/.test(id)))
      return invalid('The `ids` query parameter value is not valid', { ids });
    const found = await Promise.all(ids.map((id) => world.store.object('TWITTER', id)));
    const live = found.filter((object): object is SandboxObject => object !== undefined && object.deletedAt === null);
    const data = await Promise.all(live.map((object) => tweet(world, object, wanted(url))));
    const gone = ids.filter((id) => !live.some((object) => object.nativeId === id));
    return jsonReply(200, {
      ...(data.length > 0 && { data: params['id'] === undefined ? data : (data[0] ?? null) }),
      ...(gone.length > 0 && { errors: gone.map((id) => missing('tweet', id)) }),
    });
  });

const whoAmI = (call: SandboxCall) =>
  asUser(
    call,
    { operation: 'list', scopes: ['users.read'], query: ['user.fields', 'expansions'] },
    async ({ account }) =>
      jsonReply(200, { data: me(account, await call.world.store.metrics('TWITTER', account.nativeId)) }),
  );

export const readingRoutes: readonly Route[] = [
  { method: 'GET', path: '/2/users/me', run: whoAmI },
  { method: 'GET', path: '/2/users/:id/tweets', run: timeline },
  { method: 'GET', path: '/2/users/:id/mentions', run: mentions },
  { method: 'GET', path: '/2/tweets/search/recent', run: search },
  {
    method: 'GET',
    path: '/2/tweets',
    run: (call) =>
      byIds(
        call,
        (call.url.searchParams.get('ids') ?? '').split(',').filter((id) => id !== ''),
      ),
  },
  { method: 'GET', path: '/2/tweets/:id', run: (call) => byIds(call, [call.params['id'] ?? '']) },
];
