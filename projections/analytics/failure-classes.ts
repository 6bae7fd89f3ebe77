import { projectionOf, type EventOfType } from '../authoring/projection-of.ts';

/** `ended`: the destination failed for good. Otherwise it is tried again without a request. */
export type Failure = Readonly<{ at: string; code: string; ended: boolean }>;

/** One row a destination of a post, with everything that went wrong there. */
export type FailureClassesRow = {
  id: string;
  workspace_id: string;
  mode: string;
  platform: string;
  failures: readonly Failure[];
};

const noted =
  (ended: boolean) =>
  (
    row: FailureClassesRow | undefined,
    { data, meta }: EventOfType<'DestinationFailed' | 'DestinationRetryScheduled'>,
  ): FailureClassesRow | undefined =>
    row && { ...row, failures: [...row.failures, { at: meta.occurredAt, code: data.error.code, ended }] };

export const failureClasses = projectionOf<FailureClassesRow>({
  name: 'failure_classes',
  version: 1,
  description: 'Why do posts fail on each platform, and how often does another try help?',
  table: {
    key: 'id',
    columns: { id: 'text', workspace_id: 'text', mode: 'text', platform: 'text', failures: 'jsonb' },
    indexes: ['workspace_id'],
  },
  on: {
    PostPublishingStarted: {
      keys: ({ data }) => data.queued.map(({ postPlatformId }) => postPlatformId),
      fold: (row, { data, meta }, id) => {
        const queued = data.queued.find(({ postPlatformId }) => postPlatformId === id);
        if (!queued || row) return row;
        return { id, workspace_id: meta.workspaceId, mode: meta.mode, platform: queued.platform, failures: [] };
      },
    },
    DestinationRetryScheduled: { keys: ({ data }) => data.postPlatformId, fold: noted(false) },
    DestinationFailed: { keys: ({ data }) => data.postPlatformId, fold: noted(true) },
  },
  published: {
    id: 'The destination: one account on one platform',
    workspace_id: 'The workspace',
    mode: 'live or test',
    platform: 'The platform',
    failures: 'What went wrong, oldest first: at, code, and ended (no other try followed by itself)',
  },
  summaries: [
    {
      name: 'failure_classes_weekly',
      description: 'Failures by class per platform per week (UTC, from Monday).',
      columns: {
        workspace_id: 'The workspace',
        platform: 'The platform',
        week: 'The Monday of the week, UTC',
        code: 'The class: the code of the error',
        failed: 'Destinations that failed for good with it',
        retried: 'Tries that failed with it and were followed by another',
      },
      select: (table) => `
        select workspace_id, platform,
          date_trunc('week', (failure->>'at')::timestamptz at time zone 'UTC')::date as week, failure->>'code' as code,
          (count(*) filter (where (failure->>'ended')::boolean))::integer as failed,
          (count(*) filter (where not (failure->>'ended')::boolean))::integer as retried
        from ${table} cross join lateral jsonb_array_elements(failures) as failure group by 1, 2, 3, 4`,
    },
  ],
});
