import { expect } from 'chai';
import type { Position, Recorded } from '../../../domain/kernel/event.ts';
import type { EventBatch } from '../../../domain/kernel/event-store.ts';
import { beforeFirstEvent } from '../../../projections/kernel/checkpoint.ts';
import { ParallelWriters, type WriteTask } from '../../../projections/kernel/parallel-writers.ts';
import type { Subscriber } from '../../../projections/kernel/subscriber.ts';

const at = (commit: number): Position => ({ commit: BigInt(commit), prepare: BigInt(commit) });
const member = (name: string, ...handles: string[]): Subscriber => ({
  name,
  handles: new Set(handles),
  apply: () => Promise.resolve(),
});
const batchOf = (to: number, size: number): EventBatch => ({
  events: Array.from({ length: size }, (_, n) => ({ type: n % 2 === 0 ? 'A' : 'B' }) as Recorded),
  to: at(to),
  caughtUp: false,
});
/** Writes that end on demand. */
const writes = () => {
  const begun: { part: string; from: bigint; end: (error?: Error) => void }[] = [];
  const write = ({ part, from }: WriteTask): Promise<void> =>
    new Promise((resolve, reject) => {
      const end = (error?: Error) => (error ? reject(error) : resolve());
      begun.push({ part: part.map(({ name }) => name).join(), from: from.commit, end });
    });
  return { begun, write };
};
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('lanes of members that catch up', () => {
  const members = new Set([member('a', 'A'), member('b', 'B'), member('c', 'none'), member('d', 'none')]);

  it('hand small batches to all together, and large ones to three parts with about as much to do', async () => {
    const { begun, write } = writes();
    const writers = new ParallelWriters(members, beforeFirstEvent, write);
    await writers.take(batchOf(1, 10));
    await turn();
    expect(begun.map(({ part }) => part)).to.deep.equal(['a,b,c,d']);
    begun[0]?.end();
    await writers.take(batchOf(2, 2_000));
    await turn();
    expect(begun.slice(1).map(({ part }) => part)).to.deep.equal(['a', 'b', 'c,d']);
    for (const { end } of begun) end();
    await writers.settled();
    expect(writers.position).to.deep.equal(at(2));
  });

  it('go on in a lane without the others, two batches ahead of what is written', async () => {
    const { begun, write } = writes();
    const writers = new ParallelWriters(members, beforeFirstEvent, write);
    await writers.take(batchOf(1, 2_000));
    await writers.take(batchOf(2, 2_000));
    let isTaken = false;
    const third = writers.take(batchOf(3, 2_000)).then(() => (isTaken = true));
    await turn();
    begun[0]?.end();
    await turn();
    // The first lane has its second batch; the others are still at their first, and no fourth is taken.
    expect(begun.map(({ part, from }) => `${part}@${from}`)).to.deep.equal(['a@-1', 'b@-1', 'c,d@-1', 'a@1']);
    expect(isTaken).to.equal(false);
    begun[1]?.end();
    begun[2]?.end();
    await third;
    await turn();
    expect(begun).to.have.length(6);
    for (const { end } of begun) end();
    await turn();
    for (const { end } of begun) end();
    await writers.settled();
    expect(begun).to.have.length(9);
  });

  it('report a failed write to the next batch and to a wait for the end, and write nothing after it', async () => {
    const { begun, write } = writes();
    const writers = new ParallelWriters(members, beforeFirstEvent, write);
    await writers.take(batchOf(1, 2_000));
    await writers.take(batchOf(2, 2_000));
    const next = writers.take(batchOf(3, 2_000)).catch((error: Error) => error.message);
    await turn();
    begun[0]?.end(new Error('no room'));
    begun[1]?.end();
    begun[2]?.end();
    expect(await next).to.equal('no room');
    await turn();
    expect(begun.filter(({ part }) => part === 'a')).to.have.length(1);
    for (const { end } of begun) end();
    await turn();
    for (const { end } of begun) end();
    expect(await writers.settled().catch((error: Error) => error.message)).to.equal('no room');
  });
});
