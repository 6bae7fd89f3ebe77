import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findMutation } from './find-mutation.ts';
import type { Mutation } from './mutation.ts';
import { mutations } from './mutations.ts';
import { runSeeds } from './run-seeds.ts';
import { simulate } from './simulate.ts';

const { values } = parseArgs({
  options: {
    /** How many. */
    seeds: { type: 'string' },
    /** The first one; alone it means this one, with its trace. */
    seed: { type: 'string' },
    mutation: { type: 'string' },
    processes: { type: 'string' },
    trace: { type: 'boolean', default: false },
    /** Looks for every fault built in on purpose, and keeps the seeds that find them. */
    find: { type: 'boolean', default: false },
  },
});

if (values.find) {
  const found: Record<string, number> = {};
  for (const name of Object.keys(mutations)) {
    const seed = (await findMutation(name))?.seed;
    console.log(`${name}: ${seed ?? 'not found'}`);
    if (seed !== undefined) found[name] = seed;
  }
  await writeFile(path.join(import.meta.dirname, 'found-at.json'), `${JSON.stringify(found, null, 2)}\n`);
  process.exit(0);
}

const first = Number(values.seed ?? 1);
const seeds = Number(values.seeds ?? (values.seed === undefined ? 1000 : 1));
const { mutation } = values;
const known: ReadonlyMap<string, Mutation> = new Map(Object.entries(mutations));
if (mutation !== undefined && !known.has(mutation))
  throw new Error(`there is no mutation ${mutation}; there are: ${[...known.keys()].join(', ')}`);

const replay = async (seed: number): Promise<void> => {
  const built = mutation === undefined ? undefined : known.get(mutation);
  const run = await simulate(seed, { traced: true, ...(built && { mutation: built }) });
  console.log(run.trace.join('\n'));
};

const again = (seed: number): string =>
  `npm run simulate -- --seed ${seed}${mutation === undefined ? '' : ` --mutation ${mutation}`}`;

let reported = 0;
const result = await runSeeds({
  first,
  seeds,
  ...(mutation !== undefined && { mutation }),
  ...(values.processes !== undefined && { processes: Number(values.processes) }),
  progress: ({ seeds: done, seconds, failing }) => {
    if (seconds - reported < 5) return;
    reported = seconds;
    console.log(
      `${done} of ${seeds} seeds, ${(done / seconds).toFixed(0)} a second, ${failing.length} failing${failing.length > 0 ? `: ${failing.join(', ')}` : ''}`,
    );
  },
});
const { failures, coverage, ...figures } = result;
if (seeds > 1) console.log(coverage.table());
for (const { seed, violations } of failures)
  console.log(
    `seed ${seed} fails, again with: ${again(seed)}\n${violations.map((words) => `  - ${words}`).join('\n')}`,
  );
const [view] = failures;
if (seeds === 1 || values.trace) for (let seed = first; seed < first + seeds; seed += 1) await replay(seed);
else if (view) {
  console.log(`the trace of seed ${view.seed}:`);
  await replay(view.seed);
}
console.log(
  `${figures.seeds} seeds in ${figures.seconds.toFixed(1)} s (${figures.seedsPerSecond.toFixed(0)} a second, ` +
    `${figures.processes} processes, ${((1000 * figures.cpuSeconds) / figures.seeds).toFixed(1)} ms of processor time each): ${figures.events} events, ${figures.simulatedHours} simulated hours, ` +
    `${failures.length} failing`,
);
// The last line is for programs.
console.log(JSON.stringify({ ...figures, first, failing: failures.map(({ seed }) => seed), coverage }));
// A service that died in a run left real timers behind.
process.exit(failures.length > 0 ? 1 : 0);
