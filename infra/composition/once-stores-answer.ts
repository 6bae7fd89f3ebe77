import { backOff, isTransient } from '../stores/postgres/retry-policy.ts';
import type { Logger } from '../telemetry/logger.ts';

/**
 * Does the work again while a store is away. Any other fault is thrown, and so is this one where the signal is aborted.
 */
export const onceStoresAnswer = async <Result>(
  work: () => Promise<Result>,
  { log, signal }: Readonly<{ log: Pick<Logger, 'warn'>; signal: AbortSignal }>,
): Promise<Result> => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || signal.aborted) throw error;
      if (attempt === 0) log.warn({ error }, 'the start waits for a store');
      await backOff(attempt, signal);
    }
  }
};
