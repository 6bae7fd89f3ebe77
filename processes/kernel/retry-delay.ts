import { StoreUnavailable } from '../../domain/kernel/event-store.ts';
import { Postponed } from './host-places.ts';

/**
 * The delay before the retry of an action that the event store prevented. The action has not
 * failed, so the delay does not grow: due actions run as soon as the store is back.
 */
const storeWaitMs = 500;

/**
 * The delay of an action that could not start; undefined where it failed.
 *
 * @example
 * waitOf(new StoreUnavailable('no answer within 5 s')); // 500
 * waitOf(new Error('the platform refused')); // undefined
 */
export const waitOf = (error: unknown): number | undefined => {
  if (error instanceof Postponed) return error.milliseconds;
  return error instanceof StoreUnavailable ? storeWaitMs : undefined;
};

/**
 * The delay before the retry of an action that failed so often before.
 *
 * @example
 * [0, 1, 2, 20].map(retryDelay); // [250, 500, 1_000, 60_000]
 */
export const retryDelay = (failures: number): number => Math.min(60_000, 250 * 2 ** Math.min(failures, 8));
