import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailable } from '../../../domain/kernel/event-store.ts';

export type Budget = Readonly<{
  /** Milliseconds for all tries together. */
  milliseconds: number;
  /** Whether another try cannot change the answer. */
  isFinal(fault: unknown): boolean;
}>;

const firstPauseMs = 50;
const maxPauseMs = 400;

/** Half of the pause is random, so that many callers do not repeat their requests at the same moment. */
const pauseAfter = (attempt: number): number =>
  Math.min(maxPauseMs, firstPauseMs * 2 ** attempt) * (0.5 + Math.random() / 2);

/** The result of the work, or `StoreUnavailable` when it has not settled in time. */
export const within = async <T>(milliseconds: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StoreUnavailable('no answer in time')), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Tries until one try succeeds, one fails for good, or the budget is over. Each try is given what is
 * left of the budget. Throws the last fault that says more than that no answer came.
 */
export const withTries = async <T>(
  work: (leftMs: number) => Promise<T>,
  { milliseconds, isFinal }: Budget,
): Promise<T> => {
  const end = performance.now() + milliseconds;
  let said: unknown;
  for (let attempt = 0; ; attempt++) {
    try {
      return await work(end - performance.now());
    } catch (fault) {
      if (isFinal(fault)) throw fault;
      const isLate = performance.now() >= end;
      if (!isLate || said === undefined) said = fault;
      const pauseMs = pauseAfter(attempt);
      if (performance.now() + pauseMs >= end) throw said;
      await pause(pauseMs);
    }
  }
};
