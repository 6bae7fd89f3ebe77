import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { launched } from '@social-publishing/child-process';
import { build } from 'esbuild';
import { runtime } from '../../../../infra/products/event-store-node/cli/runtime.ts';

export type NodeProcess = Readonly<{
  child: ChildProcess;
  port: number;
  /** A connection string without TLS. */
  url: string;
  /** Resident memory in MiB, now. */
  memory: () => number;
  /** The largest resident memory in MiB so far. */
  peakMemory: () => number;
  /** Seconds of a processor it has used so far, all threads together. */
  processorTime: () => number;
  /** Ends the process with a signal and resolves with its exit code. */
  end: (signal?: NodeJS.Signals) => Promise<number | null>;
}>;

const statusField = (pid: number, field: string): number => {
  const match = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(match?.[1] ?? 0) / 1024;
};

const main = new URL('../../../../infra/products/event-store-node/cli/main.ts', import.meta.url).pathname;

/** The kernel counts a process' time in hundredths of a second. */
const ticks = 100;

const processorTime = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Behind the name, which may contain anything: time in the program is the twelfth field, in the kernel the one after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticks;
};

/** The arguments of Node, and its environment. */
export type Program = Readonly<{ command: readonly string[]; environment?: Readonly<Record<string, string>> }>;

/**
 * The same program made into one file in `folder`: reading and translating its hundred files at every start takes several
 * times longer than starting it.
 */
export const buildProgram = async (folder: string): Promise<Program> => {
  const outfile = join(folder, 'event-store.cjs');
  const target = { platform: 'node', format: 'cjs', target: 'node20' } as const;
  await build({ ...target, entryPoints: [main], outfile, bundle: true, external: ['classic-level'] });
  const modules = new URL('../../../../node_modules', import.meta.url).pathname;
  return { command: [outfile], environment: { NODE_PATH: modules } };
};

/** Starts the event store as the program it is, in a process of its own, and waits until it is ready. */
export const startProcess = (...args: string[]): Promise<NodeProcess> =>
  startProgram({ command: launched(main) }, ...args);

export const startProgram = async (program: Program, ...args: string[]): Promise<NodeProcess> => {
  const child = spawn(process.execPath, [...runtime.nodeFlags, ...program.command, 'start', '--port', '0', ...args], {
    env: { ...process.env, ...runtime.environment, ...program.environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
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
    processorTime: () => processorTime(pid),
    end: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
      return child.exitCode;
    },
  };
};
