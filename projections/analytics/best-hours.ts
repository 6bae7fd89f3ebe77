import { projectionOf } from '../authoring/projection-of.ts';

/** One row a destination of a post whose publishing has ended. */
export type BestHoursRow = {
  id: string;
  workspace_id: string;
  mode: string;
  platform: string;
  due_at: string;
  /** When it went live or failed for good; null before that. */
  ended_at: string | null;
  published: boolean;
};

/** Counts how well publishing goes in each hour. Engagement is in `post_metrics`. */
export const bestHours = projectionOf<BestHoursRow>({
  name: 'best_hours',
  version: 1,
  description: 'At which hours of the week do posts go live most surely and soonest?',
  table: {
    key: 'id',
    columns: {
      id: 'text',
      workspace_id: 'text',
      mode: 'text',
      platform: 'text',
      due_at: 'instant',
      ended_at: 'instant?',
      published: 'boolean',
    },
    indexes: ['workspace_id, platform where ended_at is not null'],
  },
  on: {
    PostPublishingStarted: {
      keys: ({ data }) => data.queued.map(({ postPlatformId }) => postPlatformId),
      fold: (row, { data, meta }, id) => {
        const queued = data.queued.find(({ postPlatformId }) => postPlatformId === id);
        if (!queued || row?.published) return row;
        const { workspaceId, mode } = meta;
        const place = { id, workspace_id: workspaceId, mode, platform: queued.platform, due_at: queued.dueAt };
        return { ...place, ended_at: null, published: false };
      },
    },
    DestinationPublished: {
      keys: ({ data }) => data.postPlatformId,
      fold: (row, { data }) => row && { ...row, ended_at: data.publishedAt, published: true },
    },
    DestinationFailed: {
      keys: ({ data }) => data.postPlatformId,
      fold: (row, { meta }) => row && { ...row, ended_at: meta.occurredAt, published: false },
    },
  },
  published: {
    id: 'The destination: one account on one platform',
    workspace_id: 'The workspace',
    mode: 'live or test',
    platform: 'The platform',
    due_at: 'When it was to go out',
    ended_at: 'When it went live or was given up; null while neither',
    published: 'Whether it went live',
  },
  summaries: [
    {
      name: 'best_hours_ranked',
      description:
        'The hours of the week (UTC) by how surely and how soon posts that are due then go live, best first within a platform.',
      columns: {
        workspace_id: 'The workspace',
        platform: 'The platform',
        weekday: 'The day of the week, 0 is Sunday, UTC',
        hour: 'The hour of the day, UTC',
        posts: 'How many were due then and have ended',
        published_share: 'The part of them that went live',
        p50_seconds: 'From due to live: half were faster',
        rank: '1 is the best hour of the platform',
      },
      select: (table) => `
        select *, rank() over (
          partition by workspace_id, platform order by published_share desc, p50_seconds, posts desc
        )::integer as rank
        from (
          select workspace_id, platform, extract(dow from due_at at time zone 'UTC')::integer as weekday,
            extract(hour from due_at at time zone 'UTC')::integer as hour, count(*)::integer as posts,
            avg(case when published then 1.0 else 0.0 end)::double precision as published_share,
            percentile_cont(0.5) within group (order by greatest(0, extract(epoch from ended_at - due_at)))
              filter (where published) as p50_seconds
          from ${table} where ended_at is not null group by 1, 2, 3, 4
        ) as hours`,
    },
  ],
});
