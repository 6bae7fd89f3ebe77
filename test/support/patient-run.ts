import { patience } from './patience.ts';

/** Mocha has no public way to the hooks of a suite. */
const runnablesOf = (suite: Mocha.Suite): readonly Mocha.Runnable[] => [
  ...suite.tests,
  ...suite['_beforeAll'],
  ...suite['_beforeEach'],
  ...suite['_afterEach'],
  ...suite['_afterAll'],
];

const prolong = (suite: Mocha.Suite): void => {
  for (const runnable of runnablesOf(suite)) runnable.timeout(runnable.timeout() * patience);
  for (const inner of suite.suites) prolong(inner);
};

/** A limit that a test or a hook sets for itself while it runs. */
const prolongOwnLimits = (context: Mocha.Context): void => {
  const { timeout } = context;
  const prolonged = function (this: Mocha.Context, ...given: readonly (string | number)[]): unknown {
    const [limit] = given;
    return Reflect.apply(timeout, this, typeof limit === 'number' ? [limit * patience] : given);
  };
  // The contexts of all tests inherit from that of the root.
  Object.assign(context, { timeout: prolonged });
};

/** For mocha: before the first test every limit, of tests and of hooks, becomes as many times as long as patience says. */
export const mochaHooks = {
  beforeAll(this: Mocha.Context): void {
    let root: Mocha.Suite | undefined = this.test?.parent;
    while (root?.parent) root = root.parent;
    if (!root || patience === 1) return;
    prolong(root);
    prolongOwnLimits(root.ctx);
  },
};
