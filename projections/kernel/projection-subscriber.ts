import { sql, type Transaction } from 'kysely';
import type { Recorded } from '../../domain/kernel/event.ts';
import { keysOfEvent } from '../../domain/kernel/event-keys.ts';
import { foldTouches, touchesOf } from './fold-batch.ts';
import { park, parkedKeys } from './parking.ts';
import type { Projection } from './projection.ts';
import type { Subscriber } from './subscriber.ts';
import { deleteRows, insertRows, loadRows, upsertRows } from './table.ts';

/**
 * Feeds one build of a read model: loads the rows a batch touches, folds in memory, and writes the
 * rows that changed.
 *
 * @example
 * declare const projection: Projection;
 * declare const build: Build;
 * const subscriber = new ProjectionSubscriber(projection, { name: buildName(build), table: buildTable(build) });
 */
export class ProjectionSubscriber implements Subscriber {
  readonly name: string;
  readonly handles: ReadonlySet<string>;
  readonly projection: Projection;
  readonly #table: string;

  constructor(projection: Projection, build: { name: string; table: string }) {
    this.projection = projection;
    this.name = build.name;
    this.handles = new Set(projection.handles);
    this.#table = build.table;
  }

  async apply(
    events: readonly Recorded[],
    tx: Transaction<unknown>,
    { hasParkedKeys = true }: Readonly<{ hasParkedKeys?: boolean | undefined }> = {},
  ): Promise<void> {
    const touches = touchesOf(this.projection, events);
    const before = await loadRows(this.projection, this.#table, touches.known, tx);
    // A key that begins with this batch cannot be parked already.
    const parked = hasParkedKeys ? await parkedKeys(this.name, touches.known, tx) : undefined;
    const folded = foldTouches(this.projection, touches, before, parked);
    for (const { key, event, error } of folded.failed) {
      // An unreadable event does not depend on the fold, and must not stop rows that it does not
      // touch.
      if (this.projection.sharing === 'all' && event.unreadable === undefined) throw error;
      await park({ subscriber: this.name, key, event, error }, tx);
    }
    await insertRows(this.projection, this.#table, folded.inserts, tx);
    await upsertRows(this.projection, this.#table, folded.upserts, tx);
    await deleteRows(this.projection, this.#table, folded.deletes, tx);
  }

  /**
   * Handles a row that folds but cannot be stored: continues event by event, and parks each key
   * before the first event that fails.
   */
  async applyParking(
    events: readonly Recorded[],
    tx: Transaction<unknown>,
    isTransient: (error: unknown) => boolean = () => false,
  ): Promise<void> {
    if (this.projection.sharing === 'all') return this.apply(events, tx);
    for (const key of new Set(touchesOf(this.projection, events).each.map((touch) => touch.key))) {
      const single = new ProjectionSubscriber(onlyKey(this.projection, key), { name: this.name, table: this.#table });
      for (const event of events.filter((one) => this.#keysOf(one).includes(key))) {
        await sql`savepoint one_event`.execute(tx);
        try {
          await single.apply([event], tx);
          await sql`release savepoint one_event`.execute(tx);
        } catch (error) {
          if (isTransient(error)) throw error;
          await sql`rollback to savepoint one_event`.execute(tx);
          await park({ subscriber: this.name, key, event, error }, tx);
          break;
        }
      }
    }
  }

  #keysOf(event: Recorded): readonly string[] {
    return keysOfEvent(event, (one) => this.projection.keys(one)).keys;
  }
}

/**
 * The same read model with one row.
 *
 * @example
 * declare const projection: Projection;
 * const ofOnePost = onlyKey(projection, 'c1');
 */
export const onlyKey = (projection: Projection, key: string): Projection => ({
  ...projection,
  keys: (event) => projection.keys(event).filter((one) => one === key),
});
