import { z } from 'zod';
import { AnsweredDay } from '../../domain/kernel/answered-times.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { platformFrom, type Platform } from '../../domain/platforms/platform.ts';
import { Id } from '../contract/fields.ts';
import { readEndpoint } from '../kernel/endpoint.ts';
import { AccountFiguresReply, latestFigures } from './account-figures.ts';
import { platformOfAccount } from './account-insights.ts';
import { rangeBefore, rangeOf, rangeQuery } from './range.ts';
import { topPosts, TopPostsReply } from './top-posts.ts';
import { dailyOf, DailyReply, totalsBy, TotalsReply, type Totals } from './totals.ts';

const ByPlatform = z.record(z.string(), TotalsReply).meta({ description: 'By platform constant' });

const namedPlatform = (name: string | undefined): Platform | undefined => {
  const platform = name === undefined ? undefined : platformFrom(name);
  if (name !== undefined && !platform)
    throw new Refused('VALIDATION_ERROR', `${name} is not a platform`, { field: 'platform' });
  return platform;
};

/** GET /v1/analytics/aggregate */
export const getAggregateInsights = readEndpoint({
  method: 'GET',
  path: '/v1/analytics/aggregate',
  id: 'getAggregateInsights',
  summary: 'The figures of all posts that went live in a range of days, added up',
  description:
    'Each post counts on the day (UTC) on which it went live, with its figures so far. `platform` is taken in ' +
    'any casing. At most 366 days; by default the last 30. Keys need posts:read or analytics:read.',
  query: z.object({
    ...rangeQuery,
    platform: z.string().max(40).optional(),
    accountId: Id.optional(),
  }),
  reply: z.object({
    from: AnsweredDay,
    to: AnsweredDay,
    totals: TotalsReply,
    platforms: ByPlatform,
    daily: DailyReply,
  }),
  reads: ['accounts', 'account_days', 'post_metrics'],
  errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  run: async ({ query }, context) => {
    const range = rangeOf(query, context.now);
    const platform = namedPlatform(query.platform);
    if (query.accountId !== undefined) await platformOfAccount(query.accountId, context);
    const accountIds = query.accountId === undefined ? undefined : [query.accountId];
    const chosen = { ...range, platform, accountIds };
    const { totals, by } = await totalsBy(['platform', 'day'], chosen, context);
    return { body: { ...range, totals, platforms: Object.fromEntries(by.platform), daily: dailyOf(by.day) } };
  },
});

const figuresOf = ({ posts, copies, metrics }: Totals): Readonly<Record<string, number>> => ({
  ...metrics,
  posts,
  copies,
});

/** The relative change of each figure; a figure that was nothing before has none. */
const changeOf = (now: Totals, before: Totals): Record<string, number> => {
  const earlier = figuresOf(before);
  return Object.fromEntries(
    Object.entries(figuresOf(now)).flatMap(([name, value]) => {
      const base = earlier[name] ?? 0;
      return base === 0 ? [] : [[name, (value - base) / base] as const];
    }),
  );
};

/** Answers name platforms in lowercase; only keys are constants. */
const inLowercase = <Row extends { platform: string }>(row: Row): Row => ({
  ...row,
  platform: row.platform.toLowerCase(),
});

/** GET /v1/analytics/overview */
export const getInsightsOverview = readEndpoint({
  method: 'GET',
  path: '/v1/analytics/overview',
  id: 'getInsightsOverview',
  summary: 'The last 30 days of the workspace at a glance, against the 30 days before',
  description:
    '`change` is relative: 0.5 is half more than before. `followers` adds up the accounts that were measured ' +
    'within 90 days. `topPosts` are the five posts with most engagements among the 500 latest copies of the range, each with its best copy. Keys ' +
    'need posts:read or analytics:read.',
  reply: z.object({
    period: z.object({ from: AnsweredDay, to: AnsweredDay }),
    totals: TotalsReply,
    previous: TotalsReply,
    change: z.record(z.string(), z.number()),
    platforms: ByPlatform,
    daily: DailyReply,
    followers: z.number(),
    accounts: z.array(AccountFiguresReply),
    topPosts: TopPostsReply,
  }),
  reads: ['account_days', 'post_metrics'],
  run: async (_asked, context) => {
    const period = rangeOf({}, context.now);
    const [{ totals, by }, { totals: previous }, accounts, best] = await Promise.all([
      totalsBy(['platform', 'day'], period, context),
      totalsBy(['platform'], rangeBefore(period), context),
      latestFigures(context),
      topPosts(period, context),
    ]);
    return {
      body: {
        period,
        totals,
        previous,
        change: changeOf(totals, previous),
        platforms: Object.fromEntries(by.platform),
        daily: dailyOf(by.day),
        followers: accounts.reduce((sum, { metrics }) => sum + (metrics['followers'] ?? 0), 0),
        accounts: accounts.map(inLowercase),
        topPosts: best.map(inLowercase),
      },
    };
  },
});
