import { catalogue } from '../../domain/events.ts';
import type { EventMeta, Recorded } from '../../domain/kernel/event.ts';
import { foldTouches, keyOfRow, touchesOf } from '../kernel/fold-batch.ts';
import type { Projection } from '../kernel/projection.ts';
import { guardedProjection, UnusableProjection } from './guarded-projection.ts';
import type { DataOf, EventType } from './projection-of.ts';

type Envelope = Readonly<{
  stream?: string;
  workspaceId?: string;
  mode?: EventMeta['mode'];
  actor?: EventMeta['actor'];
  /** ISO 8601; a fixed moment by default. */
  at?: string;
}>;

/** An event for a spec. Its data are those of the newest version, and must be valid. */
export const event = <Type extends EventType>(type: Type, data: DataOf<Type>, envelope: Envelope = {}): Recorded => ({
  type,
  data: catalogue.definitions.get(type)?.schema.parse(data),
  id: '00000000-0000-4000-8000-000000000000',
  stream: envelope.stream ?? 'post-c0000000000000000000000001',
  revision: 0,
  position: { commit: 0n, prepare: 0n },
  meta: {
    workspaceId: envelope.workspaceId ?? 'c0000000000000000000workspc',
    mode: envelope.mode ?? 'live',
    actor: envelope.actor ?? { kind: 'system', id: 'spec' },
    $correlationId: 'spec',
    $causationId: 'spec',
    occurredAt: envelope.at ?? '2026-03-02T10:00:00.000Z',
  },
});

type Row = Record<string, unknown>;

/** A row as a database returns it. */
const stored = (row: object): Row => JSON.parse(JSON.stringify(row)) as Row;

/** Rows after these batches, by key. */
const rowsAfter = (projection: Projection, batches: readonly (readonly Recorded[])[]): Map<string, Row> => {
  const rows = new Map<string, Row>();
  const keyOf = (row: object): string => keyOfRow(projection, row);
  for (const events of batches) {
    const { inserts, upserts, deletes, failed } = foldTouches(projection, touchesOf(projection, events), rows);
    if (failed[0]) throw failed[0].error;
    for (const row of inserts)
      if (rows.has(keyOf(row)))
        throw new UnusableProjection(
          `projection ${projection.name}: the row ${keyOf(row)} exists before the event that is to begin it; ` +
            'drop appendOnly or bornWithStream from its table',
        );
    for (const row of [...inserts, ...upserts]) rows.set(keyOf(row), stored(row));
    for (const key of deletes) rows.delete(key);
  }
  return rows;
};

/** Numbers events by their place in the log and in their stream. */
const placed = (events: readonly Recorded[]): readonly Recorded[] => {
  const revisions = new Map<string, number>();
  return events.map((one, index) => {
    const revision = revisions.get(one.stream) ?? 0;
    revisions.set(one.stream, revision + 1);
    return { ...one, revision, position: { commit: BigInt(index + 1), prepare: BigInt(index + 1) } };
  });
};

/**
 * A key of two streams can be neither parked nor folded on its own, so such a projection must
 * declare that it shares rows.
 */
const requireOneStreamPerKey = (projection: Projection, events: readonly Recorded[]): void => {
  if (projection.sharing === 'all') return;
  const streams = new Map<string, string>();
  for (const one of events)
    for (const key of projection.keys(one)) {
      const stream = streams.get(key) ?? one.stream;
      if (stream !== one.stream)
        throw new UnusableProjection(
          `projection ${projection.name}: the row ${key} is fed by two streams, ${stream} and ${one.stream}; ` +
            "declare sharing: 'all', or choose keys that one stream feeds",
        );
      streams.set(key, stream);
    }
};

const sorted = (rows: ReadonlyMap<string, Row>): readonly Row[] =>
  [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);

/**
 * The rows that these events leave, by key. Throws what the fold throws. It also throws where rows
 * depend on how the log is cut into batches or on an earlier run of the fold, and where two streams
 * feed one key without `sharing: 'all'`.
 */
export const rowsOf = (projection: Projection, events: readonly Recorded[]): readonly Row[] => {
  const guarded = guardedProjection(projection, (type) => catalogue.definitions.has(type));
  const handled = placed(events).filter(({ type }) => guarded.handles.includes(type));
  requireOneStreamPerKey(guarded, handled);
  const together = sorted(rowsAfter(guarded, [handled]));
  const text = JSON.stringify(together);
  const oneByOne = handled.map((one) => [one]);
  if (text !== JSON.stringify(sorted(rowsAfter(guarded, oneByOne))))
    throw new Error(`projection ${projection.name}: its rows depend on the batches of the log`);
  if (text !== JSON.stringify(sorted(rowsAfter(guarded, [handled]))))
    throw new Error(`projection ${projection.name}: the same events leave other rows`);
  return together;
};

/** Makes JSON independent of the order of keys. */
const withSortedKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** The columns of a row that an expected row names. */
const namedColumns = (row: Row | undefined, expected: object): Row =>
  Object.fromEntries(Object.keys(expected).map((column) => [column, row?.[column]]));

/**
 * Given/when/then for a projection. `then` expects exactly these rows, by key, and looks at the columns that each of them
 * names.
 *
 * @example
 * const given = specFor(timeToPublish);
 * given(started).when(published).then({ id: 'd1', seconds: 7.5 });
 * given(started).when(deleted).thenNoRows();
 */
export const specFor =
  <R extends object>(projection: Projection<R> & Projection) =>
  (...history: readonly Recorded[]) => ({
    when: (...events: readonly Recorded[]) => {
      const rows = rowsOf(projection, [...history, ...events]);
      const then = (...expected: readonly Partial<R>[]): void => {
        const actual = rows.map((row, index) => (expected[index] ? namedColumns(row, expected[index]) : row));
        if (JSON.stringify(actual, withSortedKeys) === JSON.stringify(expected, withSortedKeys)) return;
        throw Object.assign(new Error(`projection ${projection.name}: other rows than expected`), {
          actual,
          expected,
          showDiff: true,
        });
      };
      return { then, thenNoRows: () => then() };
    },
  });
