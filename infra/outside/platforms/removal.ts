import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { NativeObject, Removal } from '../../../domain/platforms/publisher.ts';

const standing = ({ nativeId }: NativeObject, error: PlatformError): Removal & { removed: false } => ({
  nativeId,
  removed: false,
  reason: 'delete_not_confirmed',
  detail: error.message,
});

/**
 * Removes copies one by one, the last made first, and returns the results in that order. A dead
 * token or a rate limit ends the calls: before the first removal it is thrown, afterwards this copy
 * and all that follow are `halted` by it.
 */
export const removeEach = async (
  objects: readonly NativeObject[],
  remove: (object: NativeObject) => Promise<Removal>,
): Promise<readonly Removal[]> => {
  const lastFirst = [...objects].reverse();
  const removals: Removal[] = [];
  for (const [index, object] of lastFirst.entries()) {
    try {
      const first = await remove(object);
      const doubtful = !first.removed && /^delete_(not_confirmed|unverified)$/.test(first.reason);
      // Deletes are idempotent. An object that may exist after a lost answer is deleted again before the removal is reported as lost.
      removals.push(doubtful ? await remove(object) : first);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (error.kind !== 'unauthorized' && error.kind !== 'not_stored') {
        removals.push(standing(object, error));
        continue;
      }
      if (!removals.some(({ removed }) => removed)) throw error;
      return [...removals, ...lastFirst.slice(index).map((left) => ({ ...standing(left, error), halted: error }))];
    }
  }
  return removals;
};
