import { StoreUnavailable } from '../../../domain/kernel/event-store.ts';
import { isConnectionFault } from './unavailable.ts';

/** Serialisation failures and deadlocks: the same work succeeds when it is done again. */
const retryable = new Set(['40001', '40P01', '55P03', '57014', '53300']);

/** Whether a fault passes by itself, so that the same batch is simply tried again. */
export const isTransient = (error: unknown): boolean => {
  if (error instanceof StoreUnavailable || isConnectionFault(error)) return true;
  return error instanceof Error && 'code' in error && retryable.has(String(error.code));
};

/** Waits 50 ms to 5 s, longer with every attempt; less when the signal aborts. */
export const backOff = (attempt: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(5_000, 50 * 2 ** Math.min(attempt, 7)));
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
