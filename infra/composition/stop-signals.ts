/**
 * A repeat within this time is the same wish to stop: a terminal interrupts every process of its group, and npm, which is one of them,
 * passes the interrupt on as well.
 */
const sameWishMs = 1_000;

/**
 * Aborted by the first signal to stop. Another one, a while later, ends the process at once, as a kill does: a person may be tired of
 * waiting.
 */
export const stopSignals = (): AbortSignal => {
  const stopping = new AbortController();
  let askedAt = Number.POSITIVE_INFINITY;
  for (const name of ['SIGTERM', 'SIGINT'] as const) {
    const stop = (): void => {
      if (!stopping.signal.aborted) {
        askedAt = performance.now();
        stopping.abort();
      } else if (performance.now() - askedAt >= sameWishMs) {
        process.off(name, stop);
        process.kill(process.pid, name);
      }
    };
    process.on(name, stop);
  }
  return stopping.signal;
};
