import { expect } from 'chai';
import { event, rowsOf } from '../../../projections/authoring/projection-spec.ts';
import { timeToPublish } from '../../../projections/analytics/time-to-publish.ts';

const queued = (dueAt: string) => ({
  queued: [{ postPlatformId: 'd1', platform: 'MASTODON' as const, accountId: 'a1', dueAt, retry: 0 }],
  trigger: 'due' as const,
  round: 1,
});
const live = (publishedAt: string) => ({ postPlatformId: 'd1', platformPostId: '1', publishedAt, objects: [] });

describe('time to publish', () => {
  // #region spec
  it('is counted from due to live', () => {
    const rows = rowsOf(timeToPublish, [
      event('PostPublishingStarted', queued('2026-03-02T10:00:00.000Z')),
      event('DestinationPublished', live('2026-03-02T10:00:07.500Z')),
    ]);
    expect(rows).to.have.length(1);
    expect(rows[0]).to.include({ id: 'd1', platform: 'MASTODON', seconds: 7.5 });
  });
  // #endregion

  it('starts again after a new attempt, and stays once it is live', () => {
    const rows = rowsOf(timeToPublish, [
      event('PostPublishingStarted', queued('2026-03-02T10:00:00.000Z')),
      event('PostPublishingStarted', queued('2026-03-03T10:00:00.000Z')),
      event('DestinationPublished', live('2026-03-03T10:00:02.000Z')),
      event('PostPublishingStarted', queued('2026-03-04T10:00:00.000Z')),
    ]);
    expect(rows[0]).to.include({ seconds: 2, due_at: '2026-03-03T10:00:00.000Z' });
  });

  it('is unknown while it is not live', () => {
    const rows = rowsOf(timeToPublish, [event('PostPublishingStarted', queued('2026-03-02T10:00:00.000Z'))]);
    expect(rows[0]).to.include({ published_at: null, seconds: null });
  });
});
