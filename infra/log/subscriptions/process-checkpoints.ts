import { beforeFirstEvent, createCheckpoints, readCheckpoints } from '../../../projections/kernel/checkpoint.ts';
import type { SubscriptionParts } from './run-subscription.ts';

/**
 * Makes sure that every process has its checkpoint. On an empty log a missing one is created; on any other log it is an
 * error, because a process that replays history repeats its effects on the outside world.
 */
export const requireProcessCheckpoints = async (
  names: readonly string[],
  { database, store }: Pick<SubscriptionParts, 'database' | 'store'>,
): Promise<void> => {
  const known = await readCheckpoints(database.kysely);
  const missing = names.filter((name) => !known.has(name));
  if (missing.length === 0) return;
  const isNewLog = (await store.head()) === undefined;
  if (!isNewLog) {
    throw new Error(
      `No checkpoint for ${missing.join(', ')} on a log that has events. ` +
        'Say where to begin: npm run processes -- start <name> --from now|beginning',
    );
  }
  await createCheckpoints(missing, beforeFirstEvent, database.kysely);
};
