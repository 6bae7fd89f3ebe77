import { sql, type Kysely } from 'kysely';
import type { CalendarAccount, CalendarSources, RecentPosts } from '../../../commands/calendar/calendar-sources.ts';
import type { KnownPosts, OwnObject } from '../../../domain/calendar/seen-on-platform.ts';
import type { Community, NativePost } from '../../../domain/platforms/community.ts';
import { Platform } from '../../../domain/platforms/platform.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { RunContext } from '../../../domain/platforms/publisher.ts';
import type { PostView } from '../../../domain/posts/view.ts';
import type { ReadModels } from '../../../projections/database.ts';
import type { CommunityCalls } from '../comments/community-calls.ts';
import { defined } from '../../../domain/kernel/defined.ts';

type Parts = Readonly<{
  db: Kysely<ReadModels>;
  calls: CommunityCalls;
  /** Waits, for a limited time, until these read models have reached the workspace's last write. */
  settled(workspaceId: string, models: readonly string[]): Promise<void>;
}>;

/** The platforms whose posts the calendar imports. */
const importedFrom: readonly Platform[] = ['MASTODON', 'TIKTOK'];
const maxAccounts = 100;
const maxPages = 5;
/** More than five pages of posts of an account, with room for what was removed. */
const maxKnown = 1_000;

const readPages = async (
  { recentPosts }: Community,
  platform: Platform,
  since: string,
  context: RunContext,
): Promise<RecentPosts> => {
  if (!recentPosts) throw new PlatformError('refused', 'PUBLISH_ERROR', `${platform} lists no posts.`);
  const posts = new Map<string, NativePost>();
  let after: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    const { items, next } = await recentPosts({ since, ...defined({ after }) }, context);
    for (const post of items) posts.set(post.nativeId, post);
    if (next === undefined || items.length === 0) return { posts: [...posts.values()], since };
    after = next;
  }
  const all = [...posts.values()];
  return {
    posts: all,
    since: all.map(({ createdAt }) => createdAt).reduce((one, other) => (one < other ? one : other)),
  };
};

/** The objects of a post on an account, in their order. */
const objectsOn = (accountId: string, { post }: PostView) =>
  post.destinations.flatMap(({ accountId: where, objects }) => (where === accountId ? objects : []));

const isRemovedFrom = (accountId: string, { post }: PostView): boolean =>
  post.destinations.every(({ accountId: where, removal }) => where !== accountId || removal === 'removed');

/** Recent posts as the platforms list them, and what the read models have of them. */
export const calendarSources = ({ db, calls, settled }: Parts): CalendarSources => {
  const postsOn = async ({ id }: CalendarAccount, workspaceId: string, since: string) => {
    const rows = await db
      .selectFrom('posts')
      .select(['view', 'status'])
      .where('workspace_id', '=', workspaceId)
      .where('calendar_at', '>=', since)
      .where(sql<boolean>`account_ids @> ${[id]}`)
      .orderBy('calendar_at', 'desc')
      .orderBy('id', 'desc')
      .limit(maxKnown)
      .execute();
    return rows;
  };
  const plansOn = async ({ id, platform }: CalendarAccount, workspaceId: string, since: string) => {
    const rows = await db
      .selectFrom('calendar_posts')
      .select('view')
      .where('workspace_id', '=', workspaceId)
      .where('platform', '=', platform)
      .where('at', '>=', since)
      .where(({ or, eb }) => or([eb('status', '=', 'PUBLISHED'), eb('post_id', 'is not', null)]))
      .where(sql<boolean>`view->>'accountId' = ${id}`)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(maxKnown)
      .execute();
    return rows.map(({ view }) => view);
  };
  return {
    async accounts(workspaceId) {
      await settled(workspaceId, ['accounts']);
      const rows = await db
        .selectFrom('accounts')
        .select(['id', 'platform'])
        .where('workspace_id', '=', workspaceId)
        .where('status', '!=', 'disconnected')
        .where('platform', 'in', importedFrom)
        .orderBy('id', 'desc')
        .limit(maxAccounts)
        .execute();
      return rows.map((row) => ({ id: row.id, platform: Platform.parse(row.platform) }));
    },

    recent: (account, scope, since) =>
      calls.call(account, scope, {
        operation: 'list',
        run: (community, context) => readPages(community, account.platform, since, context),
      }),

    async known(account, workspaceId, since): Promise<KnownPosts> {
      await settled(workspaceId, ['posts', 'calendar_posts']);
      const [posts, plans] = await Promise.all([
        postsOn(account, workspaceId, since),
        plansOn(account, workspaceId, since),
      ]);
      // A post is created from a calendar post, or was imported as one.
      const planOf = new Map(plans.flatMap(({ id, postId }) => (postId === null ? [] : [[postId, id] as const])));
      const own = new Map<string, OwnObject>();
      for (const { view } of posts)
        for (const [index, { nativeId }] of objectsOn(account.id, view).entries())
          own.set(nativeId, {
            postId: view.id,
            calendarPostId: planOf.get(view.id) ?? null,
            isRoot: index === 0,
          });
      return {
        own,
        removed: new Set(posts.flatMap(({ view }) => (isRemovedFrom(account.id, view) ? [view.id] : []))),
        isPublishing: posts.some(({ status }) => status === 'publishing'),
        published: plans
          .filter(({ status }) => status === 'PUBLISHED')
          .map(({ id, platformPostId, updatedAt, postId }) => ({ id, platformPostId, changedAt: updatedAt, postId })),
      };
    },
  };
};
