import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { affectedTests, importGraphOf } from './affected-tests.ts';
import { hasSameTypes, isSameProgram } from './same-program.ts';
import { checkTypes, partsFor } from './typecheck.ts';

/**
 * `npm run check [-- <files>]`: types, lint, format and the affected tests of these files, or of what differs from HEAD.
 * Tests run nearest first, and none starts after the budget. It prints how many did not run: `npm test` runs them.
 */
const root = path.join(import.meta.dirname, '../..');
const testBudgetMs = 20_000;
const testsAtOnce = 3;
/** Each starts the whole service or runs for minutes: only a change of the test itself runs it. */
const slow =
  /^test\/(service|simulation|bench|browser|real-bluesky|official-mcp|integrator-tools|infra\/products\/event-store-node)\/|fault-matrix/;

const linesOf = (...args: readonly string[]): readonly string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    .split('\n')
    .filter((line) => line !== '' && existsSync(path.join(root, line)));

const given = process.argv.slice(2).map((file) => path.relative(root, path.resolve(file)));
const untracked = linesOf('ls-files', '--others', '--exclude-standard');
const changed = given.length > 0 ? given : [...linesOf('diff', '--name-only', 'HEAD'), ...untracked];

type Outcome = Readonly<{ isGreen: boolean; output: string }>;
/** The name of a step is known at its end where it counts what the step did. */
type Done = Outcome & Readonly<{ name?: string }>;

const program = (name: string): string => path.join(root, 'node_modules/.bin', name);

const run = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', (error) => resolve({ isGreen: false, output: error.message }));
    child.once('exit', (code) => resolve({ isGreen: code === 0, output: Buffer.concat(chunks).toString('utf8') }));
  });

const step = async (name: string, remedy: string, work: () => Promise<Done>): Promise<boolean> => {
  const startedAt = performance.now();
  const { isGreen, output, name: done = name } = await work();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${isGreen ? '✔' : '✖'} ${done} (${seconds} s)`);
  if (!isGreen) console.log(`${output.trimEnd()}\n  ${remedy}`);
  return isGreen;
};

const mocha = fileURLToPath(import.meta.resolve('mocha/bin/mocha.js'));

const runTests = async (tests: readonly string[], affected: number): Promise<Done> => {
  const startedAt = performance.now();
  const outputs: string[] = [];
  let ran = 0;
  while (ran < tests.length && performance.now() - startedAt <= testBudgetMs) {
    const batch = tests.slice(ran, ran + testsAtOnce);
    const { isGreen, output } = await run(process.execPath, [mocha, '--reporter', 'dot', ...batch]);
    if (!isGreen) outputs.push(output);
    ran += batch.length;
  }
  const leftOut = ran < affected ? ` (${affected - ran} left out: npm test)` : '';
  const name = `${ran} of ${affected} affected test files${leftOut}`;
  return { isGreen: outputs.length === 0, output: outputs.join('\n'), name };
};

/** What HEAD has of a file; empty for a new one. */
const atHead = (file: string): string =>
  untracked.includes(file) ? '' : execFileSync('git', ['show', `HEAD:${file}`], { cwd: root, encoding: 'utf8' });
const isTypeScript = (file: string): boolean => /\.tsx?$/.test(file);
const runsOtherwise = (file: string): boolean =>
  given.length > 0 ||
  !isTypeScript(file) ||
  !isSameProgram(file, atHead(file), readFileSync(path.join(root, file), 'utf8'));

const sources = [...linesOf('ls-files', '*.ts', '*.tsx'), ...untracked.filter(isTypeScript)];
const changedPrograms = changed.filter(runsOtherwise);
const { near, byLists } = affectedTests(changedPrograms, importGraphOf(root, [...new Set(sources)]));
const tests = near.filter((file) => !slow.test(file) || changed.includes(file));
const linted = changed.filter((file) => /\.(ts|tsx|js|cjs|mjs)$/.test(file));

const typesOtherwise = (file: string): boolean =>
  given.length > 0 ||
  !isTypeScript(file) ||
  !hasSameTypes(file, atHead(file), readFileSync(path.join(root, file), 'utf8'));

/** The smallest part first, and none after one with errors: an error of `domain` is shown within seconds. */
const typesGreen = async (): Promise<boolean> => {
  for (const part of partsFor(changed, changed.filter(typesOtherwise))) {
    const isGreen = await step(`types of ${part}`, 'each error names its file and line', async () => {
      const output: string[] = [];
      return { isGreen: await checkTypes(part, (text) => output.push(text)), output: output.join('') };
    });
    if (!isGreen) return false;
  }
  return true;
};

const remedies = { lint: 'npm run fix repairs what can be repaired', format: 'npm run fix formats' };

/** Every rule, on the changed files alone. Rules that ask for types read the program of each. */
const lintGreen = async (): Promise<boolean> =>
  linted.length === 0 ||
  step('lint', remedies.lint, () => run(program('oxlint'), ['--no-error-on-unmatched-pattern', ...linted]));

const startedAt = performance.now();
const checks = [
  typesGreen(),
  lintGreen(),
  ...(changed.length > 0
    ? [
        step('format', remedies.format, () =>
          run(program('oxfmt'), ['--check', '--no-error-on-unmatched-pattern', ...changed]),
        ),
      ]
    : []),
  step('affected test files', 'npx mocha <file> runs one alone', () => runTests(tests, near.length)),
];
const same = changed.length - changedPrograms.length;
console.log(
  `${changed.length} changed files, ${same} of them in types, comments or spaces alone; ${byLists.length} test files know the ` +
    'change only from a list of everything, and are left to npm test',
);
const results = await Promise.all(checks);
console.log(`${((performance.now() - startedAt) / 1000).toFixed(0)} s in all`);
process.exitCode = results.every(Boolean) ? 0 : 1;
