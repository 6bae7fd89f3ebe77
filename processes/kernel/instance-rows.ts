import type { Recorded } from '../../domain/kernel/event.ts';
import {
  foldInstances,
  touchedInstances,
  touchedWorkspaces,
  type InstanceRow,
  type KnownInstance,
} from './fold-instances.ts';
import type { ProcessManager } from './process.ts';

/**
 * The port to the instance rows of one process, within the transaction that moves its checkpoint.
 * `infra/stores/postgres/process-subscriber.ts` implements it.
 */
export interface InstanceRows {
  /**
   * Locks these rows, and all rows of these workspaces, until the transaction ends. Returns the
   * named instances that exist.
   */
  lock(instances: readonly string[], workspaces: readonly string[]): Promise<ReadonlyMap<string, KnownInstance>>;
  /** Which of these instances are parked, with the workspace of the event each stopped at. */
  parked(instances: readonly string[]): Promise<ReadonlyMap<string, string | undefined>>;
  /** Stops an instance before an event: all later events for it wait until a person unparks it. */
  park(instance: string, event: Recorded, error: unknown): Promise<void>;
  /**
   * A new state replaces the wake-up and clears the results of earlier actions; a held lease stays
   * held.
   */
  write(rows: readonly InstanceRow[]): Promise<void>;
  remove(instances: readonly string[]): Promise<void>;
  /** Removes all rows and parked instances of these deleted workspaces. */
  removeWorkspaces(workspaces: readonly string[]): Promise<void>;
}

/**
 * Folds events into the instances of a process. The reader of the log calls it for each batch.
 *
 * @example
 * declare const manager: ProcessManager;
 * declare const events: readonly Recorded[];
 * declare const rows: InstanceRows;
 * await applyEvents(manager, events, rows);
 */
export const applyEvents = async (
  manager: ProcessManager,
  events: readonly Recorded[],
  rows: InstanceRows,
): Promise<void> => {
  const touched = touchedInstances(manager, events);
  const workspaces = touchedWorkspaces(manager, events);
  if (touched.length === 0 && workspaces.length === 0) return;
  const before = await rows.lock(touched, workspaces);
  const { changed, ended, endedWorkspaces, failed } = foldInstances(
    manager,
    events,
    before,
    await rows.parked(touched),
  );
  if (endedWorkspaces.length > 0) await rows.removeWorkspaces(endedWorkspaces);
  for (const { instance, event, error } of failed) await rows.park(instance, event, error);
  if (changed.length > 0) await rows.write(changed);
  if (ended.length > 0) await rows.remove(ended);
};
