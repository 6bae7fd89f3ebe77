import type { Recorded } from '../../domain/kernel/event.ts';
import { foldInstances, touchedInstances, type InstanceRow } from './fold-instances.ts';
import type { ProcessManager } from './process.ts';

/**
 * The port to the instance rows of one process, within the transaction that moves its checkpoint.
 * `infra/stores/postgres/process-subscriber.ts` implements it.
 */
export interface InstanceRows {
  /** Locks these rows until the transaction ends, and answers the ones that exist, by instance. */
  lock(instances: readonly string[]): Promise<ReadonlyMap<string, Pick<InstanceRow, 'state' | 'revision'>>>;
  /** Which of these instances are parked. */
  parked(instances: readonly string[]): Promise<ReadonlySet<string>>;
  /** Stops an instance before an event: all later events for it wait until a person lets it go on. */
  park(instance: string, event: Recorded, error: unknown): Promise<void>;
  /** A new state replaces the wake-up and clears what earlier actions left; a lease that is held stays held. */
  write(rows: readonly InstanceRow[]): Promise<void>;
  remove(instances: readonly string[]): Promise<void>;
}

/** Folds events into the instances of a process: what follows the log calls it for each batch. */
export const applyEvents = async (
  manager: ProcessManager,
  events: readonly Recorded[],
  rows: InstanceRows,
): Promise<void> => {
  const touched = touchedInstances(manager, events);
  if (touched.length === 0) return;
  const before = await rows.lock(touched);
  const { changed, ended, failed } = foldInstances(manager, events, before, await rows.parked(touched));
  for (const { instance, event, error } of failed) await rows.park(instance, event, error);
  if (changed.length > 0) await rows.write(changed);
  if (ended.length > 0) await rows.remove(ended);
};
