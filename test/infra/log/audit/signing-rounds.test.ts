import { expect } from 'chai';
import { SigningRounds } from '../../../../infra/log/audit/signing-rounds.ts';

describe('when the log is signed', () => {
  const start = () => {
    const faults: unknown[] = [];
    const seen = { tries: 0, faults, fails: false };
    const sign = async (): Promise<void> => {
      seen.tries++;
      if (seen.fails) throw new Error('the disk is full');
    };
    return { seen, rounds: new SigningRounds(sign, (error) => faults.push(error)) };
  };

  it('is after many events, or at an interval with fewer, and never without any', async () => {
    const { seen, rounds } = start();
    await rounds.atInterval();
    expect(seen.tries, 'what an earlier run may have left').to.equal(1);
    await rounds.atInterval();
    rounds.added(1_023);
    await rounds.afterBatch();
    expect(seen.tries).to.equal(1);
    rounds.added(1);
    await rounds.afterBatch();
    expect(seen.tries).to.equal(2);
    await rounds.atInterval();
    expect(seen.tries).to.equal(2);
  });

  it('is at the first batch of a run, however small', async () => {
    const { seen, rounds } = start();
    await rounds.afterBatch();
    expect(seen.tries, 'before an event').to.equal(0);
    rounds.added(1);
    await rounds.afterBatch();
    expect(seen.tries).to.equal(1);
    rounds.added(1);
    await rounds.afterBatch();
    expect(seen.tries).to.equal(1);
  });

  it('is at the next interval where it failed, although no event came since', async () => {
    const { seen, rounds } = start();
    seen.fails = true;
    rounds.added(2_000);
    await rounds.afterBatch();
    await rounds.afterBatch();
    expect([seen.tries, seen.faults.length], 'not again with each batch').to.deep.equal([1, 1]);
    seen.fails = false;
    await rounds.atInterval();
    await rounds.atInterval();
    expect(seen.tries).to.equal(2);
  });
});
