/**
 * Waits until all have ended, even where one fails: a transaction must not end before what runs in
 * it.
 *
 * @example
 * await settleAll([Promise.resolve(1), Promise.reject(new RangeError('too many'))]); // throws RangeError
 */
export const settleAll = async (works: readonly Promise<unknown>[]): Promise<void> => {
  const failure = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected');
  if (failure?.status === 'rejected') throw failure.reason;
};
