import { expect } from 'chai';
import fc from 'fast-check';
import { catalogueOf } from '../../../../domain/kernel/catalogue.ts';
import type { Position, Recorded } from '../../../../domain/kernel/event.ts';
import type { EventLog, EventBatch } from '../../../../domain/kernel/event-store.ts';
import { isAfter } from '../../../../domain/kernel/position.ts';
import { SharedLog } from '../../../../infra/stores/event-store/shared-log.ts';
import { count, Counted } from '../../../support/counters.ts';
import { useEventStore } from '../../../support/event-store.ts';
import { until } from '../../../support/until.ts';

const eventAt = (place: number): Recorded => ({
  id: `${place}`,
  type: 'Counted',
  data: { by: 1 },
  stream: 'counter-a',
  revision: place,
  position: { commit: BigInt(place), prepare: BigInt(place) },
  meta: {
    workspaceId: 'w',
    mode: 'test',
    actor: { kind: 'system', id: 'test' },
    $correlationId: 'c',
    $causationId: 'c',
    occurredAt: '2026-03-01T10:00:00.000Z',
  },
});

/** A log whose events come when the test releases them, and whose reads can be broken. */
class ScriptedLog implements EventLog {
  readonly events: Recorded[] = [];
  readonly #readings = new Set<{ wake(): void; fault?: Error }>();
  readings = 0;
  delivered = 0;

  append(howMany: number): void {
    for (let n = 0; n < howMany; n++) this.events.push(eventAt(this.events.length + 1));
    for (const { wake } of this.#readings) wake();
  }

  breakReadings(): void {
    for (const reading of this.#readings) {
      reading.fault = new Error('the connection broke');
      reading.wake();
    }
  }

  async *follow(
    from: Position | 'start',
    { signal, maxBatch = 5 }: { signal: AbortSignal; maxBatch?: number },
  ): AsyncIterable<EventBatch> {
    const reading: { wake(): void; fault?: Error } = { wake: () => undefined };
    const wake = (): void => reading.wake();
    signal.addEventListener('abort', wake);
    this.#readings.add(reading);
    this.readings++;
    let next = from === 'start' ? 0 : Number(from.commit);
    try {
      while (!signal.aborted) {
        if (reading.fault) throw reading.fault;
        const events = this.events.slice(next, next + maxBatch);
        next += events.length;
        this.delivered += events.length;
        const to = events.at(-1)?.position;
        if (to) yield { events, to, caughtUp: next === this.events.length };
        else await new Promise<void>((resume) => (reading.wake = resume));
      }
    } finally {
      signal.removeEventListener('abort', wake);
      this.#readings.delete(reading);
    }
  }

  head(): Promise<Position | undefined> {
    return Promise.resolve(this.events.at(-1)?.position);
  }
}

/** Follows to the end of its signal, and after a fault from where it stood. */
const reader = (log: EventLog, from: number, signal: AbortSignal, pause: () => Promise<unknown>) => {
  const seen: number[] = [];
  let faults = 0;
  const follow = async (): Promise<void> => {
    let at: Position | 'start' = from === 0 ? 'start' : { commit: BigInt(from), prepare: BigInt(from) };
    while (!signal.aborted) {
      try {
        for await (const { events, to } of log.follow(at, { signal, maxBatch: 4 })) {
          for (const event of events) seen.push(event.revision);
          if (at !== 'start') expect(isAfter(to, at)).to.equal(true);
          at = to;
          await pause();
        }
      } catch (error) {
        expect(String(error)).to.equal('Error: the connection broke');
        faults++;
      }
    }
  };
  return { seen, done: follow(), faults: () => faults };
};

const upTo = (last: number, from = 0): number[] => Array.from({ length: last - from }, (_, n) => from + n + 1);

describe('a reading of the log that is shared', () => {
  it('gives everybody every event once and in order, however slow they are and whatever breaks', () =>
    fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 4 }),
        fc.array(fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 1, max: 9 }) }, fc.constant('break' as const)), {
          minLength: 1,
          maxLength: 10,
        }),
        fc.integer({ min: 1, max: 4 }),
        async (scheduler, starts, happenings, held) => {
          const inner = new ScriptedLog();
          inner.append(6);
          const log = new SharedLog(inner, { held });
          const stop = new AbortController();
          const readers = starts.map((from) =>
            reader(log, from, stop.signal, () => scheduler.schedule(Promise.resolve())),
          );
          for (const happening of happenings) {
            if (happening === 'break') inner.breakReadings();
            else inner.append(happening);
            if (scheduler.count() > 0) await scheduler.waitOne();
          }
          const all = inner.events.length;
          while (readers.some(({ seen }, index) => seen.length < all - (starts[index] ?? 0))) {
            if (scheduler.count() > 0) await scheduler.waitOne();
            else await new Promise(setImmediate);
          }
          stop.abort();
          await scheduler.waitAll();
          await Promise.all(readers.map(({ done }) => done));
          readers.forEach(({ seen }, index) => expect(seen).to.deep.equal(upTo(all, starts[index])));
        },
      ),
      { numRuns: 300, endOnFailure: true },
    ));

  it('reads each event once for all that have caught up, and nothing without followers', async () => {
    const inner = new ScriptedLog();
    inner.append(1);
    const log = new SharedLog(inner);
    const stop = new AbortController();
    const readers = upTo(3).map(() => reader(log, 0, stop.signal, () => Promise.resolve()));
    await until('all have caught up', () => readers.every(({ seen }) => seen.length === 1));
    inner.append(1);
    await until('all share', () => readers.every(({ seen }) => seen.length === 2));
    const before = inner.delivered;
    for (let n = 0; n < 100; n++) inner.append(1);
    await until('all have read', () => readers.every(({ seen }) => seen.length === 102));
    expect(inner.delivered - before).to.equal(100);
    stop.abort();
    await Promise.all(readers.map(({ done }) => done));
    inner.append(5);
    expect(inner.delivered - before).to.equal(100);
  });

  describe('over the real protocol', () => {
    const real = useEventStore(catalogueOf([Counted]));

    it('gives each of several followers what is appended', async () => {
      const { store } = real();
      const log = new SharedLog(store);
      const stop = new AbortController();
      const followers = upTo(3).map(() => reader(log, 0, stop.signal, () => Promise.resolve()));
      for (let n = 0; n < 50; n++) await count(store, 'counter-one', { by: 1 });
      await until('all have read', () => followers.every(({ seen }) => seen.length === 50));
      stop.abort();
      await Promise.all(followers.map(({ done }) => done));
      for (const { seen } of followers) expect(seen).to.deep.equal([0, ...upTo(49)]);
    });
  });
});
