import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { affectedTests, importGraphOf } from './affected-tests.ts';
import { checkTypes, partsFor } from './typecheck.ts';

/**
 * `npm run check [-- <files>]`: types, lint, format and the affected tests of these files, or of what differs from HEAD.
 * Tests run nearest first, and none starts after the budget: `npm test` and CI run everything.
 */
const root = path.join(import.meta.dirname, '../..');
const testBudgetMs = 20_000;
const testsAtOnce = 3;
/** Each starts the whole service or runs for minutes: only a change of the test itself runs it. */
const slow = /^test\/(service|simulation|bench|browser|real-bluesky|infra\/products\/event-store-node)\/|fault-matrix/;

const linesOf = (...args: readonly string[]): readonly string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    .split('\n')
    .filter((line) => line !== '' && existsSync(path.join(root, line)));

const given = process.argv.slice(2).map((file) => path.relative(root, path.resolve(file)));
const untracked = linesOf('ls-files', '--others', '--exclude-standard');
const changed = given.length > 0 ? given : [...linesOf('diff', '--name-only', 'HEAD'), ...untracked];

type Outcome = Readonly<{ isGreen: boolean; output: string }>;

const program = (name: string): string => path.join(root, 'node_modules/.bin', name);

const run = (command: string, args: readonly string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', (error) => resolve({ isGreen: false, output: error.message }));
    child.once('exit', (code) => resolve({ isGreen: code === 0, output: Buffer.concat(chunks).toString('utf8') }));
  });

const step = async (name: string, remedy: string, work: () => Promise<Outcome>): Promise<boolean> => {
  const startedAt = performance.now();
  const { isGreen, output } = await work();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${isGreen ? '✔' : '✖'} ${name} (${seconds} s)`);
  if (!isGreen) console.log(`${output.trimEnd()}\n  ${remedy}`);
  return isGreen;
};

const mocha = fileURLToPath(import.meta.resolve('mocha/bin/mocha.js'));

const runTests = async (tests: readonly string[]): Promise<Outcome> => {
  const startedAt = performance.now();
  const outputs: string[] = [];
  for (let next = 0; next < tests.length; next += testsAtOnce) {
    if (performance.now() - startedAt > testBudgetMs) {
      console.log(`  ${tests.length - next} more affected test files were left out; npm test runs them`);
      break;
    }
    const batch = tests.slice(next, next + testsAtOnce);
    const { isGreen, output } = await run(process.execPath, [mocha, '--reporter', 'dot', ...batch]);
    if (!isGreen) outputs.push(output);
  }
  return { isGreen: outputs.length === 0, output: outputs.join('\n') };
};

const sources = [...linesOf('ls-files', '*.ts', '*.tsx'), ...untracked.filter((file) => /\.tsx?$/.test(file))];
const affected = affectedTests(changed, importGraphOf(root, [...new Set(sources)]));
const tests = affected.filter((file) => !slow.test(file) || changed.includes(file));
const slowOnes = affected.length - tests.length;
const linted = changed.filter((file) => /\.(ts|tsx|js|cjs|mjs)$/.test(file));

/** The smallest part first, and none after one with errors: an error of `domain` is shown within seconds. */
const typesGreen = async (): Promise<boolean> => {
  for (const part of partsFor(changed)) {
    const isGreen = await step(`types of ${part}`, 'each error names its file and line', async () => {
      const output: string[] = [];
      return { isGreen: await checkTypes(part, (text) => output.push(text)), output: output.join('') };
    });
    if (!isGreen) return false;
  }
  return true;
};

const remedies = { lint: 'npm run fix repairs what can be repaired', format: 'npm run fix formats' };
const checks = [
  typesGreen(),
  ...(linted.length > 0 ? [step('lint', remedies.lint, () => run(program('eslint'), linted))] : []),
  ...(changed.length > 0
    ? [step('format', remedies.format, () => run(program('prettier'), ['--check', '--ignore-unknown', ...changed]))]
    : []),
  step(`${tests.length} affected test files`, 'npx mocha <file> runs one alone', () => runTests(tests)),
];
console.log(`${changed.length} files; ${slowOnes} affected tests of the whole service are left to npm test`);
const results = await Promise.all(checks);
process.exitCode = results.every(Boolean) ? 0 : 1;
