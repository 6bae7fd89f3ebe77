import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { postMetrics } from '../../../projections/analytics/post-metrics.ts';

const given = specFor(postMetrics);
const [ten, quarter, eleven, nextDay] = [
  '2026-03-02T10:00:00.000Z',
  '2026-03-02T10:15:00.000Z',
  '2026-03-02T11:00:00.000Z',
  '2026-03-03T10:00:00.000Z',
] as [string, string, string, string];

const ofPost = { stream: 'post-p1', workspaceId: 'w1' };
const started = event(
  'PostPublishingStarted',
  {
    queued: [{ postPlatformId: 'd1', platform: 'TWITTER', accountId: 'a1', dueAt: ten, retry: 0 }],
    trigger: 'due',
    round: 1,
  },
  ofPost,
);
const published = event(
  'DestinationPublished',
  {
    postPlatformId: 'd1',
    platformPostId: '77',
    publishedAt: ten,
    objects: [{ nativeId: '77', kind: 'post', url: 'https://x.com/77' }],
  },
  ofPost,
);
const fetched = (startedAt: string, likes: number) =>
  event(
    'InsightsFetched',
    {
      accountId: 'a1',
      platform: 'TWITTER',
      cause: 'schedule',
      startedAt,
      refused: [],
      posts: [{ postPlatformId: 'd1', postId: 'p1', publishedAt: ten, metrics: { likes } }],
    },
    { stream: 'insights-r1', workspaceId: 'w1' },
  );

describe('the read model post_metrics', () => {
  it('knows when a published copy is measured first', () =>
    given(started)
      .when(published)
      .then({
        id: 'd1',
        post_id: 'p1',
        workspace_id: 'w1',
        account_id: 'a1',
        platform: 'TWITTER',
        published_at: ten,
        metrics: null,
        fetched_at: null,
        next_at: quarter,
        object: { nativeId: '77', kind: 'post', url: 'https://x.com/77' },
      }));
  it('has the latest figures, and the last of each day as history', () =>
    given(started, published, fetched(quarter, 1), fetched(eleven, 2))
      .when(fetched(nextDay, 5))
      .then({
        metrics: { likes: 5 },
        fetched_at: nextDay,
        engagements: 5,
        next_at: '2026-03-04T10:00:00.000Z',
        history: [
          { at: eleven, metrics: { likes: 2 } },
          { at: nextDay, metrics: { likes: 5 } },
        ],
      }));
  it('is not due for a copy that failed or was removed', () => {
    const failed = event('DestinationFailed', {
      postPlatformId: 'd1',
      error: { code: 'X', message: 'x' },
      exhausted: true,
    });
    given(started).when(failed).then({ published_at: null, next_at: null });
    const removed = event('DestinationRemovalSettled', {
      postPlatformId: 'd1',
      removals: [{ nativeId: '77', removed: true }],
      round: 1,
    });
    given(started, published, fetched(quarter, 1), removed)
      .when(fetched(eleven, 2))
      .then({ next_at: null, metrics: { likes: 2 } });
  });
  it('waits longer for a copy whose figures the platform refuses', () =>
    given(started, published)
      .when(
        event('InsightsFetched', {
          accountId: 'a1',
          platform: 'TWITTER',
          cause: 'schedule',
          startedAt: quarter,
          posts: [],
          refused: ['d1'],
        }),
      )
      .then({ metrics: null, next_at: eleven }));
});
