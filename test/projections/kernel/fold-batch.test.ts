import { expect } from 'chai';
import type { Recorded } from '../../../domain/kernel/event.ts';
import { projectionOf } from '../../../projections/authoring/projection-of.ts';
import { foldInMemory, foldTouches, touchesOf } from '../../../projections/kernel/fold-batch.ts';
import type { Projection, Table } from '../../../projections/kernel/projection.ts';
import { Counted, type CountedEvent } from '../../support/counters.ts';

type Row = { id: string; total: number };

const summing = (options: Partial<Table<Row>> = {}): Projection =>
  projectionOf<Row, CountedEvent>({
    name: 'sums',
    version: 1,
    description: 'A sum for each stream.',
    table: { key: 'id', columns: { id: 'text', total: 'integer' }, ...options },
    on: {
      Counted: {
        keys: ({ stream }) => stream,
        fold: (row, { data: { by, poison } }, id) => {
          if (poison) throw new Error('poison');
          return by === 0 ? undefined : { id, total: (row?.total ?? 0) + by };
        },
      },
    },
  });

const counted = (stream: string, revision: number, by: number, poison?: boolean): Recorded => ({
  ...Counted({ by, ...(poison && { poison }) }),
  id: `${stream}/${revision}`,
  stream,
  revision,
  position: { commit: 1n, prepare: 1n },
  meta: {
    workspaceId: 'w',
    mode: 'test',
    actor: { kind: 'system', id: 'test' },
    $correlationId: 'c',
    $causationId: 'c',
    occurredAt: '2026-03-01T10:00:00.000Z',
  },
});

describe('folding a batch', () => {
  it('folds the events of a key over its stored row, in their order', () => {
    const folded = foldInMemory(
      summing(),
      [counted('a', 3, 1), counted('a', 4, 2)],
      new Map([['a', { id: 'a', total: 10 }]]),
    );
    expect(folded).to.deep.equal({ changed: [{ id: 'a', total: 13 }], deletes: [], failed: [] });
  });

  it('deletes a row, also one that the batch itself made', () => {
    expect(foldInMemory(summing(), [counted('a', 0, 1), counted('a', 1, 0)]).deletes).to.deep.equal(['a']);
  });

  it('stops a key before the event that fails, keeps its row of before, and continues with other keys', () => {
    const events = [counted('a', 0, 1), counted('a', 1, 1, true), counted('a', 2, 5), counted('b', 0, 2)];
    const { changed, failed } = foldInMemory(summing(), events);
    expect(changed).to.deep.equal([
      { id: 'a', total: 1 },
      { id: 'b', total: 2 },
    ]);
    expect(failed.map(({ key, event }) => [key, event.revision])).to.deep.equal([['a', 1]]);
  });

  it('stops a key before an event that cannot be read, without asking the fold', () => {
    const unreadable = { ...counted('a', 1, 1), data: null, unreadable: 'an upcaster threw' };
    const { changed, failed } = foldInMemory(summing(), [
      counted('a', 0, 1),
      unreadable,
      counted('a', 2, 5),
      counted('b', 0, 2),
    ]);
    expect(changed).to.deep.equal([
      { id: 'a', total: 1 },
      { id: 'b', total: 2 },
    ]);
    expect(failed.map(({ key, error }) => [key, String(error)])).to.deep.equal([
      ['a', 'UnreadableEvent: Counted 1@a cannot be read: an upcaster threw'],
    ]);
  });

  it('lets the stream of an event stand for the key that it does not name', () => {
    const nameless: Projection = { ...summing(), keys: ({ data }) => [(data as { by: { id: string } }).by.id] };
    const { failed } = foldInMemory(nameless, [{ ...counted('a', 0, 1), data: {} }]);
    expect(failed.map(({ key }) => key)).to.deep.equal(['a']);
  });

  it('passes over parked keys', () => {
    expect(foldInMemory(summing(), [counted('a', 5, 1)], new Map(), new Set(['a'])).changed).to.deep.equal([]);
  });

  it('leaves out rows that the fold returns unchanged', () => {
    const still: Projection = { ...summing(), fold: (row) => row };
    expect(foldInMemory(still, [counted('a', 3, 1)], new Map([['a', { id: 'a', total: 10 }]])).changed).to.deep.equal(
      [],
    );
  });
});

describe('the keys that a batch touches', () => {
  it('have their stored rows loaded', () => {
    expect(touchesOf(summing(), [counted('a', 0, 1), counted('b', 3, 1)]).known).to.deep.equal(['a', 'b']);
  });

  it('have none to load where a row begins with the first event of its stream', () => {
    const projection = summing({ bornWithStream: true });
    const touches = touchesOf(projection, [counted('a', 0, 1), counted('a', 1, 1), counted('b', 3, 1)]);
    expect(touches.known).to.deep.equal(['b']);
    const { inserts, upserts } = foldTouches(projection, touches, new Map([['b', { id: 'b', total: 1 }]]));
    expect([inserts, upserts]).to.deep.equal([[{ id: 'a', total: 2 }], [{ id: 'b', total: 2 }]]);
  });

  it('are all new where a table is append-only, and each event makes a row of its own', () => {
    const projection = summing({ appendOnly: true });
    const touches = touchesOf(projection, [counted('a', 0, 1), counted('a', 1, 2, true), counted('a', 2, 3)]);
    const { inserts, failed } = foldTouches(projection, touches, new Map());
    expect(touches.known).to.deep.equal([]);
    expect(inserts).to.deep.equal([
      { id: 'a', total: 1 },
      { id: 'a', total: 3 },
    ]);
    expect(failed).to.have.length(1);
  });
});
