import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { bestHours } from '../../../projections/analytics/best-hours.ts';

const given = specFor(bestHours);

const started = (dueAt: string) =>
  event('PostPublishingStarted', {
    queued: [{ postPlatformId: 'd1', platform: 'MASTODON', accountId: 'a1', dueAt, retry: 0 }],
    trigger: 'due',
    round: 1,
  });
const failed = (at: string) =>
  event('DestinationFailed', { postPlatformId: 'd1', error: { code: 'X', message: 'x' }, exhausted: true }, { at });
const published = (publishedAt: string) =>
  event('DestinationPublished', { postPlatformId: 'd1', platformPostId: '1', publishedAt, objects: [] });
const [nine, ten, eleven] = ['2026-03-02T09:00:00.000Z', '2026-03-02T10:00:00.000Z', '2026-03-02T11:00:00.000Z'];

describe('the read model best_hours', () => {
  it('has not ended while publishing runs', () =>
    given().when(started(nine)).then({ id: 'd1', due_at: nine, ended_at: null, published: false }));

  it('ends when the destination fails', () =>
    given(started(nine)).when(failed(ten)).then({ due_at: nine, ended_at: ten, published: false }));

  it('is due again when a failed destination is tried again, but never after it went live', () => {
    given(started(nine), failed(nine)).when(started(ten)).then({ due_at: ten, ended_at: null });
    given(started(nine), published(ten)).when(started(eleven)).then({ due_at: nine, ended_at: ten, published: true });
  });
});
