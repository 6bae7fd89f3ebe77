import type { Recorded } from '../../domain/kernel/event.ts';
import type { Projection } from './projection.ts';

export type Rows = ReadonlyMap<string, object>;

export type Folded = Readonly<{
  upserts: readonly object[];
  deletes: readonly string[];
  /** Keys whose fold threw, with the event and the error. Their rows stay as they were before it. */
  failed: readonly { key: string; event: Recorded; error: unknown }[];
}>;

/** The keys a batch touches. */
export const touchedKeys = (projection: Projection, events: readonly Recorded[]): string[] => {
  const keys = new Set<string>();
  for (const event of events) for (const key of projection.keys(event)) keys.add(key);
  return [...keys];
};

/** Folds a batch over the rows it touches. Pure; a key stops before the first event it cannot fold. */
export const foldBatch = (
  projection: Projection,
  events: readonly Recorded[],
  before: Rows,
  parked: ReadonlySet<string> = new Set(),
): Folded => {
  const after = new Map<string, object | undefined>();
  const failed: { key: string; event: Recorded; error: unknown }[] = [];
  const stopped = new Set(parked);
  for (const event of events) {
    for (const key of projection.keys(event)) {
      if (stopped.has(key)) continue;
      const row = after.has(key) ? after.get(key) : before.get(key);
      try {
        after.set(key, projection.fold(row as Record<string, unknown> | undefined, event, key));
      } catch (error) {
        stopped.add(key);
        failed.push({ key, event, error });
      }
    }
  }
  const upserts: object[] = [];
  const deletes: string[] = [];
  for (const [key, row] of after) {
    if (row === undefined) deletes.push(key);
    else if (row !== before.get(key)) upserts.push(row);
  }
  return { upserts, deletes, failed };
};
