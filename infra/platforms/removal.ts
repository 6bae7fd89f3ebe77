import { PlatformError } from '../../domain/platforms/platform-error.ts';
import type { NativeObject, Removal } from '../../domain/platforms/publisher.ts';

/**
 * Removes copies one by one, the last made first, and answers in that order. Where nothing has been removed yet a dead token or a
 * rate limit is thrown, so that the whole removal can be tried again; afterwards it is told per copy.
 */
export const removeEach = async (
  objects: readonly NativeObject[],
  remove: (object: NativeObject) => Promise<Removal>,
): Promise<readonly Removal[]> => {
  const removals: Removal[] = [];
  for (const object of [...objects].reverse()) {
    try {
      const first = await remove(object);
      const doubtful = !first.removed && /^delete_(not_confirmed|unverified)$/.test(first.reason);
      // Deletes bear being repeated: what may stand after a lost answer is asked away once more before that is said.
      removals.push(doubtful ? await remove(object) : first);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      const whole = error.kind === 'unauthorized' || error.kind === 'not_stored';
      if (whole && !removals.some(({ removed }) => removed)) throw error;
      removals.push({
        nativeId: object.nativeId,
        removed: false,
        reason: 'delete_not_confirmed',
        detail: error.message,
      });
    }
  }
  return removals;
};
