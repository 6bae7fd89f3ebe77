import { projectionOf } from '../authoring/projection-of.ts';

/** One row a destination of a post: one account on one platform. */
export type TimeToPublishRow = {
  id: string;
  workspace_id: string;
  mode: string;
  platform: string;
  /** When it was due, as of the last time publishing began. */
  due_at: string;
  published_at: string | null;
  /** Seconds from due to live. */
  seconds: number | null;
};

const secondsBetween = (from: string, to: string): number => Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000);

export const timeToPublish = projectionOf<TimeToPublishRow>({
  name: 'time_to_publish',
  version: 1,
  description: 'How long after they were due do posts go live on each platform?',
  table: {
    key: 'id',
    columns: {
      id: 'text',
      workspace_id: 'text',
      mode: 'text',
      platform: 'text',
      due_at: 'instant',
      published_at: 'instant?',
      seconds: 'double precision?',
    },
    indexes: ['workspace_id, published_at where published_at is not null'],
  },
  // #region handlers
  on: {
    PostPublishingStarted: {
      keys: ({ data }) => data.queued.map(({ postPlatformId }) => postPlatformId),
      fold: (row, { data, meta }, id) => {
        const queued = data.queued.find(({ postPlatformId }) => postPlatformId === id);
        if (!queued || row?.published_at) return row;
        return {
          id,
          workspace_id: meta.workspaceId,
          mode: meta.mode,
          platform: queued.platform,
          due_at: queued.dueAt,
          published_at: null,
          seconds: null,
        };
      },
    },
    DestinationPublished: {
      keys: ({ data }) => data.postPlatformId,
      fold: (row, { data: { publishedAt } }) =>
        row && { ...row, published_at: publishedAt, seconds: secondsBetween(row.due_at, publishedAt) },
    },
  },
  // #endregion
  published: {
    id: 'The destination: one account on one platform',
    workspace_id: 'The workspace',
    mode: 'live or test',
    platform: 'The platform',
    due_at: 'When it was to go out',
    published_at: 'When it was live; null while it is not',
    seconds: 'From due to live',
  },
  summaries: [
    {
      name: 'time_to_publish_daily',
      description: 'Time to publish per platform per day (UTC).',
      columns: {
        workspace_id: 'The workspace',
        platform: 'The platform',
        day: 'The day it went live, UTC',
        published: 'How many went live',
        p50_seconds: 'Half were faster',
        p95_seconds: 'Nineteen of twenty were faster',
        most_seconds: 'The slowest',
      },
      select: (table) => `
        select workspace_id, platform, (published_at at time zone 'UTC')::date as day, count(*)::integer as published,
          percentile_cont(0.5) within group (order by seconds) as p50_seconds,
          percentile_cont(0.95) within group (order by seconds) as p95_seconds,
          max(seconds) as most_seconds
        from ${table} where published_at is not null group by 1, 2, 3`,
    },
  ],
});
