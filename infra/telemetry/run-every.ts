/**
 * Repeats a task nothing waits for. Rounds never overlap; one that fails is told of and tried again at the next. `stop` settles when no
 * round is under way any more.
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
