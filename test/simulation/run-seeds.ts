import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { ownPackages } from '@social-publishing/child-process/own-packages';
import { build } from 'esbuild';
import { Coverage } from './coverage.ts';
import { runStretch, type Failure, type Stretch, type Tally } from './run-stretch.ts';

export type SimulationResult = Readonly<{
  seeds: number;
  seconds: number;
  seedsPerSecond: number;
  processes: number;
  /** CPU time: unlike elapsed time, it does not depend on other work of the machine. */
  cpuSeconds: number;
  events: number;
  steps: number;
  simulatedHours: number;
  /** By seed. */
  failures: readonly Failure[];
  coverage: Coverage;
}>;

export type SeedRun = Readonly<{
  /** The first seed; 1 by default. */
  first?: number;
  seeds: number;
  mutation?: string;
  /** No further stretch begins once so many seeds have failed. */
  enough?: number;
  /** As many as there are processors, by default; fewer where the seeds are few. */
  processes?: number;
  /** How many seeds a process runs at once. */
  stretch?: number;
  /** Called after each stretch. */
  progress?: (done: Readonly<{ seeds: number; seconds: number; failing: readonly number[] }>) => void;
}>;

/** What one process runs faster than another one starts. */
const worthAProcess = 100;

const folder = path.join(import.meta.dirname, '../../node_modules/.cache');

/**
 * The workers, built into one file: they start in a blink, and run a quarter faster than under a loader that keeps the name of
 * every function it meets.
 */
const buildWorker = async (): Promise<string> => {
  await mkdir(folder, { recursive: true });
  const outfile = path.join(folder, `simulation-worker-${process.pid}.mjs`);
  const entry = path.join(import.meta.dirname, 'worker-process.ts');
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    packages: 'external',
    plugins: [ownPackages()],
    platform: 'node',
    format: 'esm',
    target: 'node20',
  });
  return outfile;
};

/** One stretch after the other in a process of its own. */
const runInWorker = async (
  worker: ChildProcess,
  next: () => Stretch | undefined,
  finished: (tally: Tally) => void,
): Promise<void> => {
  const ended = once(worker, 'exit').then(([code]) => {
    throw new Error(`a worker ended with ${code}`);
  });
  // Looked at only while a stretch is under way.
  ended.catch(() => {});
  for (let stretch = next(); stretch; stretch = next()) {
    worker.send(stretch);
    const [tally] = await Promise.race([once(worker, 'message'), ended]);
    finished(tally as Tally);
  }
};

/** Runs seeds, spread over the processors where they are many. */
export const runSeeds = async ({
  first = 1,
  seeds,
  mutation,
  enough = 20,
  stretch: seedsOfStretch = 50,
  ...rest
}: SeedRun): Promise<SimulationResult> => {
  const began = performance.now();
  const most = Math.max(1, Math.ceil(seeds / worthAProcess));
  const processes = rest.processes ?? Math.min(availableParallelism(), most);
  const coverage = new Coverage();
  const failures: Failure[] = [];
  const sum = { seeds: 0, events: 0, steps: 0, virtualMinutes: 0, cpuSeconds: 0 };
  let from = first;
  const next = (): Stretch | undefined => {
    const left = first + seeds - from;
    if (left <= 0 || failures.length >= enough) return undefined;
    const stretch = {
      first: from,
      seeds: Math.min(seedsOfStretch, left),
      enough: enough - failures.length,
      ...(mutation !== undefined && { mutation }),
    };
    from += stretch.seeds;
    return stretch;
  };
  const finished = (tally: Tally): void => {
    sum.seeds += tally.seeds;
    sum.events += tally.events;
    sum.steps += tally.steps;
    sum.virtualMinutes += tally.virtualMinutes;
    sum.cpuSeconds += tally.cpuSeconds;
    failures.push(...tally.failures);
    coverage.add(tally.coverage);
    const seconds = (performance.now() - began) / 1000;
    rest.progress?.({ seeds: sum.seeds, seconds, failing: failures.map(({ seed }) => seed) });
  };

  if (processes === 1) {
    for (let stretch = next(); stretch; stretch = next()) finished(await runStretch(stretch));
  } else {
    const file = await buildWorker();
    // A run makes much that is short-lived: room for it saves most of the collecting.
    // Much of the code runs a few times a seed: compiling it plainly and at once saves a tenth.
    const execArgv = ['--max-semi-space-size=64', '--stack-trace-limit=2', '--always-sparkplug'];
    const workers = Array.from({ length: processes }, () => fork(file, { execArgv }));
    try {
      await Promise.all(workers.map((worker) => runInWorker(worker, next, finished)));
    } finally {
      for (const worker of workers) worker.kill();
      await rm(file, { force: true });
    }
  }
  const seconds = (performance.now() - began) / 1000;
  return {
    seeds: sum.seeds,
    seconds,
    seedsPerSecond: sum.seeds / seconds,
    processes,
    cpuSeconds: sum.cpuSeconds,
    coverage,
    events: sum.events,
    steps: sum.steps,
    simulatedHours: Math.round(sum.virtualMinutes / 60),
    failures: failures.sort((a, b) => a.seed - b.seed),
  };
};
