import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { judged, sizes } from './aims.ts';
import { outcomeIn, spreadOf, type Outcome } from './figures.ts';

const runs = Number(process.env['BENCH_RUNS'] ?? 3);

/** Runs a bench in a process of its own, so that no run warms the next one. Fails where it fails. */
export const runApart = async (name: string, env: Readonly<Record<string, string>> = {}): Promise<Outcome> => {
  const script = path.join(import.meta.dirname, 'run.ts');
  const child = spawn(process.execPath, ['--max-semi-space-size=32', '--import', 'tsx', script, name], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    process.stdout.write(text);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  const outcome = outcomeIn(printed);
  if (code !== 0 || outcome === undefined) throw new Error(`the bench ${name} ended with ${code} and no outcome`);
  return outcome;
};

const unset = (variables: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => process.env[name] === undefined));

/** Runs each bench several times, in turns, and prints the median and the spread of its ratios, and which aims they reach. */
export const runAll = async (names: readonly string[]): Promise<void> => {
  const outcomes = new Map<string, Outcome[]>(names.map((name) => [name, []]));
  for (let run = 0; run < runs; run++)
    for (const name of names) outcomes.get(name)?.push(await runApart(name, unset(sizes[name] ?? {})));
  const spreads = new Map([...outcomes].map(([bench, each]) => [bench, spreadOf(each)]));
  for (const [bench, spread] of spreads) {
    console.table(spread);
    console.log(JSON.stringify({ bench, runs, spread }));
  }
  console.table(judged(spreads));
};
