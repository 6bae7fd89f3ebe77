/** After the last test; what the hooks of a run take to stop its servers lies well within it. */
const limitMs = Number(process.env['TEST_END_LIMIT_MS'] ?? 90_000);

/**
 * For mocha, which waits for whatever is still open: a failed test may leave a server listening,
 * and a run that never ends does not report what failed.
 */
export const mochaHooks = {
  afterAll(): void {
    setTimeout(() => {
      const open = process.getActiveResourcesInfo().filter((name) => name !== 'Timeout' && name !== 'TTYWrap');
      console.error(`The tests are over, but this is still open: ${open.join(', ')}`);
      // Later than mocha's own listener, which sets the code to the number of failed tests: none, perhaps.
      process.once('exit', () => (process.exitCode = 1));
      process.exit();
    }, limitMs).unref();
  },
};
