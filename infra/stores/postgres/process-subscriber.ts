import { sql, type Transaction } from 'kysely';
import type { Recorded } from '../../../domain/kernel/event.ts';
import { applyEvents, type InstanceRows } from '../../../processes/kernel/instance-rows.ts';
import type { ProcessManager } from '../../../processes/kernel/process.ts';
import { keysOfEvent } from '../../../domain/kernel/event-keys.ts';
import { park, parkedKeys } from '../../../projections/kernel/parking.ts';
import { writeInstances } from './instance-rows.ts';
import { applyKeyByKey, type KeyedSubscriber } from './keyed-subscriber.ts';
import { checkpointOf } from './process-checkpoints.ts';

/** Keeps the instances of one process in Postgres, in the transaction of its checkpoint. */
export class ProcessSubscriber implements KeyedSubscriber {
  readonly name: string;
  readonly handles: ReadonlySet<string>;
  readonly #manager: ProcessManager;

  constructor(manager: ProcessManager) {
    this.#manager = manager;
    this.name = checkpointOf(manager.name);
    this.handles = new Set(manager.handles);
  }

  apply(events: readonly Recorded[], tx: Transaction<unknown>, hasParkedKeys = true): Promise<void> {
    return applyEvents(this.#manager, events, this.#rows(tx, hasParkedKeys));
  }

  applyParking(events: readonly Recorded[], tx: Transaction<unknown>): Promise<void> {
    return applyKeyByKey(this, events, tx);
  }

  keysOf(event: Recorded): readonly string[] {
    return keysOfEvent(event, (one) => this.#manager.instancesOf(one)).keys;
  }

  only(instance: string): ProcessSubscriber {
    const manager = this.#manager;
    return new ProcessSubscriber({
      ...manager,
      instancesOf: (event) => manager.instancesOf(event).filter((one) => one === instance),
    });
  }

  #rows(tx: Transaction<unknown>, hasParkedKeys: boolean): InstanceRows {
    const { name } = this;
    const process = this.#manager.name;
    return {
      lock: async (instances) => {
        const { rows } = await sql<{ instance: string; state: object; revision: number }>`
          select instance, state, revision from process_instance
          where process = ${process} and instance = any(${instances})
          order by instance for update`.execute(tx);
        return new Map(rows.map((row) => [row.instance, row]));
      },
      parked: async (instances) => (hasParkedKeys ? parkedKeys(name, instances, tx) : new Set()),
      park: (instance, event, error) => park(name, instance, event, error, tx),
      write: (rows) => writeInstances(process, rows, 'replace', tx),
      remove: async (instances) => {
        await sql`
          delete from process_instance where process = ${process} and instance = any(${instances})`.execute(tx);
      },
    };
  }
}
