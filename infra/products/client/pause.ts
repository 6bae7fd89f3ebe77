/** Waits, or rejects with the reason of the signal once that is aborted. It runs in Node and in browsers. */
export const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const aborted = (): void => {
      clearTimeout(timer);
      try {
        signal?.throwIfAborted();
      } catch (reason) {
        reject(reason);
      }
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', aborted);
      resolve();
    }, milliseconds);
    if (signal?.aborted) aborted();
    else signal?.addEventListener('abort', aborted, { once: true });
  });
