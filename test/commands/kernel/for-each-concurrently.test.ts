import { expect } from 'chai';
import fc from 'fast-check';
import { forEachConcurrently } from '../../../commands/kernel/for-each-concurrently.ts';

describe('tasks that run concurrently', () => {
  it('begin in their order, each once, at most `concurrency` at a time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 1, max: 5 }),
        fc.scheduler(),
        async (count, width, scheduler) => {
          const items = Array.from({ length: count }, (_, index) => index);
          const begun: number[] = [];
          let [running, most] = [0, 0];
          const all = forEachConcurrently(items, width, async (item) => {
            begun.push(item);
            most = Math.max(most, ++running);
            await scheduler.schedule(Promise.resolve());
            running--;
          });
          await scheduler.waitFor(all);
          expect(begun).to.deep.equal(items);
          expect(most).to.equal(Math.min(width, count));
        },
      ),
    );
  });

  it('end with the first failure, and none begins after it', async () => {
    const begun: number[] = [];
    const failure = new Error('the third');
    const thrown = await forEachConcurrently([1, 2, 3, 4, 5, 6], 2, async (item) => {
      begun.push(item);
      await Promise.resolve();
      if (item === 3) throw failure;
    }).catch((error: unknown) => error);
    expect(thrown).to.equal(failure);
    expect(begun).to.deep.equal([1, 2, 3, 4]);
  });
});
