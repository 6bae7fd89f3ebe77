import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { partOf, parts } from '../typecheck.ts';
import { typeChecker } from './compiles.ts';
import { mutated, otherSpecs } from './mutated.ts';
import { runMutants, type Mutant } from './run-mutants.ts';

/**
 * `npm run mutate [-- <folder or file of domain or commands>…]` changes the code one place at a time and runs the specs
 * of its level. It prints what no spec notices, and fails if that is more than 15 % of the changes.
 */
const lowest = 0.85;

const root = path.join(import.meta.dirname, '../../..');
process.chdir(root);

/** A file, or all files of a folder with this ending. */
const filesIn = (name: string, ending: string): readonly string[] => {
  if (!existsSync(name)) return [];
  if (statSync(name).isFile()) return [name];
  return readdirSync(name, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !file.endsWith('.d.ts'))
    .map((file) => path.join(name, file));
};

const sourcesOf = (name: string): readonly string[] => filesIn(name, '.ts');

/** The first two folders: the layer and the capability. */
const capabilityOf = (file: string): string => file.split('/', 2).join('/');

/** A test of the whole service is no spec of a rule, and each change would wait for its start. */
const startsService = (file: string): boolean => readFileSync(file, 'utf8').includes('/running-service.ts');

const specsOf = (capability: string): readonly string[] =>
  [`test/${capability}`, ...(otherSpecs[capability] ?? [])]
    .flatMap((folder) => filesIn(folder, '.test.ts'))
    .filter((file) => !startsService(file));

const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

const print = (name: string, mutants: readonly Mutant[]): void => {
  const killed = mutants.filter(({ outcome }) => outcome === 'killed').length;
  const figures = [mutants.length, killed, mutants.length - killed].map((figure) => String(figure).padStart(8));
  console.log(`${name.padEnd(52)}${figures.join('')}${percent(killed, mutants.length).padStart(10)}`);
};

const named = process.argv.slice(2).map((name) => path.relative(root, path.resolve(name)));
const unknown = named.find((name) => sourcesOf(name).length === 0);
if (unknown !== undefined) {
  console.error(`${unknown} has no TypeScript file`);
  process.exit(2);
}

const files = new Set((named.length > 0 ? named : mutated).flatMap(sourcesOf));
const mutants: Mutant[] = [];
console.log(`${'file'.padEnd(52)} mutants  killed survived     score`);
for (const capability of new Set([...files].map(capabilityOf))) {
  const sources = [...files].filter((file) => capabilityOf(file) === capability).sort();
  const ran = await runMutants(
    { sources, specs: specsOf(capability) },
    // One processor stays free for other work.
    { concurrency: Math.max(1, availableParallelism() - 1), reporters: ['progress-append-only'] },
  );
  // The smallest program that has the capability: its types are read in a few seconds.
  const compiles = typeChecker(path.join(root, parts[partOf(`${capability}/`)]));
  const found = ran.filter((mutant) => mutant.outcome === 'killed' || compiles(mutant));
  mutants.push(...found);
  for (const source of sources) {
    const ofSource = found.filter(({ file }) => file === source);
    if (ofSource.length > 0) print(source, ofSource);
    for (const { file, start, outcome, replacement } of ofSource)
      if (outcome !== 'killed') console.log(`  ${outcome}: ${file}:${start.line}:${start.column} as ${replacement}`);
  }
}
print('all', mutants);
const killed = mutants.filter(({ outcome }) => outcome === 'killed').length;
if (killed < lowest * mutants.length) process.exitCode = 1;
