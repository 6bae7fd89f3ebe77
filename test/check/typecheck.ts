import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { renewClientTypes } from './client-types.ts';

/**
 * `npm run typecheck [-- <part>]`: checks the types of one part, or of everything and the programs of pages.
 * Each part is a program of its own: a smaller part imports nothing of a larger one, so its check needs seconds.
 */
const root = path.join(import.meta.dirname, '../..');

// openapi-typescript and our own checks need the compiler as a library, which version 7 has no stable form of yet.
const compiler = path.join(root, 'node_modules/typescript-native/bin/tsc');

/**
 * The compiler starts four checkers by default, and each resolves for itself the types that its files share. On few processors
 * that only costs: one checker takes half the processor time and half the memory.
 */
const checkers = availableParallelism() < 4 ? 1 : 4;

export const parts = {
  domain: 'test/check/types/domain.json',
  core: 'test/check/types/core.json',
  all: 'tsconfig.json',
  console: 'infra/edge/console/app/tsconfig.json',
  'console-worker': 'infra/edge/console/worker/tsconfig.json',
  'docs-site': 'infra/edge/docs-site/app/tsconfig.json',
} as const;
export type Part = keyof typeof parts;

/** The programs that run in browsers. Each has a folder of its own. */
const pages = ['console', 'console-worker', 'docs-site'] as const;

const core = /^(domain|commands|projections|read-api|processes)\//;

/** The smallest part that has a file. */
export const partOf = (file: string): 'domain' | 'core' | 'all' =>
  file.startsWith('domain/') ? 'domain' : core.test(file) ? 'core' : 'all';

/**
 * The parts to check after a change of these files, smallest first: an error of the smallest is shown first. A file that differs in
 * comments alone is no fault of what imports it, so it needs its smallest part only: a comment may silence the compiler there.
 */
export const partsFor = (changed: readonly string[], differing = changed): readonly Part[] => {
  const smallest = new Set(changed.map(partOf));
  const isCore = differing.some((file) => core.test(file));
  return [
    ...(smallest.has('domain') ? (['domain'] as const) : []),
    ...(smallest.has('core') || isCore ? (['core'] as const) : []),
    ...(smallest.has('all') || differing.length > 0 || changed.length === 0 ? (['all'] as const) : []),
    ...pages.filter((page) => changed.some((file) => file.startsWith(`${path.posix.dirname(parts[page])}/`))),
  ];
};

/** Resolves to whether the program of a tsconfig has no type error; its errors are passed on line by line. */
export const compiles = (config: string, print: (text: string) => void): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const args = [compiler, '--noEmit', '--incremental', 'false', '--checkers', String(checkers), '-p', config];
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => print(chunk.toString('utf8')));
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0));
  });

/** The same for a part. */
export const checkTypes = (part: Part, print: (text: string) => void): Promise<boolean> => {
  // The client and the console are checked with them.
  if (part === 'all' || part === 'console') renewClientTypes();
  return compiles(path.join(root, parts[part]), print);
};

const isPart = (name: string): name is Part => Object.hasOwn(parts, name);

if (process.argv[1] === import.meta.filename) {
  const named = process.argv.slice(2);
  const unknown = named.find((name) => !isPart(name));
  if (unknown !== undefined) {
    console.error(`${unknown} is no part: ${Object.keys(parts).join(', ')}`);
    process.exit(2);
  }
  for (const part of named.length > 0 ? named.filter(isPart) : (['all', ...pages] as const)) {
    const startedAt = performance.now();
    const isGreen = await checkTypes(part, (text) => process.stdout.write(text));
    console.log(`${isGreen ? '✔' : '✖'} types of ${part} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
    if (!isGreen) process.exitCode = 1;
  }
}
