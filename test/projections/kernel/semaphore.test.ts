import { expect } from 'chai';
import fc from 'fast-check';
import { Semaphore } from '../../../projections/kernel/semaphore.ts';

describe('a gate', () => {
  it('never lets more through at a time than it is wide, and all in the order they came', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.scheduler(),
        fc.integer({ min: 1, max: 12 }),
        async (width, scheduler, count) => {
          const gate = new Semaphore(width);
          const entered: number[] = [];
          let inside = 0;
          const passing = Array.from({ length: count }, (_, index) =>
            gate.pass(async () => {
              entered.push(index);
              inside++;
              expect(inside).to.be.at.most(width);
              await scheduler.schedule(Promise.resolve());
              inside--;
            }),
          );
          await scheduler.waitFor(Promise.all(passing));
          expect(entered).to.deep.equal([...entered.keys()]);
        },
      ),
      { numRuns: 200 },
    ));

  it('lets the next one through after a task that failed', async () => {
    const gate = new Semaphore();
    const failing = gate.pass(() => Promise.reject(new Error('refused')));
    const next = gate.pass(() => Promise.resolve('in'));
    expect(await failing.catch(String)).to.equal('Error: refused');
    expect(await next).to.equal('in');
  });
});
