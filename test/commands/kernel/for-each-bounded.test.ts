import { expect } from 'chai';
import fc from 'fast-check';
import { forEachBounded } from '../../../commands/kernel/for-each-bounded.ts';

describe('a few tasks at once', () => {
  it('are begun in their order, each once, and never more than may be', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 1, max: 5 }),
        fc.scheduler(),
        async (count, width, scheduler) => {
          const items = Array.from({ length: count }, (_, index) => index);
          const begun: number[] = [];
          let [running, most] = [0, 0];
          const all = forEachBounded(items, width, async (item) => {
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

  it('end with the first failure, after which none begins', async () => {
    const begun: number[] = [];
    const failure = new Error('the third');
    const thrown = await forEachBounded([1, 2, 3, 4, 5, 6], 2, async (item) => {
      begun.push(item);
      await Promise.resolve();
      if (item === 3) throw failure;
    }).catch((error: unknown) => error);
    expect(thrown).to.equal(failure);
    expect(begun).to.deep.equal([1, 2, 3, 4]);
  });
});
