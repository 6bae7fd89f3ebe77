/**
 * Repeats a background task. Rounds never overlap. A round that fails is reported, and the next one
 * runs as usual. `stop` settles when no round is under way.
 */
export const runEvery = (
  everyMs: number,
  task: () => Promise<unknown>,
  onFault: (error: unknown) => void,
): (() => Promise<void>) => {
  let round: Promise<void> | undefined;
  const begin = async (): Promise<void> => {
    try {
      await task();
    } catch (error) {
      onFault(error);
    }
  };
  const timer = setInterval(() => {
    round ??= begin().finally(() => (round = undefined));
  }, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await round;
  };
};
