import { expect } from 'chai';
import fc from 'fast-check';
import { retryMinutes } from '../../../domain/webhooks/delivery.ts';
import { isExhausted, nextRetry, publishRetryDelaysMs } from '../../../domain/posts/retry-delays.ts';

const minute = 60_000;
const waits = (delaysMs: readonly number[]) =>
  [0, 1, 2, 3].map((sofar) => {
    const next = nextRetry(delaysMs, sofar, 0);
    return next.exhausted ? 'exhausted' : next.at / minute;
  });

describe('retry delays', () => {
  it('publishes again after 2, 4 and 8 minutes, then no more', () => {
    expect(waits(publishRetryDelaysMs)).to.deep.equal([2, 4, 8, 'exhausted']);
  });

  it('delivers webhooks again after 1, 5 and 15 minutes, then no more', () => {
    expect(waits(retryMinutes.map((minutes) => minutes * minute))).to.deep.equal([1, 5, 15, 'exhausted']);
  });

  it('obeys a longer Retry-After, not a shorter one, and none beyond a day', () => {
    expect(nextRetry(publishRetryDelaysMs, 0, 1000, 600)).to.deep.equal({ exhausted: false, retry: 1, at: 601_000 });
    expect(nextRetry(publishRetryDelaysMs, 2, 0, 60)).to.deep.equal({ exhausted: false, retry: 3, at: 8 * minute });
    expect(nextRetry(publishRetryDelaysMs, 0, 0, 10 ** 9)).to.deep.equal({
      exhausted: false,
      retry: 1,
      at: 24 * 60 * minute,
    });
    expect(nextRetry(publishRetryDelaysMs, 0, 0, Number.NaN)).to.deep.equal({
      exhausted: false,
      retry: 1,
      at: 2 * minute,
    });
  });

  it('ends after exactly as many retries as it has delays, each never earlier than its delay', () => {
    fc.assert(
      fc.property(fc.nat(10), fc.nat(10 ** 12), fc.nat(10 ** 6), (sofar, from, after) => {
        const next = nextRetry(publishRetryDelaysMs, sofar, from, after);
        expect(next.exhausted).to.equal(isExhausted(publishRetryDelaysMs, sofar));
        if (next.exhausted) return;
        expect(next.retry).to.equal(sofar + 1);
        expect(next.at - from).to.be.at.least(publishRetryDelaysMs[sofar]!);
      }),
    );
  });
});
