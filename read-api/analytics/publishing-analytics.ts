import { sql } from 'kysely';
import { z } from 'zod';
import { Platform, platformFrom } from '../../domain/platforms/platform.ts';
import { bestHours } from '../../projections/best-hours/best-hours.ts';
import { failureClasses } from '../../projections/failure-classes/failure-classes.ts';
import type { Projection } from '../../projections/kernel/projection.ts';
import { timeToPublish } from '../../projections/time-to-publish/time-to-publish.ts';
import { type ReadContext, readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { dayRangeOf, dayRangeQuery } from '../workspaces/day-range.ts';

/** More than a year of days on fifteen platforms; what goes beyond is left out. */
const mostRows = 10_000;

const platformQuery = {
  platform: z
    .string()
    .refine((text) => platformFrom(text) !== undefined, 'not a platform of this service')
    .optional()
    .meta({ description: 'In any casing; all platforms without it' }),
};

type Asked = Readonly<{ platform?: string | undefined }>;

/** What a projection counts of the workspace, by the same query analysts have as a view. */
const summaryOf = <Row extends { workspace_id: string; platform: string }>(
  { name, summaries = [] }: Projection,
  { platform }: Asked,
  { db, caller }: ReadContext,
) => {
  const counted = summaries.map(({ select }) => select(`"${name}"`))[0];
  if (counted === undefined) throw new Error(`${name} counts nothing`);
  const rows = db
    .selectFrom(sql<Row>`(${sql.raw(counted)})`.as('counted'))
    .selectAll()
    .where(sql<boolean>`counted.workspace_id = ${caller.workspaceId}`)
    .limit(mostRows);
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
  summary: 'How long after they were due posts went live, by platform and day (UTC)',
  description:
    'Counts from the due time of the last run that a person or the schedule began; tries that follow ' +
    'by themselves count into it. The figures are those of the SQL view `time_to_publish_daily`, for ' +
    'this workspace.',
  query: z.object({ ...dayRangeQuery, ...platformQuery }),
  reply: z.object({
    data: z.array(
      z.object({
        platform: Platform,
        day: z.string(),
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
          ...{ platform, day, published },
          ...{ p50Seconds: seconds.p50_seconds, p95Seconds: seconds.p95_seconds, mostSeconds: seconds.most_seconds },
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
  summary: 'Why posts failed, by platform and week (UTC, from Monday), and how often another try followed',
  description: 'The figures are those of the SQL view `failure_classes_weekly`, for this workspace.',
  query: z.object({ ...dayRangeQuery, ...platformQuery }),
  reply: z.object({
    data: z.array(
      z.object({
        platform: Platform,
        week: z.string().meta({ description: 'Its Monday; every week that has a day in the range' }),
        code: z.string(),
        failed: z.int().meta({ description: 'Destinations that failed for good with it' }),
        retried: z.int().meta({ description: 'Tries that failed with it and were followed by another' }),
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
    return { body: { data: rows.map(({ workspace_id: _, ...told }) => told) } };
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
    'The hours of the week (UTC) by how surely and how soon posts due then went live, best first. Engagement is not counted: no event tells of it',
  description:
    'Hours are ranked by how surely and how soon posts that are due in them go live. No event has ' +
    'engagement, so none is counted. The figures are those of the SQL view `best_hours_ranked`, for ' +
    'this workspace.',
  query: z.object(platformQuery),
  reply: z.object({
    data: z.array(
      z.object({
        platform: Platform,
        rank: z.int().meta({ description: '1 is the best hour of the platform' }),
        weekday: z.int().min(0).max(6).meta({ description: '0 is Sunday, UTC' }),
        hour: z.int().min(0).max(23),
        posts: z.int().meta({ description: 'How many were due then and have ended' }),
        publishedShare: z.number().min(0).max(1),
        p50Seconds: z
          .number()
          .nullable()
          .meta({ description: 'From due to live: half were faster. null: none went live' }),
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
          ...{ platform, rank, weekday, hour, posts },
          ...{ publishedShare: published_share, p50Seconds: p50_seconds },
        })),
      },
    };
  },
});

/** The questions the example projections answer, for the caller's workspace. */
export const publishingAnalytics: readonly ReadEndpoint[] = [getTimeToPublish, getFailureClasses, getBestHours];
