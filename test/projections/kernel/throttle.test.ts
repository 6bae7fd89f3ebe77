import { expect } from 'chai';
import fc from 'fast-check';
import { delay, delayAfterBatch } from '../../../projections/kernel/throttle.ts';

describe('the rest after a batch', () => {
  it('keeps batches that are written quickly apart, and gives a slow machine as much time as it worked', () => {
    expect([0, 5, 10, 15, 30, 40, 500].map((worked) => delayAfterBatch(worked, 20))).to.deep.equal([
      20, 15, 10, 15, 30, 40, 40,
    ]);
  });

  it('never lets two batches begin closer together than asked, and never lasts longer than twice that', () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.nat(500), (worked, intervalMs) => {
        const after = delayAfterBatch(worked, intervalMs);
        expect(worked + after).to.be.at.least(intervalMs);
        expect(after).to.be.within(0, 2 * intervalMs);
      }),
    );
  });

  it('is none where none is asked for', async () => {
    expect([0, 7, 1_000].map((worked) => delayAfterBatch(worked, 0))).to.deep.equal([0, 0, 0]);
    await delay(0, new AbortController().signal);
  });

  it('ends when the signal aborts', async () => {
    const stop = new AbortController();
    const resting = delay(600_000, stop.signal);
    stop.abort();
    await resting;
    await delay(600_000, stop.signal);
  });
});
