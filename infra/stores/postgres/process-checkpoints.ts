import type { EventLog } from '../../../domain/kernel/event-store.ts';
import { beforeFirstEvent, createCheckpoints, readCheckpoints } from '../../../projections/kernel/checkpoint.ts';
import type { Database } from './database.ts';

/** The name of a process's checkpoint, by the process's name. Only the tables know it: people read the process's name. */
export const checkpointOf = (process: string): string => `process/${process}`;

/**
 * Makes sure that every process has its checkpoint. On an empty log they begin at its beginning; on any other a missing one is
 * refused, because a process that replayed history would send it into the world again.
 */
export const requireProcessCheckpoints = async (
  processes: readonly string[],
  { database, store }: Readonly<{ database: Database; store: Pick<EventLog, 'head'> }>,
): Promise<void> => {
  const known = await readCheckpoints(database.kysely);
  const missing = processes.filter((process) => !known.has(checkpointOf(process)));
  if (missing.length === 0) return;
  if ((await store.head()) !== undefined) {
    throw new Error(
      `No checkpoint for ${missing.join(', ')} on a log that has events. ` +
        `Say where to begin: npm run processes -- start ${missing[0]} --from now|beginning`,
    );
  }
  await createCheckpoints(missing.map(checkpointOf), beforeFirstEvent, database.kysely);
};
