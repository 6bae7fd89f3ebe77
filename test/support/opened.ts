/** Opens something before the tests of a `describe` and closes it after them. Reading it at any other time throws. */
export const opened = <T>(open: () => Promise<T>, close: (it: T) => unknown, openLimitMs = 0): (() => T) => {
  let current: T | undefined;
  before(async function () {
    if (openLimitMs > 0) this.timeout(openLimitMs);
    current = await open();
  });
  after(() => current && close(current));
  return () => {
    if (current === undefined) throw new Error('it is open only while tests run');
    return current;
  };
};
