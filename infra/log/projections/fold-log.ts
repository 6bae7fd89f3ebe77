import type { Recorded } from '../../../domain/kernel/event.ts';
import { foldInMemory, keyOfRow } from '../../../projections/kernel/fold-batch.ts';
import type { Projection } from '../../../projections/kernel/projection.ts';

export type FoldedLog = Readonly<{
  /** Events that were read, and how many of them it handles. */
  events: number;
  handled: number;
  rows: readonly Readonly<Record<string, unknown>>[];
  /** Keys that would be parked: the event type they stopped at, and why. */
  failed: readonly Readonly<{ key: string; type: string; error: string }>[];
  seconds: number;
}>;

/** Folds a log into rows held in memory, as the engine would into a table. */
export const foldLog = async (
  projection: Projection,
  log: AsyncIterable<readonly Recorded[]> | Iterable<readonly Recorded[]>,
): Promise<FoldedLog> => {
  const handles = new Set(projection.handles);
  const rows = new Map<string, object>();
  const failed: { key: string; type: string; error: string }[] = [];
  const parked = new Set<string>();
  const began = performance.now();
  let [events, handled] = [0, 0];
  for await (const batch of log) {
    events += batch.length;
    const wanted = batch.filter(({ type }) => handles.has(type));
    handled += wanted.length;
    const folded = foldInMemory(projection, wanted, rows, parked);
    for (const row of folded.changed) rows.set(keyOfRow(projection, row), row);
    for (const key of folded.deletes) rows.delete(key);
    for (const { key, event, error } of folded.failed) {
      parked.add(key);
      failed.push({ key, type: event.type, error: error instanceof Error ? error.message : String(error) });
    }
  }
  const seconds = (performance.now() - began) / 1000;
  return { events, handled, rows: [...rows.values()] as Record<string, unknown>[], failed, seconds };
};
