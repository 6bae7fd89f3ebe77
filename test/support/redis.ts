import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { ownPort } from './own-port.ts';

export type RunningRedis = Readonly<{ url: string; stop(): Promise<void> }>;

/** Whether a Redis server is installed here. Where CI is set it has to be, so its tests cannot silently stay away. */
export const redisIsInstalled = (): boolean =>
  process.env['CI'] === 'true' || spawnSync('redis-server', ['--version']).status === 0;

/** A real redis-server of the test's own, without persistence. Give the port to start it again at the same place. */
export const startRedis = async (port?: number): Promise<RunningRedis & { port: number }> => {
  const at = port ?? (await ownPort());
  const child = spawn(
    'redis-server',
    ['--port', String(at), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const exited = once(child, 'exit');
  await new Promise<void>((ready, failed) => {
    child.on('error', failed);
    child.on('exit', (code) => failed(new Error(`redis-server ended with ${code}`)));
    child.stdout.on('data', (text) => String(text).includes('Ready to accept connections') && ready());
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
  };
  return { url: `redis://127.0.0.1:${at}`, port: at, stop };
};
