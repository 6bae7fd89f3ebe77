import { spawn } from 'node:child_process';
import path from 'node:path';
import { launched } from '@social-publishing/child-process';

const project = path.resolve(import.meta.dirname, '../..');

export type Ended = Readonly<{ code: number | null; out: string; err: string }>;

/** Runs one of the service's commands, `infra/cli/<name>.ts`, as a process of its own and waits until it ends. */
export const runCli = (name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const script = path.join(project, 'infra/cli', `${name}.ts`);
    const child = spawn(process.execPath, [...launched(script), ...args], {
      cwd: project,
      env: { PATH: process.env['PATH'], ...env },
    });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, err }));
  });
