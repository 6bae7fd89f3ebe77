import { sql, type Transaction } from 'kysely';
import type { Recorded } from '../../../domain/kernel/event.ts';
import { applyEvents, type InstanceRows } from '../../../processes/kernel/instance-rows.ts';
import { touchedInstances, touchedWorkspaces } from '../../../processes/kernel/fold-instances.ts';
import type { ProcessManager } from '../../../processes/kernel/process.ts';
import { foldedTypes, workspaceEndedBy } from '../../../processes/kernel/workspace-end.ts';
import { keysOfEvent } from '../../../domain/kernel/event-keys.ts';
import { park, parkedWithWorkspaces, unparkWorkspaces } from '../../../projections/kernel/parking.ts';
import { lockInstances, removeInstances, writeInstances } from './instance-rows.ts';
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
    this.handles = new Set(foldedTypes(manager));
  }

  apply(
    events: readonly Recorded[],
    tx: Transaction<unknown>,
    { hasParkedKeys = true }: Readonly<{ hasParkedKeys?: boolean | undefined }> = {},
  ): Promise<void> {
    return applyEvents(this.#manager, events, this.#rows(tx, { hasParkedKeys }));
  }

  /**
   * The end of a workspace affects many keys at once: the events before it are applied key by key,
   * and then the events after it.
   */
  async applyParking(events: readonly Recorded[], tx: Transaction<unknown>): Promise<void> {
    const manager = this.#manager;
    const workspaces = touchedWorkspaces(manager, events);
    if (workspaces.length > 0)
      await this.#rows(tx, { hasParkedKeys: true }).lock(touchedInstances(manager, events), workspaces);
    let stretch: Recorded[] = [];
    for (const event of events) {
      stretch.push(event);
      const ended = workspaceEndedBy(manager, event);
      if (ended === undefined) continue;
      await applyKeyByKey(this, stretch, tx);
      await this.#rows(tx, { hasParkedKeys: true }).removeWorkspaces([ended]);
      stretch = [];
    }
    await applyKeyByKey(this, stretch, tx);
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

  #rows(tx: Transaction<unknown>, { hasParkedKeys }: Readonly<{ hasParkedKeys: boolean }>): InstanceRows {
    const { name } = this;
    const process = this.#manager.name;
    return {
      lock: async (instances, workspaces) => {
        const rows = await lockInstances(process, instances, workspaces, tx);
        return new Map(rows.map((row) => [row.instance, row]));
      },
      parked: async (instances) => (hasParkedKeys ? parkedWithWorkspaces(name, instances, tx) : new Map()),
      park: (instance, event, error) => park({ subscriber: name, key: instance, event, error }, tx),
      write: (rows) => writeInstances(process, rows, 'replace', tx),
      remove: (instances) => removeInstances(process, instances, tx),
      removeWorkspaces: async (workspaces) => {
        await sql`
          delete from process_instance where process = ${process} and workspace_id = any(${workspaces})`.execute(tx);
        await unparkWorkspaces(name, workspaces, tx);
      },
    };
  }
}
