/**
 * Reads a body once and answers every further reading of it alike: a call of a platform may run a
 * second time, and a stream can be read only once.
 */
export const readOnce = <Source extends object, Result>(
  read: (source: Source) => Promise<Result>,
): ((source: Source) => Promise<Result>) => {
  const results = new WeakMap<Source, Promise<Result>>();
  return (source) => {
    const before = results.get(source);
    if (before) return before;
    const result = read(source);
    results.set(source, result);
    return result;
  };
};
