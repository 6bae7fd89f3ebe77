import { parseArgs } from 'node:util';
import { mutations } from './mutations.ts';
import { simulate, type Run } from './simulate.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    /** The first seed; alone it means this one seed, with its trace. */
    seed: { type: 'string' },
    mutation: { type: 'string' },
    trace: { type: 'boolean', default: false },
  },
});

const known = new Map(Object.entries(mutations));
const mutation = values.mutation === undefined ? undefined : known.get(values.mutation);
if (values.mutation !== undefined && !mutation)
  throw new Error(`unknown mutation; there are: ${[...known.keys()].join(', ')}`);

const seeds = Number(values.seeds);
const first = Number(values.seed ?? 1);

const tell = (run: Run): void => {
  console.log(`seed ${run.seed} fails:\n${run.violations.map((words) => `  - ${words}`).join('\n')}`);
};

const began = performance.now();
let events = 0;
let minutes = 0;
const failed: Run[] = [];
for (let seed = first; seed < first + seeds && failed.length < 20; seed += 1) {
  const run = await simulate(seed, mutation);
  events += run.events;
  minutes += run.virtualMinutes;
  if (values.trace) console.log(run.trace.join('\n'));
  if (run.violations.length === 0) continue;
  tell(run);
  if (failed.length === 0 && !values.trace) console.log(`its trace:\n${run.trace.join('\n')}`);
  failed.push(run);
}
const seconds = (performance.now() - began) / 1000;
const ran = failed.length >= 20 ? `up to seed ${failed.at(-1)?.seed}` : `${seeds}`;
console.log(
  `${ran} seeds in ${seconds.toFixed(1)} s (${(seeds / seconds).toFixed(0)} a second): ` +
    `${events} events, ${Math.round(minutes / 60)} simulated hours, ${failed.length} failing` +
    (failed[0] ? `; again with: npm run simulate -- --seeds 1 --seed ${failed[0].seed}` : ''),
);
process.exitCode = failed.length > 0 ? 1 : 0;
