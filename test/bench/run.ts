import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchesWithAims } from './aims.ts';
import { runAll } from './all.ts';
import { loadNow } from './quiet.ts';

const folder = import.meta.dirname;

/** A benchmark is a file here that exports what to run as its default. */
const isBench = (file: string): boolean =>
  file.endsWith('.ts') && /^export default /m.test(readFileSync(join(folder, file), 'utf8'));

const names = readdirSync(folder)
  .filter(isBench)
  .map((bench) => bench.slice(0, -3));
const given = process.argv.slice(2);
const isBusyAllowed = given.includes('--busy') || process.env['BENCH_BUSY'] === '1';
const [name = '', ...others] = given.filter((each) => each !== '--busy');
const chosen = name === 'all' ? others : [name, ...others];
if (!chosen.every((each) => names.includes(each)) || (name !== 'all' && chosen.length > 1)) {
  console.error(
    `usage: npm run bench -- <name> [--busy], or npm run bench -- all [<name>…]; the names: ${names.join(', ')}`,
  );
  process.exit(2);
}

const { isBusy, sentence } = loadNow();
console.log(sentence);
if (isBusy && !isBusyAllowed) {
  console.error('Wait until the machine is quiet, or compare nothing and say --busy.');
  process.exit(3);
}
if (isBusyAllowed) process.env['BENCH_BUSY'] = '1';

// A stopped bench ends as usual, so that the processes that it started end as well.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

if (name === 'all') {
  // A run makes the machine busy for the next one.
  process.env['BENCH_BUSY'] = '1';
  await runAll(chosen.length > 0 ? chosen : benchesWithAims);
} else {
  const { default: run } = (await import(join(folder, `${name}.ts`))) as { default: () => Promise<void> };
  await run();
}
console.log(loadNow().sentence);
process.exit(0);
