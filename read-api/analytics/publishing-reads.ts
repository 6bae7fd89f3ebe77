import { sql } from 'kysely';
import { AnsweredDay } from '../../domain/kernel/answered-times.ts';
import { z } from 'zod';
import { platformFrom, type Platform, PlatformKey } from '../../domain/platforms/platform.ts';
import { bestHours } from '../../projections/analytics/best-hours.ts';
import { failureClasses } from '../../projections/analytics/failure-classes.ts';
import type { Projection } from '../../projections/kernel/projection.ts';
import { timeToPublish } from '../../projections/analytics/time-to-publish.ts';
import { type ReadContext, readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { dayRangeOf, dayRangeQuery } from '../workspaces/day-range.ts';

/** More than a year of days on fifteen platforms; further rows are left out. */
const maxRows = 10_000;

const platformQuery = {
  platform: z
    .string()
    .refine((text) => platformFrom(text) !== undefined, 'not a platform of this service')
    .optional()
    .meta({ description: 'In any casing; by default all platforms' }),
};

type Asked = Readonly<{ platform?: string | undefined }>;

/** A projection's counts of the workspace, by the query that analysts have as a view. */
const summaryOf = <Row extends { workspace_id: string; platform: string }>(
  { name, summaries = [] }: Projection,
  { platform }: Asked,
  { db, caller }: ReadContext,
) => {
  const counted = summaries.map(({ select }) => select(`"${name}"`))[0];
  if (counted === undefined) throw new Error(`${name} has no counts`);
  const rows = db
    .selectFrom(sql<Row>`(${sql.raw(counted)})`.as('counted'))
    .selectAll()
    .where(sql<boolean>`counted.workspace_id = ${caller.workspaceId}`)
    .limit(maxRows);
  const named = platform === undefined ? undefined : platformFrom(platform);
  return named === undefined ? rows : rows.where(sql<boolean>`counted.platform = ${named}`);
};

type Daily = Readonly<{
  workspace_id: string;
  platform: Platform;
  day: string;
  published: number;
  p50_seconds: number;
  p95_seconds: number;
  most_seconds: number;
}>;

const getTimeToPublish = readEndpoint({
  method: 'GET',
  path: '/v1/analytics/time-to-publish',
  id: 'getTimeToPublish',
  summary: 'How long after their due time posts went live, by platform and day (UTC)',
  description:
    'Counts from the due time of the last run that a person or the schedule started; automatic retries ' +
    'belong to that run. The figures are those of the SQL view `time_to_publish_daily`, for this workspace.',
  query: z.object({ ...dayRangeQuery, ...platformQuery }),
  reply: z.object({
    data: z.array(
      z.object({
        platform: PlatformKey,
        day: AnsweredDay,
        published: z.int(),
        p50Seconds: z.number(),
        p95Seconds: z.number(),
        mostSeconds: z.number(),
      }),
    ),
  }),
  errors: ['VALIDATION_ERROR'],
  reads: [timeToPublish.name],
  run: async ({ query }, context) => {
    const { from, to } = dayRangeOf(query, context.now);
    const rows = await summaryOf<Daily>(timeToPublish, query, context)
      .where(sql<boolean>`counted.day between ${from}::date and ${to}::date`)
      .orderBy('day')
      .orderBy('platform')
      .execute();
    return {
      body: {
        data: rows.map(({ platform, day, published, ...seconds }) => ({
          platform: platform.toLowerCase(),
          day,
          published,
          p50Seconds: seconds.p50_seconds,
          p95Seconds: seconds.p95_seconds,
          mostSeconds: seconds.most_seconds,
        })),
      },
    };
  },
});

type Weekly = Readonly<{
  workspace_id: string;
  platform: Platform;
  week: string;
  code: string;
  failed: number;
  retried: number;
}>;

const getFailureClasses = readEndpoint({
  method: 'GET',
  path: '/v1/analytics/failure-classes',
  id: 'getFailureClasses',
  summary: 'Why posts failed, by platform and week (UTC, from Monday), and how often a retry followed',
  description: 'The figures are those of the SQL view `failure_classes_weekly`, for this workspace.',
  query: z.object({ ...dayRangeQuery, ...platformQuery }),
  reply: z.object({
    data: z.array(
      z.object({
        platform: PlatformKey,
        week: AnsweredDay.meta({ description: 'The Monday of the week; every week with a day in the range' }),
        code: z.string(),
        failed: z.int().meta({ description: 'Destinations that failed for good with this error' }),
        retried: z.int().meta({ description: 'Attempts that failed with this error and were retried' }),
      }),
    ),
  }),
  errors: ['VALIDATION_ERROR'],
  reads: [failureClasses.name],
  run: async ({ query }, context) => {
    const { from, to } = dayRangeOf(query, context.now);
    const rows = await summaryOf<Weekly>(failureClasses, query, context)
      .where(sql<boolean>`counted.week between date_trunc('week', ${from}::date)::date and ${to}::date`)
      .orderBy('week')
      .orderBy('platform')
      .orderBy('code')
      .execute();
    return {
      body: {
        data: rows.map(({ workspace_id: _, platform, ...values }) => ({ platform: platform.toLowerCase(), ...values })),
      },
    };
  },
});

type Hour = Readonly<{
  workspace_id: string;
  platform: Platform;
  weekday: number;
  hour: number;
  posts: number;
  published_share: number;
  p50_seconds: number | null;
  rank: number;
}>;

const getBestHours = readEndpoint({
  method: 'GET',
  path: '/v1/analytics/best-hours',
  id: 'getBestHours',
  summary:
    'The hours of the week (UTC), ranked by how reliably and how soon due posts went live, best first. ' +
    'Engagement is not counted',
  description:
    'Hours are ranked by how reliably and how soon the posts due in them go live; engagement is not counted. ' +
    'The figures are those of the SQL view `best_hours_ranked`, for this workspace.',
  query: z.object(platformQuery),
  reply: z.object({
    data: z.array(
      z.object({
        platform: PlatformKey,
        rank: z.int().meta({ description: '1 is the best hour of the platform' }),
        weekday: z.int().min(0).max(6).meta({ description: '0 is Sunday, UTC' }),
        hour: z.int().min(0).max(23),
        posts: z.int().meta({ description: 'The number of posts due in this hour that have ended' }),
        publishedShare: z.number().min(0).max(1),
        p50Seconds: z
          .number()
          .nullable()
          .meta({ description: 'The median time from due to live. null: none went live' }),
      }),
    ),
  }),
  reads: [bestHours.name],
  run: async ({ query }, context) => {
    const rows = await summaryOf<Hour>(bestHours, query, context)
      .orderBy('platform')
      .orderBy('rank')
      .orderBy('weekday')
      .orderBy('hour')
      .execute();
    return {
      body: {
        data: rows.map(({ platform, rank, weekday, hour, posts, published_share, p50_seconds }) => ({
          platform: platform.toLowerCase(),
          rank,
          weekday,
          hour,
          posts,
          publishedShare: published_share,
          p50Seconds: p50_seconds,
        })),
      },
    };
  },
});

/** The answers of the example projections, for the caller's workspace. */
export const publishingAnalytics: readonly ReadEndpoint[] = [getTimeToPublish, getFailureClasses, getBestHours];
