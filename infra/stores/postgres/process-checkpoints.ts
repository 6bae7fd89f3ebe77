import type { EventLog } from '../../../domain/kernel/event-store.ts';
import { beforeFirstEvent, createCheckpoints, readCheckpoints } from '../../../projections/kernel/checkpoint.ts';
import type { Database } from './database.ts';

type Parts = Readonly<{ database: Pick<Database, 'kysely'>; store: Pick<EventLog, 'head'> }>;

/**
 * The name of a process's checkpoint, by the process's name. Only the tables contain it; people see
 * the process's name.
 */
export const checkpointOf = (process: string): string => `process/${process}`;

const missingCheckpoints = async (processes: readonly string[], { database }: Parts): Promise<readonly string[]> => {
  const known = await readCheckpoints(database.kysely);
  return processes.filter((process) => !known.has(checkpointOf(process)));
};

/**
 * Starts every process at the beginning of an empty log. A node of any role does this before its
 * first append, so the roles start in any order: events that an API node appended before the first
 * processes node started are processed. On a log with events it creates nothing. A lost database
 * that returns empty therefore has no checkpoints.
 */
export const beginProcessesOnEmptyLog = async (processes: readonly string[], parts: Parts): Promise<void> => {
  const missing = await missingCheckpoints(processes, parts);
  if (missing.length === 0 || (await parts.store.head()) !== undefined) return;
  await createCheckpoints(missing.map(checkpointOf), beforeFirstEvent, parts.database.kysely);
};

/**
 * Checks that every process has its checkpoint. A missing one is an error, because a process that
 * replays history repeats past effects. Those that may replay it begin at the first event.
 */
export const requireProcessCheckpoints = async (
  processes: readonly string[],
  parts: Parts,
  mayReplay: readonly string[] = [],
): Promise<void> => {
  const all = await missingCheckpoints(processes, parts);
  const missing = all.filter((process) => !mayReplay.includes(process));
  if (missing.length === 0) {
    if (all.length > 0) await createCheckpoints(all.map(checkpointOf), beforeFirstEvent, parts.database.kysely);
    return;
  }
  throw new Error(
    `No checkpoint for ${missing.join(', ')} on a log that has events. ` +
      `Say where to begin: npm run processes -- start ${missing[0]} --from now|beginning`,
  );
};
