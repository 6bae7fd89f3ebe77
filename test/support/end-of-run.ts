import { Server, Socket } from 'node:net';
import { inspect } from 'node:util';

/** After the last test; what the hooks of a run take to stop its servers lies well within it. */
const limitMs = Number(process.env['TEST_END_LIMIT_MS'] ?? 90_000);

/** Undocumented, and the only call that names the sockets and servers themselves, not their kinds. */
const activeHandles = () => (process as unknown as { _getActiveHandles(): object[] })._getActiveHandles();

/** The test after which each socket or server was first seen open. */
const firstSeen = new WeakMap<object, string>();

const addressesOf = (handle: object): string => {
  if (handle instanceof Socket) {
    const ends = `${handle.localPort ?? 'closed'} to ${handle.remotePort ?? 'closed'}`;
    const states = ['destroyed', 'readableEnded', 'writableEnded', 'writableFinished'] as const;
    return `${ends} (${states.filter((state) => handle[state]).join(', ')})`;
  }
  return handle instanceof Server ? inspect(handle.address()) : '';
};

const described = (handle: object) =>
  `${handle.constructor.name} ${addressesOf(handle)}, first seen after: ${firstSeen.get(handle) ?? 'the last test'}`;

/**
 * For mocha, which waits for whatever is still open: a failed test may leave a server listening,
 * and a run that never ends does not report what failed.
 */
export const mochaHooks = {
  afterEach(this: Mocha.Context): void {
    for (const handle of activeHandles())
      if (!firstSeen.has(handle)) firstSeen.set(handle, this.currentTest?.fullTitle() ?? 'a hook');
  },

  afterAll(): void {
    setTimeout(() => {
      const open = process.getActiveResourcesInfo().filter((name) => name !== 'Timeout' && name !== 'TTYWrap');
      console.error(`The tests are over, but this is still open: ${open.join(', ')}`);
      for (const handle of activeHandles()) console.error(`  ${described(handle)}`);
      // Later than mocha's own listener, which sets the code to the number of failed tests: none, perhaps.
      process.once('exit', () => (process.exitCode = 1));
      process.exit();
    }, limitMs).unref();
  },
};
