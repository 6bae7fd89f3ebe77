import { expect } from 'chai';
import type { Recorded } from '../../../domain/kernel/event.ts';
import { SeenStream } from '../../../commands/kernel/seen-stream.ts';
import { StreamCache } from '../../../commands/kernel/stream-cache.ts';

/** How many of so many streams stay cached, each with one event that has this text. */
const keptOf = (count: number, text: string): number => {
  const cache = new StreamCache({ read: () => Promise.reject(new Error('nothing is read')) }, () => 1);
  const streams = Array.from({ length: count }, (_, number) => `post-${number}`);
  for (const stream of streams) {
    const events = [{ data: { text } } as unknown as Recorded];
    cache.keep(stream, new SeenStream({ events, revision: 0 }, 1));
  }
  return streams.filter((stream) => cache.cached(stream)).length;
};

describe('the cache of streams', () => {
  it('counts bytes: large events take no more memory than small ones', () => {
    expect(keptOf(200, 'x'.repeat(1024 * 1024))).to.be.within(32, 64);
    expect(keptOf(10_000, 'short')).to.equal(10_000);
  });
});
