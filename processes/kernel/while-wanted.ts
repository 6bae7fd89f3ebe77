import type { ActContext } from './act-context.ts';

const checkEveryMs = 1_000;

/**
 * A view of the log that is recent enough for a look: all calls of one job share the read.
 *
 * @example
 * recentEnough.maxAgeMs; // 1_000
 */
export const recentEnough = { maxAgeMs: checkEveryMs } as const;

/**
 * Makes a call that ends early when it is no longer wanted, for example because its job was
 * cancelled: `isWanted` is asked every second while the call runs. Answers `undefined` where the
 * call was ended so.
 *
 * @example
 * declare const context: ActContext;
 * declare const isCancelled: () => Promise<boolean>;
 * const answer = await whileWanted(
 *   context,
 *   async () => !(await isCancelled()),
 *   (signal) => fetch('https://example.com', { signal }),
 * );
 */
export const whileWanted = async <T extends object>(
  { signal, wait }: Pick<ActContext, 'signal' | 'wait'>,
  isWanted: () => Promise<boolean>,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> => {
  const unwanted = new AbortController();
  const over = new AbortController();
  const watch = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await wait(checkEveryMs);
      if (!over.signal.aborted && !(await isWanted())) return unwanted.abort();
    }
  };
  // A look that fails does not end the call.
  watch().catch(() => undefined);
  try {
    return await call(AbortSignal.any([signal, unwanted.signal]));
  } catch (error) {
    if (unwanted.signal.aborted && !signal.aborted) return undefined;
    throw error;
  } finally {
    over.abort();
  }
};
