import type { Recorded } from '../../domain/kernel/event.ts';
import { keysOfEvent } from '../../domain/kernel/event-keys.ts';
import type { Projection } from './projection.ts';

/** An event with a key it touches. With a fault, the key cannot take the event in. */
type Touch = Readonly<{ event: Recorded; key: string; fault?: unknown }>;

export type Rows = ReadonlyMap<string, object>;

/** What a batch touches, in the order of the log. */
export type Touches = Readonly<{
  each: readonly Touch[];
  /** Keys that may have a row already. */
  known: readonly string[];
  /** Whether this key cannot have a row from before the batch. */
  isNew(key: string): boolean;
}>;

export type FoldedBatch = Readonly<{
  /** Rows of keys that had none. */
  inserts: readonly object[];
  /** Rows of keys that may have one. */
  upserts: readonly object[];
  deletes: readonly string[];
  /**
   * Keys whose fold threw, with the event and the error. Their rows stay as they were before it.
   */
  failed: readonly { key: string; event: Recorded; error: unknown }[];
}>;

/**
 * @example
 * declare const projection: Projection;
 * declare const events: readonly Recorded[];
 * const keys = touchesOf(projection, events).known;
 */
export const touchesOf = (projection: Projection, events: readonly Recorded[]): Touches => {
  const { appendOnly = false, bornWithStream = false } = projection.table;
  const each: Touch[] = [];
  const known = new Set<string>();
  const born = new Set<string>();
  for (const event of events) {
    const { keys, fault } = keysOfEvent(event, (one) => projection.keys(one));
    for (const key of keys) {
      each.push({ event, key, fault });
      if (appendOnly || born.has(key)) continue;
      if (bornWithStream && event.revision === 0) born.add(key);
      else known.add(key);
    }
  }
  return { each, known: [...known], isNew: (key) => appendOnly || born.has(key) };
};

/** Rows that are made by one event each need no looking for what an event before it made. */
const foldEach = (projection: Projection, { each }: Touches): FoldedBatch => {
  const inserts: object[] = [];
  const failed: { key: string; event: Recorded; error: unknown }[] = [];
  for (const { event, key, fault } of each) {
    try {
      if (fault !== undefined) throw fault;
      const row = projection.fold(undefined, event, key);
      if (row !== undefined) inserts.push(row);
    } catch (error) {
      failed.push({ key, event, error });
    }
  }
  return { inserts, upserts: [], deletes: [], failed };
};

/**
 * Folds the events of a batch over the existing rows. Pure; a key stops before the first event it
 * cannot fold.
 *
 * @example
 * declare const projection: Projection;
 * declare const events: readonly Recorded[];
 * declare const stored: Rows;
 * const { inserts, upserts, deletes } = foldTouches(projection, touchesOf(projection, events), stored);
 */
export const foldTouches = (
  projection: Projection,
  touches: Touches,
  before: Rows,
  parked: ReadonlySet<string> = new Set(),
): FoldedBatch => {
  if (projection.table.appendOnly) return foldEach(projection, touches);
  const { each, isNew } = touches;
  const after = new Map<string, object | undefined>();
  const failed: { key: string; event: Recorded; error: unknown }[] = [];
  const stopped = new Set(parked);
  for (const { event, key, fault } of each) {
    if (stopped.has(key)) continue;
    const row = after.has(key) ? after.get(key) : before.get(key);
    try {
      if (fault !== undefined) throw fault;
      after.set(key, projection.fold(row as Record<string, unknown> | undefined, event, key));
    } catch (error) {
      stopped.add(key);
      failed.push({ key, event, error });
    }
  }
  const inserts: object[] = [];
  const upserts: object[] = [];
  const deletes: string[] = [];
  for (const [key, row] of after) {
    if (row === undefined) deletes.push(key);
    else if (row !== before.get(key)) (isNew(key) ? inserts : upserts).push(row);
  }
  return { inserts, upserts, deletes, failed };
};

/**
 * Folds a batch over rows held in memory, by key.
 *
 * @example
 * declare const projection: Projection;
 * declare const events: readonly Recorded[];
 * const { changed } = foldInMemory(projection, events);
 */
export const foldInMemory = (
  projection: Projection,
  events: readonly Recorded[],
  rows: Rows = new Map(),
  parked?: ReadonlySet<string>,
): Pick<FoldedBatch, 'deletes' | 'failed'> & Readonly<{ changed: readonly object[] }> => {
  const { inserts, upserts, deletes, failed } = foldTouches(projection, touchesOf(projection, events), rows, parked);
  return { changed: [...inserts, ...upserts], deletes, failed };
};

/**
 * The key of a row of this read model.
 *
 * @example
 * declare const projection: Projection;
 * const key = keyOfRow(projection, { post_id: 'c1' });
 */
export const keyOfRow = ({ table }: Projection, row: object): string =>
  String((row as Readonly<Record<string, unknown>>)[table.key]);
