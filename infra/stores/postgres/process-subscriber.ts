import { sql, type Transaction } from 'kysely';
import type { Recorded } from '../../../domain/kernel/event.ts';
import { foldInstances, touchedInstances, type InstanceRow } from '../../../processes/kernel/fold-instances.ts';
import type { ProcessManager } from '../../../processes/kernel/process-manager.ts';
import { park, parkedKeys } from '../../../projections/kernel/parking.ts';
import type { Subscriber } from '../../../projections/kernel/subscriber.ts';

export const wakeChannel = 'process_wake';

/** Keeps the instances of one process manager, in the transaction of its checkpoint. */
export class ProcessSubscriber implements Subscriber {
  readonly name: string;
  readonly handles: ReadonlySet<string>;
  readonly #manager: ProcessManager;

  constructor(manager: ProcessManager) {
    this.#manager = manager;
    this.name = `process/${manager.name}`;
    this.handles = new Set(manager.handles);
  }

  async apply(events: readonly Recorded[], tx: Transaction<unknown>): Promise<void> {
    const touched = touchedInstances(this.#manager, events);
    if (touched.length === 0) return;
    const { rows } = await sql<{ instance: string; state: object; revision: number }>`
      select instance, state, revision from process_instance
      where process = ${this.#manager.name} and instance = any(${touched})
      order by instance for update`.execute(tx);
    const before = new Map(rows.map((row) => [row.instance, row]));
    const parked = await parkedKeys(this.name, touched, tx);
    const { changed, ended, failed } = foldInstances(this.#manager, events, before, parked);
    for (const { instance, event, error } of failed) await park(this.name, instance, event, error, tx);
    await this.#write(changed, tx);
    if (ended.length > 0) {
      await sql`
        delete from process_instance where process = ${this.#manager.name} and instance = any(${ended})`.execute(tx);
    }
    if (changed.some(({ wakeAt }) => wakeAt !== null)) await sql`select pg_notify(${wakeChannel}, '')`.execute(tx);
  }

  /** A new fold replaces the wake-up and clears what earlier actions left; a lease that is held stays held. */
  async #write(changed: readonly InstanceRow[], tx: Transaction<unknown>): Promise<void> {
    if (changed.length === 0) return;
    const rows = changed.map(({ instance, workspaceId, mode, state, revision, wakeAt, lane }) => ({
      process: this.#manager.name,
      instance,
      workspace_id: workspaceId,
      mode,
      state,
      revision,
      wake_at: wakeAt,
      lane,
    }));
    await sql`
      insert into process_instance (process, instance, workspace_id, mode, state, revision, wake_at, lane)
      select process, instance, workspace_id, mode, state, revision, wake_at, lane
      from json_populate_recordset(null::process_instance, ${JSON.stringify(rows)}::json)
      on conflict (process, instance) do update set
        state = excluded.state, revision = excluded.revision, wake_at = excluded.wake_at, lane = excluded.lane,
        not_before = null, failures = 0, last_error = null, updated_at = now()`.execute(tx);
  }
}
