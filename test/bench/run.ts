import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;

/** A benchmark is a file here that exports what to run as its default. */
const isBench = (file: string): boolean =>
  file.endsWith('.ts') && /^export default /m.test(readFileSync(join(folder, file), 'utf8'));

const name = process.argv[2];
const file = join(folder, `${name ?? ''}.ts`);
if (name === undefined || !/^[a-z0-9-]+$/.test(name) || !existsSync(file) || !isBench(`${name}.ts`)) {
  const names = readdirSync(folder)
    .filter(isBench)
    .map((bench) => bench.slice(0, -3));
  console.error(`usage: npm run bench -- <name>; there are: ${names.join(', ')}`);
  process.exit(2);
}

// A stopped bench ends as usual, so that the processes that it started end as well.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

const { default: run } = (await import(file)) as { default: () => Promise<void> };
await run();
process.exit(0);
