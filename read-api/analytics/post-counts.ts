import { sql } from 'kysely';
import type { ReadContext } from '../kernel/endpoint.ts';
import { beginningOf, endAfter } from '../kernel/instant-query.ts';
import type { Chosen, Group } from './chosen.ts';

/** More rows than a year of days and a thousand accounts have counts; the rest is left out. */
const maxRows = 50_000;

export type PostCounts = Readonly<{ all: number; by: Readonly<Record<Group, ReadonlyMap<string, number>>> }>;

const columns: Readonly<Record<Group, ReturnType<typeof sql<string>>>> = {
  platform: sql<string>`platform`,
  account_id: sql<string>`account_id`,
  day: sql<string>`to_char(published_at at time zone 'utc', 'YYYY-MM-DD')`,
};

/**
 * The posts that have a measured copy that went live in a range, together and by each of these columns. The days of
 * accounts count copies: a post on two platforms has a copy on each, and is one post.
 */
export const postCountsBy = async (
  groups: readonly Group[],
  { from, to, platform, accountIds }: Chosen,
  { db, caller }: ReadContext,
): Promise<PostCounts> => {
  let copies = db
    .selectFrom('post_metrics')
    .where('workspace_id', '=', caller.workspaceId)
    .where('published_at', 'is not', null)
    .where('published_at', '>=', beginningOf(from))
    .where('published_at', '<', endAfter(to))
    .where('fetched_at', 'is not', null);
  if (platform !== undefined) copies = copies.where('platform', '=', platform);
  if (accountIds !== undefined) copies = copies.where(sql<boolean>`account_id = any(${accountIds})`);
  const named = copies.select(['post_id', ...groups.map((group) => columns[group].as(group))]);
  const sets = [sql`()`, ...groups.map((group) => sql`(${sql.ref(group)})`)];
  const rows = await db
    .selectFrom(named.as('copies'))
    .select(groups.map((group) => sql<string | null>`${sql.ref(group)}`.as(group)))
    .select(sql<number>`count(distinct post_id)::double precision`.as('posts'))
    .groupBy(sql`grouping sets (${sql.join(sets)})`)
    .limit(maxRows)
    .execute();
  const countsOf = (group: Group): ReadonlyMap<string, number> =>
    new Map(rows.flatMap((row) => (row[group] == null ? [] : [[row[group], row.posts] as const])));
  return {
    all: rows.find((row) => groups.every((group) => row[group] == null))?.posts ?? 0,
    by: { platform: countsOf('platform'), account_id: countsOf('account_id'), day: countsOf('day') },
  };
};
