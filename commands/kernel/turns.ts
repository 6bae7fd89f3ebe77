/** How long a piece of work may keep a thread before it lets others have their turn. */
const sliceMs = 10;

/**
 * Called between the parts of a long piece of work: waits for one turn of the event loop when the
 * work has kept the thread for 10 ms, so that requests of others are answered in between.
 *
 * @example
 * const turn = turns();
 * for (const part of [1, 2, 3]) await turn();
 */
export const turns = (now: () => number = () => performance.now()): (() => Promise<void>) => {
  let since = now();
  return async () => {
    if (now() - since < sliceMs) return;
    await new Promise<void>((resolve) => setImmediate(resolve));
    since = now();
  };
};
