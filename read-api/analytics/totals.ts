import { sql } from 'kysely';
import { z } from 'zod';
import { engagementsOf, sumOf } from '../../domain/analytics/metrics.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import { MetricsReply } from '../contract/insights.ts';
import type { ReadContext } from '../kernel/endpoint.ts';
import type { Range } from './range.ts';

/** More rows than a year has days on fifteen platforms with all their figures; the rest is left out. */
const maxRows = 50_000;

export const TotalsReply = z.object({
  posts: z.int().meta({ description: 'Copies that went live in the range and were measured' }),
  metrics: MetricsReply.meta({ description: 'Their figures so far, added up' }),
  engagements: z.number().nullable().meta({
    description: 'Likes, comments, replies, reposts, shares, quotes, saves and bookmarks; null: none is offered',
  }),
  engagementRate: z.number().nullable().meta({ description: 'Engagements per impression; null without impressions' }),
});
export type Totals = z.infer<typeof TotalsReply>;

export const DailyReply = z.array(z.object({ date: z.string(), ...TotalsReply.omit({ engagementRate: true }).shape }));
export type Daily = z.infer<typeof DailyReply>;

/** Which accounts count: by default all of the workspace. */
export type Chosen = Range & Readonly<{ platform?: Platform | undefined; accountIds?: readonly string[] | undefined }>;

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

const totalsOf = (posts: number, metrics: Readonly<Record<string, number>>): Totals => {
  const engagements = engagementsOf(metrics) ?? null;
  const impressions = metrics['impressions'] ?? 0;
  const engagementRate = engagements === null || impressions === 0 ? null : engagements / impressions;
  return { posts, metrics, engagements, engagementRate };
};

type Group = 'platform' | 'account_id' | 'day';

/** The figures of the posts of a range, grouped by a column of the days. */
const groupedBy = async (group: Group, chosen: Chosen, context: ReadContext): Promise<Map<string, Totals>> => {
  const counted = await days(chosen, context)
    .select([`${group} as name`, sql<number>`sum(posts)::integer`.as('posts')])
    .groupBy(group)
    .limit(maxRows)
    .execute();
  const summed = await days(chosen, context)
    .innerJoin(sql<{ key: string; value: string }>`jsonb_each_text(totals)`.as('figure'), (join) => join.onTrue())
    .select([`${group} as name`, 'figure.key as metric', sql<number>`sum(figure.value::double precision)`.as('sum')])
    .groupBy([group, 'figure.key'])
    .limit(maxRows)
    .execute();
  const metrics = new Map<string, Record<string, number>>();
  for (const { name, metric, sum } of summed) metrics.set(name, { ...metrics.get(name), [metric]: Number(sum) });
  return new Map(counted.map(({ name, posts }) => [name, totalsOf(posts, metrics.get(name) ?? {})]));
};

const together = (all: readonly Totals[]): Totals =>
  totalsOf(
    all.reduce((sum, { posts }) => sum + posts, 0),
    sumOf(all.map(({ metrics }) => metrics)),
  );

/** The totals of a range, together and by platform constant or account. */
export const totalsBy = async (
  group: 'platform' | 'account_id',
  chosen: Chosen,
  context: ReadContext,
): Promise<Readonly<{ totals: Totals; each: ReadonlyMap<string, Totals> }>> => {
  const grouped = await groupedBy(group, chosen, context);
  const each = new Map([...grouped].filter(([, { posts }]) => posts > 0).sort());
  return { totals: together([...each.values()]), each };
};

/** The totals of each day on which measured posts went live, in order. */
export const dailyTotals = async (chosen: Chosen, context: ReadContext): Promise<Daily> =>
  [...(await groupedBy('day', chosen, context))]
    .filter(([, { posts }]) => posts > 0)
    .sort()
    .map(([date, { posts, metrics, engagements }]) => ({ date, posts, metrics, engagements }));
