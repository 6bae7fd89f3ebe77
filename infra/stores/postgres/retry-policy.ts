import { StoreUnavailable } from '../../../domain/kernel/event-store.ts';
import { delay } from '../../../projections/kernel/throttle.ts';
import { isConnectionFault } from './unavailable.ts';

/**
 * SQLSTATEs after which a retry of the same work can succeed: a lost race (40001, 40P01), a lock
 * that was not granted in time (55P03), and the classes of a lost connection (08), exhausted
 * resources such as a full disk (53), an operator's intervention (57) and the system under the
 * server (58). None of them depends on the event that was being written.
 */
const retryable = /^(40001|40P01|55P03|(08|53|57|58)...)$/;

/** Whether a fault is transient, so that the same work can be retried. */
export const isTransient = (error: unknown): boolean => {
  if (error instanceof StoreUnavailable || isConnectionFault(error)) return true;
  return error instanceof Error && 'code' in error && retryable.test(String(error.code));
};

/**
 * Waits 50 ms to a second, longer with every attempt, or until the signal aborts. A store that is
 * back is found within a second: due actions then run within three.
 */
export const backOff = (attempt: number, signal: AbortSignal): Promise<void> =>
  delay(Math.min(1_000, 50 * 2 ** Math.min(attempt, 7)), signal);
