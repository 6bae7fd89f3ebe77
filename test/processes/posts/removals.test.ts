import { removals } from '../../../processes/posts/removals.ts';
import { event } from '../../../projections/authoring/projection-spec.ts';
import { processSpec } from '../../support/process-spec.ts';

const postId = 'c0000000000000000000000001';
const at = '2026-03-02T10:00:00.000Z';
const later = '2026-03-02T10:02:00.000Z';
const copy = (postPlatformId: string) =>
  ({ postPlatformId, accountId: `account-${postPlatformId}`, platform: 'MASTODON' }) as const;
const requested = event('PostUnpublishRequested', { copies: [copy('p1'), copy('p2')], round: 2 }, { at });
const error = { code: 'PLATFORM_RATE_LIMIT', message: 'later' };
const postponed = event('DestinationRemovalPostponed', {
  postPlatformId: 'p1',
  removals: [],
  retry: 1,
  dueAt: later,
  error,
  round: 2,
});
const settled = event('DestinationRemovalSettled', { postPlatformId: 'p1', removals: [], round: 2 });

describe('removals', () => {
  const first = processSpec(removals, 'p1');
  const owed = { postId, postPlatformId: 'p1', round: 2 };

  it('are owed for each copy at once, and end one by one', () => {
    first(requested).owes(owed).at(at);
    first(requested, settled).owesNothing();
    processSpec(removals, 'p2')(requested, settled)
      .owes({ ...owed, postPlatformId: 'p2' })
      .at(at);
  });

  it('wait as long as the platform takes no more calls', () => {
    first(requested, postponed).owes(owed).at(later);
    first(requested, postponed, settled).owesNothing();
  });
});
