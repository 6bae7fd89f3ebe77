import { sql, type Transaction } from 'kysely';
import type { Recorded } from '../../../domain/kernel/event.ts';
import { park } from '../../../projections/kernel/parking.ts';
import type { Subscriber } from '../../../projections/kernel/subscriber.ts';
import { isTransient } from './retry-policy.ts';

/** A subscriber whose events belong to keys; a failing key is parked and the others continue. */
export interface KeyedSubscriber extends Subscriber {
  readonly handles: ReadonlySet<string>;
  keysOf(event: Recorded): readonly string[];
  /** The same subscriber for one key. */
  only(key: string): Subscriber;
}

/**
 * Applies events that failed together: key by key, each event after a savepoint. Parks a key before
 * the first of its events that cannot be stored.
 */
export const applyKeyByKey = async (
  subscriber: KeyedSubscriber,
  events: readonly Recorded[],
  tx: Transaction<unknown>,
): Promise<void> => {
  const keys = new Set(events.flatMap((event) => subscriber.keysOf(event)));
  // In the order of the keys, as every other statement locks the rows: two transactions then never wait for each other.
  for (const key of [...keys].sort()) {
    const single = subscriber.only(key);
    for (const event of events.filter((one) => subscriber.keysOf(one).includes(key))) {
      await sql`savepoint one_event`.execute(tx);
      try {
        await single.apply([event], tx);
        await sql`release savepoint one_event`.execute(tx);
      } catch (error) {
        if (isTransient(error)) throw error;
        await sql`rollback to savepoint one_event`.execute(tx);
        await park({ subscriber: subscriber.name, key, event, error }, tx);
        break;
      }
    }
  }
};
