/**
 * Waits this many milliseconds, or until the signal aborts.
 *
 * @example
 * await delay(0, new AbortController().signal); // undefined
 */
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
 * How long a reader that has caught up waits after a batch: until batches are `intervalMs` apart,
 * or as long as the batch took, up to twice the interval. So a busy machine writes fewer and fuller
 * batches.
 *
 * @example
 * delayAfterBatch(5, 20); // 15
 * delayAfterBatch(200, 20); // 40
 */
export const delayAfterBatch = (workedMs: number, intervalMs: number): number =>
  Math.max(intervalMs - workedMs, Math.min(workedMs, 2 * intervalMs));
