/** Runs a task for each item, at most `width` at once, in order. The first failure is thrown, and no task begins after it. */
export const forEachBounded = async <T>(
  items: readonly T[],
  width: number,
  task: (item: T) => Promise<void>,
): Promise<void> => {
  const waiting = items.values();
  let failed = false;
  const worker = async (): Promise<void> => {
    for (const item of waiting) {
      if (failed) return;
      try {
        await task(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
};
