import type { Recorded } from '../../../domain/kernel/event.ts';
import { foldInMemory, keyOfRow } from '../../../projections/kernel/fold-batch.ts';
import type { Projection } from '../../../projections/kernel/projection.ts';

/** Rows of read models, by the name of the model. */
export type RowsOf = Readonly<Record<string, readonly object[]>>;

/** The rows after further events, by the live fold. `whole`: every event could be folded. */
export const foldOnto = (
  projection: Projection,
  before: readonly object[],
  events: readonly Recorded[],
): Readonly<{ rows: readonly object[]; whole: boolean }> => {
  const keyOf = (row: object): string => keyOfRow(projection, row);
  const handles = new Set(projection.handles);
  const rows = new Map(before.map((row) => [keyOf(row), row]));
  const { changed, deletes, failed } = foldInMemory(
    projection,
    events.filter(({ type }) => handles.has(type)),
    rows,
  );
  for (const key of deletes) rows.delete(key);
  for (const row of changed) rows.set(keyOf(row), row);
  return { rows: [...rows.values()], whole: failed.length === 0 };
};
