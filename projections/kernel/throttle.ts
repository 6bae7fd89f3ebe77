/** Waits so many milliseconds, less when the signal aborts. */
export const delay = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted || milliseconds < 1) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });

/**
 * How long a reader that has caught up rests after a batch it worked on so many milliseconds: until batches are `togetherMs` apart, and as
 * long as it worked where that was long, up to twice the time. A busy machine so writes fewer batches, and fuller ones.
 */
export const delayAfterBatch = (worked: number, togetherMs: number): number =>
  Math.max(togetherMs - worked, Math.min(worked, 2 * togetherMs));
