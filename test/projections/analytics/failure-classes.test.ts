import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { failureClasses } from '../../../projections/analytics/failure-classes.ts';

const given = specFor(failureClasses);

const started = (dueAt: string) =>
  event('PostPublishingStarted', {
    queued: [{ postPlatformId: 'd1', platform: 'MASTODON', accountId: 'a1', dueAt, retry: 0 }],
    trigger: 'due',
    round: 1,
  });
const at = '2026-03-02T10:00:00.000Z';
const error = (code: string) => ({ code, message: code });
const retried = event(
  'DestinationRetryScheduled',
  { postPlatformId: 'd1', retry: 1, dueAt: at, error: error('SLOW') },
  { at },
);
const failed = event('DestinationFailed', { postPlatformId: 'd1', error: error('GONE'), exhausted: true }, { at });

describe('the read model failure_classes', () => {
  it('collects failures up to the one that ended the destination', () =>
    given(started(at), retried)
      .when(failed)
      .then({
        id: 'd1',
        failures: [
          { at, code: 'SLOW', ended: false },
          { at, code: 'GONE', ended: true },
        ],
      }));

  it('keeps failures when publishing starts again', () =>
    given(started(at), failed)
      .when(started(at))
      .then({ failures: [{ at, code: 'GONE', ended: true }] }));

  it('has no row for a destination that never started', () => given().when(failed).thenNoRows());
});
