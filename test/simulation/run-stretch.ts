import { Coverage } from './coverage.ts';
import { mutations } from './mutations.ts';
import { simulate } from './simulate.ts';

/** Seeds one process runs at once. */
export type Stretch = Readonly<{
  first: number;
  seeds: number;
  mutation?: string;
  /** Ends early once so many seeds have failed. */
  enough?: number;
}>;

export type Failure = Readonly<{ seed: number; violations: readonly string[] }>;

/** What a stretch came to. */
export type Tally = Readonly<{
  seeds: number;
  events: number;
  steps: number;
  virtualMinutes: number;
  /** CPU time: unlike elapsed time, it does not depend on other work of the machine. */
  cpuSeconds: number;
  failures: readonly Failure[];
  coverage: Readonly<Record<string, number>>;
}>;

const known = new Map(Object.entries(mutations));

/** Runs a stretch, failing seeds included. */
export const runStretch = async ({ first, seeds, mutation, enough = seeds }: Stretch): Promise<Tally> => {
  const built = mutation === undefined ? undefined : known.get(mutation);
  if (mutation !== undefined && !built)
    throw new Error(`there is no mutation ${mutation}; there are: ${[...known.keys()].join(', ')}`);
  const tally = { events: 0, steps: 0, virtualMinutes: 0 };
  const before = process.cpuUsage();
  const failures: Failure[] = [];
  const coverage = new Coverage();
  let ran = 0;
  for (let seed = first; seed < first + seeds && failures.length < enough; seed += 1) {
    ran += 1;
    const run = await simulate(seed, built && { mutation: built });
    tally.events += run.events;
    tally.steps += run.steps;
    tally.virtualMinutes += run.virtualMinutes;
    coverage.add(run.coverage);
    if (run.violations.length > 0) failures.push({ seed, violations: run.violations });
  }
  const { user, system } = process.cpuUsage(before);
  return { seeds: ran, ...tally, cpuSeconds: (user + system) / 1e6, failures, coverage: coverage.toJSON() };
};
