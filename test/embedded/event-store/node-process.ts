import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { runtime } from '../../../infra/embedded/event-store/cli/runtime.ts';

export type NodeProcess = Readonly<{
  child: ChildProcess;
  port: number;
  /** A connection string without TLS. */
  url: string;
  /** Resident memory in MiB, now. */
  memory: () => number;
  /** The largest resident memory in MiB so far. */
  peakMemory: () => number;
  /** Ends the process with a signal and resolves with its exit code. */
  end: (signal?: NodeJS.Signals) => Promise<number | null>;
}>;

const statusField = (pid: number, field: string): number => {
  const match = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(match?.[1] ?? 0) / 1024;
};

/** Starts the event store as the program it is, in a process of its own, and waits until it is ready. */
export const startProcess = async (...args: string[]): Promise<NodeProcess> => {
  const main = new URL('../../../infra/embedded/event-store/cli/main.ts', import.meta.url).pathname;
  const child = spawn(
    process.execPath,
    [...runtime.nodeFlags, '--import', 'tsx', main, 'start', '--port', '0', ...args],
    {
      env: { ...process.env, ...runtime.environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  let complaint = '';
  child.stderr.on('data', (text: Buffer) => (complaint += text.toString()));
  const lines = createInterface({ input: child.stdout });
  const [first] = (await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error(`the event store did not start: ${complaint}`))),
  ])) as [string];
  const { port } = JSON.parse(first) as { port: number };
  const pid = child.pid as number;
  return {
    child,
    port,
    url: `esdb://127.0.0.1:${port}?tls=false`,
    memory: () => statusField(pid, 'VmRSS'),
    peakMemory: () => statusField(pid, 'VmHWM'),
    end: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
      return child.exitCode;
    },
  };
};
