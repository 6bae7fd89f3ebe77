import { expect } from 'chai';
import { runApart } from '../bench/all.ts';

/** The smallest sizes: whether a bench runs to its end, not what it measures. */
const smallest = {
  BENCH_THINGS: '3',
  BENCH_BUSY: '1',
  BENCH_POSTS: '2',
  BENCH_WORKSPACES: '1',
  BENCH_ROUNDS: '0',
  BENCH_REQUESTS: '8',
  BENCH_EVENTS: '500',
  BENCH_LISTENERS: '2',
  BENCH_STARTS: '1',
  BENCH_MINUTES: '0.1',
  BENCH_RATE: '3',
};

describe('the benches, in the smallest sizes', function () {
  this.timeout(180_000);

  for (const name of ['dispatch', 'commands', 'rebuild', 'path', 'soak'])
    it(`run to the end: ${name}`, async () => {
      const outcome = await runApart(name, smallest);
      expect(outcome.bench).to.equal(name);
      expect(Object.keys(outcome.ratios)).to.have.length.at.least(1);
    });
});
