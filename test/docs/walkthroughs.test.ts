import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectFiles, root } from './pages.ts';

const run = promisify(execFile);

const folder = 'docs/walkthroughs';

/** What a page does: the patches it quotes, in order, and the commands that write files or run specs. */
const stepsOf = (name: string): Readonly<{ patches: readonly string[]; commands: readonly string[] }> => {
  const text = readFileSync(path.join(root, folder, `${name}.md`), 'utf8');
  const shell = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, lines = '']) => lines.replaceAll('\\\n', ''));
  return {
    patches: [...text.matchAll(/<!-- from (\S+\.patch) -->/g)].map(([, file = '']) => file),
    commands: shell
      .join('')
      .split('\n')
      .filter((line) => /^(npx (mocha|tsc) |npm run (samples|events|client|fingerprints)( |$))/.test(line)),
  };
};

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};

/** The commands that a command runs in turn, by the scripts of the package. */
const runBy = (command: string): readonly string[] => {
  const script = scripts[/^npm run ([\w:-]+)$/.exec(command)?.[1] ?? ''] ?? '';
  return [...script.matchAll(/npm run -s ([\w:-]+)/g)].map(([, name = '']) => `npm run ${name}`);
};

const useFolder = (): (() => string) => {
  let made = '';
  before(() => {
    made = mkdtempSync(path.join(os.tmpdir(), 'walkthrough-'));
  });
  after(() => rmSync(made, { recursive: true, force: true }));
  return () => made;
};

const inShell = async (command: string, cwd: string): Promise<void> => {
  // The copy is no repository, and the variables of the run around this one are not its own.
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], GIT_CEILING_DIRECTORIES: path.dirname(cwd) };
  await run('sh', ['-c', command], { cwd, env, maxBuffer: 64 * 1024 * 1024 }).catch(
    (fault: Error & { stdout?: string; stderr?: string }) => {
      throw new Error(`${command}\n${fault.stdout?.slice(-4000)}${fault.stderr?.slice(-4000)}`);
    },
  );
};

const apply = (name: string, cwd: string): Promise<void> => {
  const patches = stepsOf(name).patches.map((file) => `'${path.join(root, folder, file)}'`);
  return inShell(`git apply -C1 ${patches.join(' ')}`, cwd);
};

const minutesMs = 60_000;

describe('the walkthroughs of the documentation', () => {
  describe('on a copy of the project', () => {
    const copy = useFolder();
    before(function () {
      this.timeout(minutesMs);
      for (const file of projectFiles()) {
        mkdirSync(path.join(copy(), path.dirname(file)), { recursive: true });
        copyFileSync(path.join(root, file), path.join(copy(), file));
      }
      symlinkSync(path.join(root, 'node_modules'), path.join(copy(), 'node_modules'));
    });

    const names = ['event', 'endpoint', 'projection', 'process', 'aggregate'] as const;
    for (const name of names) it(`can be applied: ${name}`, () => apply(name, copy()));

    const commands = names.flatMap((name) => stepsOf(name).commands);
    const specs = commands.filter((command) => command.startsWith('npx mocha '));
    // The copy has the patches of all pages, so a command that two pages name, or that another one runs, does the same each time.
    const repeated = commands.flatMap(runBy);
    for (const command of new Set(commands))
      if (!specs.includes(command) && !repeated.includes(command))
        it(`holds: ${command}`, () => inShell(command, copy())).timeout(3 * minutesMs);

    // In one process, which loads what all of them import once.
    it('holds: the specs of all pages', () => {
      const files = new Set(specs.flatMap((command) => command.split(' ').slice(2)));
      return inShell(`npx mocha ${[...files].join(' ')}`, copy());
    }).timeout(5 * minutesMs);

    it('compile', () => inShell('npm run -s typecheck -- all', copy())).timeout(5 * minutesMs);
  });

  describe('in a project of its own', () => {
    const project = useFolder();

    it('holds with its commands: projection-outside', async () => {
      const modules = path.join(project(), 'node_modules');
      mkdirSync(modules);
      symlinkSync(root, path.join(modules, 'social-publishing-service'));
      for (const name of ['.bin', '@types', 'mocha', 'tsx', 'typescript'])
        symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name));
      await apply('projection-outside', project());
      for (const command of stepsOf('projection-outside').commands) await inShell(command, project());
    }).timeout(3 * minutesMs);
  });
});
