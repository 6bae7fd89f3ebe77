import { sql } from 'kysely';
import { AnsweredDay } from '../../domain/kernel/answered-times.ts';
import { z } from 'zod';
import { engagementsOf, sumOf } from '../../domain/analytics/metrics.ts';
import { MetricsReply } from '../contract/insights.ts';
import type { ReadContext } from '../kernel/endpoint.ts';
import type { Chosen, Group } from './chosen.ts';
import { postCountsBy } from './post-counts.ts';
import { tableOf } from '../../domain/kernel/keys-of.ts';

/** More rows than a year of days and a thousand accounts have figures; the rest is left out. */
const maxRows = 50_000;

export const TotalsReply = z.object({
  posts: z.int().meta({
    description: 'Posts that went live in the range and were measured. A post on several accounts counts once',
  }),
  copies: z.int().meta({ description: 'Their copies: a post on two platforms has two' }),
  metrics: MetricsReply.meta({ description: 'Their figures so far, added up' }),
  engagements: z.number().nullable().meta({
    description: 'Likes, comments, replies, reposts, shares, quotes, saves and bookmarks; null: none is offered',
  }),
  engagementRate: z.number().nullable().meta({ description: 'Engagements per impression; null without impressions' }),
});
export type Totals = z.infer<typeof TotalsReply>;

export const DailyReply = z.array(z.object({ date: AnsweredDay, ...TotalsReply.omit({ engagementRate: true }).shape }));
export type Daily = z.infer<typeof DailyReply>;

const days = ({ from, to, platform, accountIds }: Chosen, { db, caller }: ReadContext) => {
  let rows = db
    .selectFrom('account_days')
    .where('workspace_id', '=', caller.workspaceId)
    .where('day', '>=', from)
    .where('day', '<=', to);
  if (platform !== undefined) rows = rows.where('platform', '=', platform);
  if (accountIds !== undefined) rows = rows.where(sql<boolean>`account_id = any(${accountIds})`);
  return rows;
};

const totalsOf = (posts: number, copies: number, metrics: Readonly<Record<string, number>>): Totals => {
  const engagements = engagementsOf(metrics) ?? null;
  const impressions = metrics['impressions'] ?? 0;
  const engagementRate = engagements === null || impressions === 0 ? null : engagements / impressions;
  return { posts, copies, metrics, engagements, engagementRate };
};

type Summed = Readonly<Record<Group, string | null> & { metric: string | null; sum: number }>;

/** A row for each figure of an account's day; the one without a name is the number of copies. */
const figures = sql<{ metric: string | null; value: number }>`lateral (
  select null::text as metric, account_days.posts::double precision as value
  union all
  select key, value::double precision from jsonb_each_text(account_days.totals))`.as('figure');

/** The totals by one of the columns; a row of another grouping has null in it. */
const totalsIn = (
  rows: readonly Summed[],
  group: Group,
  posts: ReadonlyMap<string, number>,
): ReadonlyMap<string, Totals> => {
  const copies: [name: string, count: number][] = [];
  const metrics = new Map<string, Record<string, number>>();
  for (const { [group]: name, metric, sum } of rows) {
    if (name === null) continue;
    if (metric === null) copies.push([name, sum]);
    else metrics.set(name, { ...metrics.get(name), [metric]: sum });
  }
  const some = copies.filter(([, count]) => count > 0).sort();
  return new Map(some.map(([name, count]) => [name, totalsOf(posts.get(name) ?? 0, count, metrics.get(name) ?? {})]));
};

const together = (posts: number, all: readonly Totals[]): Totals =>
  totalsOf(
    posts,
    all.reduce((sum, { copies }) => sum + copies, 0),
    sumOf(all.map(({ metrics }) => metrics)),
  );

/** The totals of a range, together and by each of these columns: the figures are read by day, the posts by copy. */
export const totalsBy = async <By extends Group>(
  groups: readonly [By, ...By[]],
  chosen: Chosen,
  context: ReadContext,
): Promise<Readonly<{ totals: Totals; by: Readonly<Record<By, ReadonlyMap<string, Totals>>> }>> => {
  const column = (group: Group) => sql<string | null>`${sql.ref(`account_days.${group}`)}`;
  const counts = await postCountsBy(groups, chosen, context);
  const rows = await days(chosen, context)
    .innerJoin(figures, (join) => join.onTrue())
    .select(groups.map((group: Group) => column(group).as(group)))
    .select(['figure.metric', sql<number>`sum(figure.value)`.as('sum')])
    .groupBy(sql`grouping sets (${sql.join(groups.map((group) => sql`(${column(group)}, figure.metric)`))})`)
    .limit(maxRows)
    .execute();
  const by = tableOf(groups, (group) => totalsIn(rows, group, counts.by[group]));
  return { totals: together(counts.all, [...by[groups[0]].values()]), by };
};

/** Days on which measured posts went live, in order. */
export const dailyOf = (byDay: ReadonlyMap<string, Totals>): Daily =>
  [...byDay].map(([date, { posts, copies, metrics, engagements }]) => ({ date, posts, copies, metrics, engagements }));
