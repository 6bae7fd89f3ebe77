const minute = 60_000;

/** Milliseconds before the first, second and third retry of a destination. */
export const publishRetryDelaysMs: readonly number[] = [2 * minute, 4 * minute, 8 * minute];

/** Milliseconds before the first, second and third retry of a webhook delivery or a callback. */
export const webhookLadder: readonly number[] = [1 * minute, 5 * minute, 15 * minute];

/** Longest wait a platform can ask for: a day. A longer one would park a post on the word of one answer. */
const longestWait = 24 * 60 * minute;

export type NextRetry = Readonly<{ exhausted: false; retry: number; at: number }> | Readonly<{ exhausted: true }>;

/**
 * When the next retry is due. `retriesSoFar` counts those already asked for; `from` is when this one is asked for, in
 * milliseconds since 1970. A `retryAfterSeconds` of the other side is obeyed where it is longer than the ladder, up to a day.
 */
export const nextRetry = (
  ladder: readonly number[],
  retriesSoFar: number,
  from: number,
  retryAfterSeconds = 0,
): NextRetry => {
  const step = ladder[retriesSoFar];
  if (step === undefined) return { exhausted: true };
  const asked = Number.isFinite(retryAfterSeconds) ? Math.min(retryAfterSeconds * 1000, longestWait) : 0;
  return { exhausted: false, retry: retriesSoFar + 1, at: Math.ceil(from + Math.max(step, asked)) };
};

/** Whether a destination that was retried this often can be retried no more until it is fixed. */
export const isExhausted = (ladder: readonly number[], retriesSoFar: number): boolean => retriesSoFar >= ladder.length;
