import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { launched } from '@social-publishing/child-process';
import { ownPort } from './own-port.ts';
import { until } from './until.ts';

const project = path.resolve(import.meta.dirname, '../..');

/** A service outside of test mode, on a new folder, as an operator starts it. */
export const useInstallation = (environment: () => Promise<Record<string, string>> | Record<string, string>) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'installation-'));
  let child: ChildProcess;
  let output = '';
  let origin = '';

  before(async () => {
    const port = await ownPort();
    origin = `http://localhost:${port}`;
    const { PATH } = process.env;
    child = spawn(process.execPath, launched(path.join(project, 'infra/composition/main.ts')), {
      cwd: project,
      env: {
        PATH,
        LOG_LEVEL: 'info',
        TEST_MODE: 'false',
        DATA_DIR: folder,
        PORT: String(port),
        PUBLIC_URL: origin,
        ...(await environment()),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (piece: Buffer) => (output += piece.toString()));
    await until(
      'the service is ready',
      async () => {
        if (child.exitCode !== null) throw new Error(output);
        return (await fetch(`${origin}/v1/ready`).catch(() => undefined))?.ok === true;
      },
      90_000,
    );
  });
  after(async () => {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  /** Runs a command of the administrator on the stores of the service, while it runs. */
  const admin = async (...args: readonly string[]): Promise<string> => {
    const { PATH } = process.env;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...launched(path.join(project, 'infra/cli/admin.ts')), ...args],
      { cwd: project, env: { PATH, TEST_MODE: 'false', DATA_DIR: folder, PUBLIC_URL: origin, LOG_LEVEL: 'warn' } },
    );
    return stdout;
  };
  return {
    admin,
    get origin() {
      return origin;
    },
    /** What the service has printed so far. */
    get output() {
      return output;
    },
    /** The link that makes the first owner. */
    get setUpUrl() {
      return /^ {2}(http\S+\/set-up\/\S+)$/m.exec(output)?.[1] ?? '';
    },
  };
};
