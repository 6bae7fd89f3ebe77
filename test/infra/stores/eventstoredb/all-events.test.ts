import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { EventMeta, Position } from '../../../../domain/kernel/event.ts';
import { isAfter } from '../../../../domain/kernel/position.ts';
import { PostCancelled } from '../../../../domain/posts/post-events.ts';
import { allEvents } from '../../../../infra/stores/eventstoredb/all-events.ts';
import { ofCategories } from '../../../../infra/stores/eventstoredb/log-filter.ts';
import { Connection } from '../../../../infra/stores/eventstoredb/connection.ts';
import type { Answers } from '../../../../infra/stores/eventstoredb/reads.ts';
import { saysCaughtUp, type WireEvent } from '../../../../infra/stores/eventstoredb/read-response.ts';
import { openTestEventStore, type TestEventStore } from '../../../support/event-store.ts';

const meta: EventMeta = {
  workspaceId: 'w',
  mode: 'test',
  actor: { kind: 'system', id: 'test' },
  occurredAt: '2026-01-01T00:00:00.000Z',
  $correlationId: 'c',
  $causationId: 'c',
};
const most = 50;

describe('all events of a log', () => {
  let log: TestEventStore;
  let connection: Connection;
  let stop: AbortController;
  beforeEach(async () => {
    log = await openTestEventStore();
    connection = new Connection(log.connectionString);
    stop = new AbortController();
  });
  afterEach(async () => {
    stop.abort();
    await connection.client.dispose();
    await log.close();
  });

  const append = async (stream: string, count: number): Promise<void> => {
    const events = Array.from({ length: count }, () => ({ ...PostCancelled({}), id: randomUUID(), meta }));
    await log.store.append(stream, 'none', events);
  };

  /** Reads until so many have come. */
  const read = async (from: Position | 'start', wanted: number, slowly = false): Promise<WireEvent[]> => {
    const events: WireEvent[] = [];
    for await (const batch of allEvents(connection, from, { signal: stop.signal, maxBatch: most, fillWithinMs: 0 })) {
      expect(batch.events.length).to.be.within(1, most);
      events.push(...batch.events);
      // A turn of the loop in which everything that is under way comes in.
      if (slowly) await new Promise((resolve) => setImmediate(resolve));
      if (events.length >= wanted) break;
    }
    return events;
  };
  const names = (events: readonly WireEvent[]) => events.map(({ streamId, revision }) => `${streamId}/${revision}`);

  it('come in their order, without those of the store itself, and again from any place', async () => {
    for (const stream of ['post-1', 'post-2', 'post-3']) await append(stream, 5);
    const events = await read('start', 15);
    expect(names(events)).to.deep.equal(
      [1, 2, 3].flatMap((post) => [0, 1, 2, 3, 4].map((revision) => `post-${post}/${revision}`)),
    );
    expect(events[0]).to.include({ type: 'PostCancelled', isJson: true });
    expect(events[0]?.metadata).to.include({ workspaceId: 'w' });
    for (const at of [0, 7, 13])
      expect(names(await read(events[at]?.position ?? 'start', 14 - at))).to.deep.equal(names(events.slice(at + 1)));
  });

  it('come to a reader that is slower than they are, none lost and none twice', async () => {
    for (let post = 0; post < 30; post += 1) await append(`post-${post}`, 40);
    const events = await read('start', 1_200, true);
    expect(new Set(names(events))).to.have.property('size', 1_200);
    expect(events).to.have.length(1_200);
  });

  it('come in full batches to a reader that would rather wait, and the last of them though they fill none', async () => {
    await append('post-1', 25);
    const sizes: number[] = [];
    let read = 0;
    for await (const { events } of allEvents(connection, 'start', {
      signal: stop.signal,
      maxBatch: 10,
      fillWithinMs: 200,
    })) {
      sizes.push(events.length);
      read += events.length;
      if (read === 25) break;
    }
    expect(sizes.slice(1, -1)).to.deep.equal(sizes.slice(1, -1).map(() => 10));
    expect(sizes.length).to.be.at.most(4);
  });

  it('tell of none that it is the last for now before all of a backlog have come', async () => {
    for (let post = 0; post < 30; post += 1) await append(`post-${post}`, 100);
    let read = 0;
    const early: number[] = [];
    const wish = { signal: stop.signal, maxBatch: 5_000, fillWithinMs: 0 };
    for await (const { events, isLast } of allEvents(connection, 'start', wish)) {
      read += events.length;
      if (read === 3_000) break;
      if (isLast) early.push(read);
    }
    expect(early).to.deep.equal([]);
  });

  it('come in their stored form, and tell which is the last for now', async () => {
    const reading = allEvents(connection, 'start', { signal: stop.signal, maxBatch: most, fillWithinMs: 0 })[
      Symbol.asyncIterator
    ]();
    const first = reading.next();
    await append('post-1', 1);
    const batch = await first;
    expect(batch.value?.isLast).to.equal(true);
    const second = reading.next();
    await append('post-2', 1);
    expect(names((await second).value?.events ?? [])).to.deep.equal(['post-2/0']);
    const third = reading.next();
    stop.abort();
    expect((await third).done).to.equal(true);
  });

  describe('of some categories', () => {
    const backlog = ofCategories(new Set(['post']));
    const isWanted = ({ stream }: { stream: string }): boolean => stream.startsWith('post-');
    const follow = (from: Position | 'start') =>
      allEvents(connection, from, { signal: stop.signal, maxBatch: most, fillWithinMs: 0, backlog, isWanted });

    it('come from a backlog in their stored form, with the position of all that was passed', async () => {
      await append('post-1', 2);
      for (let n = 0; n < 30; n += 1) await append(`order-${n}`, 100);
      await append('post-2', 1);
      await append('postal-1', 3);
      const head = await log.store.head();
      const seen: string[] = [];
      const moves: Position[] = [];
      let wasLast = 0;
      for await (const { events, to, isLast } of follow('start')) {
        seen.push(...names(events));
        moves.push(to);
        if (isLast) wasLast += 1;
        if (seen.length === 4) break;
        if (wasLast === 0 || to.commit !== head?.commit) continue;
        // The reader has caught up: the next event comes by itself, and so do those of others.
        expect(seen).to.deep.equal(['post-1/0', 'post-1/1', 'post-2/0']);
        await append('order-next', 2);
        await append('post-3', 1);
      }
      expect(seen).to.deep.equal(['post-1/0', 'post-1/1', 'post-2/0', 'post-3/0']);
      expect(moves).to.deep.equal([...moves].sort((one, other) => Number(one.commit - other.commit)));
      expect(moves.at(-1)).to.deep.equal(await log.store.head());
    });

    it('let the position reach the newest event though all that come are of others', async () => {
      await append('order-1', 40);
      const reached = async (from: Position | 'start', wanted: Position | undefined): Promise<Position> => {
        for await (const { events, to } of follow(from)) {
          expect(events).to.deep.equal([]);
          if (to.commit === wanted?.commit) return to;
        }
        throw new Error('the reading ended');
      };
      const first = await reached('start', await log.store.head());
      const reading = (async () => {
        await append('order-2', 3);
        return reached(first, await log.store.head());
      })();
      expect(isAfter(await reading, first)).to.equal(true);
    });

    it('come when the store does not say that all is searched', async () => {
      await append('post-1', 1);
      const quiet = {
        heard: () => connection.heard(),
        open: async (...given: Parameters<Connection['open']>) => {
          const call = (await connection.open(...given)) as unknown as Answers;
          const on = call.on.bind(call);
          call.on = ((name: string, heard: (answer: Buffer) => void) =>
            on(
              name,
              name === 'data' ? (answer: Buffer) => void (saysCaughtUp(answer) || heard(answer)) : heard,
            )) as never;
          return call;
        },
      } as Connection;
      const seen: string[] = [];
      for await (const { events, isLast } of allEvents(quiet, 'start', {
        signal: stop.signal,
        maxBatch: most,
        fillWithinMs: 0,
        backlog,
        isWanted,
      })) {
        seen.push(...names(events));
        if (seen.length === 1 && !isLast) void append('post-2', 1);
        if (seen.length === 2) break;
      }
      expect(seen).to.deep.equal(['post-1/0', 'post-2/0']);
    });
  });

  it('end with an error where the store goes away', async () => {
    await append('post-1', 1);
    const reading = allEvents(connection, 'start', { signal: stop.signal, maxBatch: most, fillWithinMs: 0 })[
      Symbol.asyncIterator
    ]();
    await reading.next();
    const next = reading.next().then(
      () => 'an answer',
      (error: Error) => error.name,
    );
    await log.close();
    expect(await next).to.equal('Error');
    log = await openTestEventStore();
  });
});
