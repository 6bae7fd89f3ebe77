const minuteMs = 60_000;

/** The delays before the first, second and third retry of a destination. */
export const publishRetryDelaysMs: readonly number[] = [2 * minuteMs, 4 * minuteMs, 8 * minuteMs];

/**
 * The longest delay that a platform can ask for. A longer one would hold a post back because of one
 * answer.
 */
const maxRetryDelayMs = 24 * 60 * minuteMs;

export type NextRetry = Readonly<{ exhausted: false; retry: number; at: number }> | Readonly<{ exhausted: true }>;

/**
 * When the next retry is due. `retriesSoFar` counts the earlier ones; `from` is the time of the
 * request, in milliseconds since 1970. A `retryAfterSeconds` of the platform counts where it is
 * longer than the delay, up to a day.
 */
export const nextRetry = (
  delaysMs: readonly number[],
  retriesSoFar: number,
  from: number,
  retryAfterSeconds = 0,
): NextRetry => {
  const delayMs = delaysMs[retriesSoFar];
  if (delayMs === undefined) return { exhausted: true };
  const askedMs = Number.isFinite(retryAfterSeconds) ? Math.min(retryAfterSeconds * 1000, maxRetryDelayMs) : 0;
  return { exhausted: false, retry: retriesSoFar + 1, at: Math.ceil(from + Math.max(delayMs, askedMs)) };
};

/** Whether the retries of a destination are exhausted until a fix. */
export const isExhausted = (delaysMs: readonly number[], retriesSoFar: number): boolean =>
  retriesSoFar >= delaysMs.length;
