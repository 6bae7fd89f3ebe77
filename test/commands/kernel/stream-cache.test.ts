import { expect } from 'chai';
import { StreamCache } from '../../../commands/kernel/stream-cache.ts';
import { StoreUnavailable, type StreamRead } from '../../../domain/kernel/event-store.ts';

describe('the streams that commands have read', () => {
  const reading = (faults: readonly (Error | undefined)[]) => {
    const ends: (() => void)[] = [];
    const read = (): Promise<StreamRead> =>
      new Promise((resolve, reject) => {
        const fault = faults[ends.length];
        ends.push(() => (fault ? reject(fault) : resolve({ events: [], revision: 'none' })));
      });
    return {
      ends,
      cache: new StreamCache({ read, append: () => Promise.reject(new Error('nothing is appended')) }, () => 0),
    };
  };
  const faultOf = (load: unknown): Promise<unknown> =>
    Promise.resolve(load).then(
      () => undefined,
      (error: unknown) => error,
    );

  it('are not asked of the store again for those that waited while it did not answer', async () => {
    const away = new StoreUnavailable('no answer in time');
    const { ends, cache } = reading([away, undefined]);
    const asked = [1, 2, 3].map(() => faultOf(cache.load('post-1', 'latest')));
    ends[0]?.();
    expect(await Promise.all(asked)).to.deep.equal([away, away, away]);
    expect(ends).to.have.length(1);
    const later = faultOf(cache.load('post-1', 'latest'));
    ends[1]?.();
    expect(await later).to.equal(undefined);
  });

  it('are read again for those that waited where the read failed for another reason', async () => {
    const { ends, cache } = reading([new Error('odd'), undefined]);
    const [first, second] = [faultOf(cache.load('post-1', 'latest')), faultOf(cache.load('post-1', 'latest'))];
    ends[0]?.();
    expect(await first).to.be.instanceOf(Error);
    ends[1]?.();
    expect(await second).to.equal(undefined);
  });
});
