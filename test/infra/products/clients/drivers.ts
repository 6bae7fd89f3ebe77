import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { buildGo, buildPython, type Document } from '@social-publishing/client-generator';
import type { Driver } from './driven-client.ts';

/** What is driven, and the program of the quick start. */
export type Built = Readonly<{ driver: Driver; quickStart: Driver }>;

/** A client that is built into a folder before it is driven. */
export type DrivableClient = Readonly<{
  name: string;
  isInstalled: boolean;
  build(folder: string, document: Document): Built;
}>;

const here = import.meta.dirname;
const docs = path.resolve(here, '../../../docs');

/** Whether a program succeeds here. Where CI is set it has to, so that no client silently stays away. */
const succeeds = (command: string, ...args: string[]): boolean =>
  process.env['CI'] === 'true' || spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** The Python of Debian's packages has httpx; another one in front of it on the path may lack it. */
const python = ['/usr/bin/python3', 'python3'].find((each) => succeeds(each, '-c', 'import httpx'));

const pythonDriver = (name: string, ...flags: string[]): DrivableClient => ({
  name,
  isInstalled: python !== undefined,
  build: (folder, document) => {
    buildPython(document, path.join(folder, 'python'));
    const env = { PYTHONPATH: path.join(folder, 'python'), PYTHONDONTWRITEBYTECODE: '1' };
    const command = python ?? 'python3';
    return {
      driver: { command, args: [path.join(here, 'python_driver.py'), ...flags], env },
      quickStart: { command, args: [path.join(docs, 'quick_start.py')], env },
    };
  },
});

/** The module needs no other one: nothing is fetched. */
const go = (folder: string, ...args: string[]): void => {
  const env = { ...process.env, GOPROXY: 'off', GOTOOLCHAIN: 'local' };
  const { status, stderr } = spawnSync('go', args, { cwd: folder, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`go ${args.join(' ')}: ${stderr}`);
};

export const drivers: readonly DrivableClient[] = [
  {
    name: 'TypeScript',
    isInstalled: true,
    build: () => {
      const command = process.execPath;
      const program = (file: string): Driver => ({ command, args: ['--import', 'tsx', file] });
      return {
        driver: program(path.join(here, 'typescript-driver.ts')),
        quickStart: program(path.join(docs, 'quick-start.ts')),
      };
    },
  },
  pythonDriver('Python'),
  pythonDriver('Python for asyncio', '--async'),
  {
    name: 'Go',
    isInstalled: succeeds('go', 'version'),
    build: (folder, document) => {
      const module = path.join(folder, 'go');
      buildGo(document, module);
      cpSync(path.join(here, 'go-driver'), path.join(module, 'driver'), { recursive: true });
      cpSync(path.join(docs, 'quick-start'), path.join(module, 'quick-start'), { recursive: true });
      go(module, 'vet', './...');
      for (const program of ['driver', 'quick-start']) go(module, 'build', '-o', `bin/${program}`, `./${program}`);
      const programOf = (name: string): Driver => ({ command: path.join(module, 'bin', name), args: [] });
      return { driver: programOf('driver'), quickStart: programOf('quick-start') };
    },
  },
];
