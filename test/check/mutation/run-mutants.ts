import { Stryker } from '@stryker-mutator/core';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export type Mutant = Readonly<{
  file: string;
  start: Readonly<{ line: number; column: number }>;
  end: Readonly<{ line: number; column: number }>;
  /** The code that replaces this place. */
  replacement: string;
  outcome: 'killed' | 'survived' | 'no test';
}>;

const outcomes: Readonly<Record<string, Mutant['outcome']>> = {
  Killed: 'killed',
  // The mutant loops: a run of the tests does not end.
  Timeout: 'killed',
  Survived: 'survived',
  NoCoverage: 'no test',
};

const tsx = fileURLToPath(import.meta.resolve('tsx'));

/**
 * Changes the sources of a project one place at a time, and runs the specs that reach the place.
 * Constants at the top of a module are left out: each would need a process of its own. So are the places of `ignored-places.ts`.
 */
export const runMutants = async (
  { sources, specs }: Readonly<{ sources: readonly string[]; specs: readonly string[] }>,
  {
    withConstants = false,
    concurrency = 1,
    reporters = [],
  }: Readonly<{ withConstants?: boolean; concurrency?: number; reporters?: readonly string[] }> = {},
): Promise<readonly Mutant[]> => {
  const options = {
    mutate: [...sources],
    specs,
    plugins: ['mocha-runner.ts', 'ignored-places.ts'].map((file) => path.join(import.meta.dirname, file)),
    ignorers: ['ignored-places'],
    testRunner: 'specs',
    testRunnerNodeArgs: ['--import', tsx],
    coverageAnalysis: 'perTest' as const,
    ignoreStatic: !withConstants,
    concurrency,
    // A mutant that loops is found by counting; a slow machine is no outcome.
    timeoutMS: 60_000,
    reporters: [...reporters],
    tempDirName: 'test-output/mutants',
    ignorePatterns: [
      '**',
      '!/{domain,commands,projections,read-api,processes,infra,test}/**/*.{ts,json,md}',
      '!/*.json',
    ],
    logLevel: 'error' as never,
    warnings: false,
  };
  const results = await new Stryker(options).runMutationTest();
  return results.flatMap(({ status, fileName, location, replacement = '' }) => {
    const outcome = outcomes[status];
    const file = path.relative(process.cwd(), fileName);
    return outcome ? [{ file, ...location, replacement, outcome }] : [];
  });
};
