import { spawn } from 'node:child_process';
import { startChild } from '../../../../infra/products/child-process/child.ts';
import { guardianOf } from '../../../../infra/products/child-process/parent-death.ts';

/**
 * A process that starts a child and prints its pid. With `guardian` the child is bound by a
 * guardian alone.
 */
const startBound = async (): Promise<number> => {
  const child = await startChild({
    name: 'sleeper',
    command: process.execPath,
    args: ['-e', 'console.log("up"); setInterval(() => {}, 1000)'],
    ready: (line) => (line === 'up' ? true : undefined),
  });
  process.on('SIGTERM', () => void child.stop().then(() => process.exit(0)));
  return child.pid ?? 0;
};

const startGuarded = (): number => {
  const { pid = 0 } = spawn('sleep', ['60'], { stdio: 'ignore', detached: true });
  guardianOf('SIGTERM', pid, true);
  return pid;
};

const child = process.argv[2] === 'guardian' ? startGuarded() : await startBound();
console.log(JSON.stringify({ ready: true, child }));
setInterval(() => undefined, 1000);
