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

/** For mocha: before the first test every limit, of tests and of hooks, becomes as many times as long as patience says. */
export const mochaHooks = {
  beforeAll(this: Mocha.Context): void {
    let root: Mocha.Suite | undefined = this.test?.parent;
    while (root?.parent) root = root.parent;
    if (root && patience !== 1) prolong(root);
  },
};
