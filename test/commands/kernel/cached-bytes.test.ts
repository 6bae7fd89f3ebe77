import { expect } from 'chai';
import type { Recorded } from '../../../domain/kernel/event.ts';
import { SeenStream } from '../../../commands/kernel/seen-stream.ts';
import { StreamCache } from '../../../commands/kernel/stream-cache.ts';
import { MemoryEventStore } from '../../support/memory-event-store.ts';

/** How many of so many streams stay cached, each with one event of this data. */
const keptOf = (count: number, data: () => object): number => {
  const cache = new StreamCache(new MemoryEventStore(), () => 1);
  const streams = Array.from({ length: count }, (_, number) => `post-${number}`);
  for (const stream of streams) {
    const events = [{ data: data() } as unknown as Recorded];
    cache.keep(stream, new SeenStream({ events, revision: 0 }, 1));
  }
  return streams.filter((stream) => cache.cached(stream)).length;
};

describe('the cache of streams', () => {
  it('counts bytes: large events take no more memory than small ones', () => {
    expect(keptOf(200, () => ({ text: 'x'.repeat(1024 * 1024) }))).to.be.within(32, 64);
    expect(keptOf(10_000, () => ({ text: 'short' }))).to.equal(10_000);
  });

  it('counts what many small values take, in the events and in their fold', () => {
    const delivery = () => ({ deliveryId: 'd'.repeat(25), contactId: 'c'.repeat(25), platform: 'FACEBOOK' });
    // A batch of fifty deliveries takes 26 kB.
    expect(keptOf(5_000, () => ({ deliveries: Array.from({ length: 50 }, delivery) }))).to.be.within(2_000, 3_000);
  });
});
