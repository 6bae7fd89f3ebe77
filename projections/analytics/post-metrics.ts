import { measuredObject } from '../../domain/analytics/live-copies.ts';
import { engagementsOf, type Metrics } from '../../domain/analytics/metrics.ts';
import { firstMeasureAt, nextMeasureAfter, nextMeasureAt } from '../../domain/analytics/schedule.ts';
import { idOfStream } from '../../domain/kernel/stream-names.ts';
import type { NativeObject } from '../../domain/platforms/publisher.ts';
import { projectionOf } from '../authoring/projection-of.ts';

/** The figures of one moment. */
export type Sample = Readonly<{ at: string; metrics: Metrics }>;

/** One row a destination of a post that was to be published. */
export type PostMetricsRow = {
  id: string;
  post_id: string;
  workspace_id: string;
  account_id: string;
  platform: string;
  /** null until it is live. */
  published_at: string | null;
  /** What the platform measures; null until it is live. */
  object: NativeObject | null;
  /** null until the platform was asked for the first time. */
  metrics: Metrics | null;
  fetched_at: string | null;
  /** Lists sort by it; null where the platform offers no figure of engagement. */
  engagements: number | null;
  /** When it is measured next; null: only on request. */
  next_at: string | null;
  history: Sample[];
};

/** The last sample of each day is kept, for as many days. */
const maxSamples = 400;

const dayOf = (instant: string): string => instant.slice(0, 10);

/** A later sample of the same day replaces the one before. */
const withSample = (history: readonly Sample[], sample: Sample): Sample[] => {
  const last = history.at(-1);
  const before = last && dayOf(last.at) === dayOf(sample.at) ? history.slice(0, -1) : history;
  return [...before, sample].slice(-maxSamples);
};

/**
 * A row is fed by the stream of its post and by the rounds of calls about it; no other row shares
 * them.
 */
export const postMetrics = projectionOf<PostMetricsRow>({
  name: 'post_metrics',
  version: 2,
  description: 'What do the platforms answer about each copy of a post, and when are they asked again?',
  sharing: 'all',
  table: {
    key: 'id',
    columns: {
      id: 'text',
      post_id: 'text',
      workspace_id: 'text',
      account_id: 'text',
      platform: 'text',
      published_at: 'instant?',
      object: 'json?',
      metrics: 'json?',
      fetched_at: 'instant?',
      engagements: 'double precision?',
      next_at: 'instant?',
      history: 'json',
    },
    indexes: [
      'workspace_id, post_id',
      'account_id, next_at where next_at is not null',
      'workspace_id, published_at desc where published_at is not null',
    ],
  },
  published: {
    id: 'The destination: one account on one platform',
    post_id: 'The post',
    workspace_id: 'The workspace',
    account_id: 'The account',
    platform: 'The platform',
    published_at: 'When it went live',
    metrics: 'The figures by name, as the platform answered them last',
    fetched_at: 'When the platform was asked last',
    engagements: 'Likes, comments, replies, reposts, shares, quotes, saves and bookmarks together',
  },
  on: {
    PostPublishingStarted: {
      keys: ({ data }) => data.queued.map(({ postPlatformId }) => postPlatformId),
      fold: (row, { data, meta, stream }, id) => {
        const queued = data.queued.find(({ postPlatformId }) => postPlatformId === id);
        if (!queued || (row && row.published_at !== null)) return row;
        return {
          id,
          post_id: idOfStream(stream),
          workspace_id: meta.workspaceId,
          account_id: queued.accountId,
          platform: queued.platform,
          published_at: null,
          object: null,
          metrics: null,
          fetched_at: null,
          engagements: null,
          next_at: firstMeasureAt(queued.dueAt),
          history: [],
        };
      },
    },
    DestinationRetryScheduled: {
      keys: ({ data }) => data.postPlatformId,
      fold: (row, { data }) => row && { ...row, next_at: firstMeasureAt(data.dueAt) },
    },
    DestinationDeferred: {
      keys: ({ data }) => data.postPlatformId,
      fold: (row, { data }) => row && { ...row, next_at: firstMeasureAt(data.until) },
    },
    DestinationFailed: {
      keys: ({ data }) => data.postPlatformId,
      fold: (row) => row && (row.published_at === null ? { ...row, next_at: null } : row),
    },
    DestinationSkipped: {
      keys: ({ data }) => data.postPlatformId,
      fold: (row) => row && (row.published_at === null ? { ...row, next_at: null } : row),
    },
    DestinationPublished: {
      keys: ({ data }) => data.postPlatformId,
      fold: (row, { data: { publishedAt, platformPostId, objects } }) =>
        row && {
          ...row,
          published_at: publishedAt,
          object: measuredObject(objects as NativeObject[]) ?? { nativeId: platformPostId, kind: 'post' },
          next_at: firstMeasureAt(publishedAt),
        },
    },
    DestinationRemovalSettled: {
      keys: ({ data }) => data.postPlatformId,
      fold: (row, { data }) => row && (data.removals.every(({ removed }) => removed) ? { ...row, next_at: null } : row),
    },
    InsightsFetched: {
      keys: ({ data }) => [...data.posts.map(({ postPlatformId }) => postPlatformId), ...data.refused],
      fold: (row, { data }, id) => {
        if (!row || row.published_at === null) return row;
        const metrics = data.posts.find(({ postPlatformId }) => postPlatformId === id)?.metrics;
        const fetched_at = data.startedAt;
        const next = metrics
          ? nextMeasureAfter(row.published_at, fetched_at, metrics)
          : nextMeasureAt(row.published_at, fetched_at);
        const next_at = row.next_at === null ? null : next;
        if (!metrics) return { ...row, next_at };
        const engagements = engagementsOf(metrics) ?? null;
        const history = withSample(row.history, { at: fetched_at, metrics });
        return { ...row, metrics, fetched_at, engagements, next_at, history };
      },
    },
  },
});
