import { StoreUnavailable } from '../../../domain/kernel/event-store.ts';
import { delay } from '../../../projections/kernel/throttle.ts';
import { isConnectionFault } from './unavailable.ts';

/** Serialization failures, deadlocks and time-outs: a retry succeeds. */
const retryableCodes = new Set(['40001', '40P01', '55P03', '57014', '53300']);

/** Whether a fault passes by itself, so that the same work can be retried. */
export const isTransient = (error: unknown): boolean => {
  if (error instanceof StoreUnavailable || isConnectionFault(error)) return true;
  return error instanceof Error && 'code' in error && retryableCodes.has(String(error.code));
};

/** Waits 50 ms to 5 s, longer with every attempt, or until the signal aborts. */
export const backOff = (attempt: number, signal: AbortSignal): Promise<void> =>
  delay(Math.min(5_000, 50 * 2 ** Math.min(attempt, 7)), signal);
