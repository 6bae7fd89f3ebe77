import { spawn, spawnSync } from 'node:child_process';

/** Whether a program can be run on this machine and exits with 0. */
export const runs = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

type CommandLine = readonly [string, ...string[]];

let kernelBinds: boolean | undefined;
const bindsByKernel = (): boolean =>
  (kernelBinds ??= process.platform === 'linux' && runs('setpriv', ['--pdeathsig', 'TERM', 'true']));

/**
 * A command line that the Linux kernel signals when this process dies, also by kill -9. The kernel
 * watches the thread that spawned, so spawn from the main thread. On other systems the command line
 * is unchanged: see `guardianOf`.
 */
export const boundToParent = (signal: NodeJS.Signals, line: CommandLine): CommandLine =>
  bindsByKernel() ? ['setpriv', '--pdeathsig', signal.replace(/^SIG/, ''), ...line] : line;

/**
 * Where the kernel cannot bind a child to its parent: a shell that holds the other end of a pipe,
 * and signals the child when the pipe closes because this process has ended. Undefined where the
 * kernel does it.
 */
export const guardianOf = (
  signal: NodeJS.Signals,
  pid: number,
  needed = !bindsByKernel(),
): { pid: number | undefined; dismiss(): void } | undefined => {
  if (!needed || process.platform === 'win32') return undefined;
  const script = 'read -r _; kill -s "$1" "$2"';
  const shell = spawn('/bin/sh', ['-c', script, 'guardian', signal.replace(/^SIG/, ''), String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.on('error', () => undefined);
  shell.stdin.on('error', () => undefined);
  shell.unref();
  return { pid: shell.pid, dismiss: () => void shell.kill('SIGKILL') };
};
