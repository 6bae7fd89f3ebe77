import { catalogue } from '../../domain/events.ts';
import type { EventMeta, Recorded } from '../../domain/kernel/event.ts';
import { foldInMemory } from '../kernel/fold-batch.ts';
import type { Projection } from '../kernel/projection.ts';
import { guardedProjection } from './guarded-projection.ts';
import type { DataOf, EventType } from './projection-of.ts';

type About = Readonly<{
  stream?: string;
  workspaceId?: string;
  mode?: EventMeta['mode'];
  /** ISO 8601; a fixed moment where none is said. */
  at?: string;
}>;

/** An event for a spec. The data are those of the newest version, and must be valid. */
export const event = <Type extends EventType>(type: Type, data: DataOf<Type>, about: About = {}): Recorded => ({
  type,
  data: catalogue.definitions.get(type)?.schema.parse(data),
  id: '00000000-0000-4000-8000-000000000000',
  stream: about.stream ?? 'post-c0000000000000000000000001',
  revision: 0,
  position: { commit: 0n, prepare: 0n },
  meta: {
    workspaceId: about.workspaceId ?? 'c0000000000000000000workspc',
    mode: about.mode ?? 'live',
    actor: { kind: 'system', id: 'spec' },
    $correlationId: 'spec',
    $causationId: 'spec',
    occurredAt: about.at ?? '2026-03-02T10:00:00.000Z',
  },
});

type Row = Record<string, unknown>;

/** The rows as a database gives them back. */
const stored = (row: object): Row => JSON.parse(JSON.stringify(row)) as Row;

const fold = (projection: Projection, batches: readonly (readonly Recorded[])[]): Map<string, Row> => {
  const rows = new Map<string, Row>();
  for (const events of batches) {
    const { changed, deletes, failed } = foldInMemory(projection, events, rows);
    if (failed[0]) throw failed[0].error;
    for (const row of changed) rows.set(String((row as Row)[projection.table.key]), stored(row));
    for (const key of deletes) rows.delete(key);
  }
  return rows;
};

const text = (rows: ReadonlyMap<string, Row>): string => JSON.stringify([...rows].sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Given these events, in the order of the log: these rows, by key. Throws what the fold throws, and where the rows would depend on how the
 * log happened to be cut into batches, or on having seen the events before.
 */
export const rowsOf = (projection: Projection, events: readonly Recorded[]): readonly Row[] => {
  const guarded = guardedProjection(projection, (type) => catalogue.definitions.has(type));
  const placed = events.map((one, index) => ({
    ...one,
    revision: index,
    position: { commit: BigInt(index + 1), prepare: BigInt(index + 1) },
  }));
  const handled = placed.filter(({ type }) => guarded.handles.includes(type));
  const together = fold(guarded, [handled]);
  const oneByOne = fold(
    guarded,
    handled.map((one) => [one]),
  );
  if (text(together) !== text(oneByOne))
    throw new Error(`projection ${projection.name}: its rows depend on the batches of the log`);
  if (text(together) !== text(fold(guarded, [handled])))
    throw new Error(`projection ${projection.name}: the same events leave other rows`);
  return [...together.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
};
