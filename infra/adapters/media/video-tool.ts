import { spawn } from 'node:child_process';
import { boundToParent, runs } from '@social-publishing/child-process';

/** What was asked of the system already. */
const runnable = new Map<string, boolean>();

/** Whether a command is a video tool that runs here. Each command is asked once in the life of the process. */
export const isVideoTool = (command: string): boolean => {
  const known = runnable.get(command) ?? runs(command, ['-version']);
  runnable.set(command, known);
  return known;
};

const maxMemoryBytes = 2 * 1024 ** 3;

type CommandLine = readonly [string, ...string[]];

export type ToolRun = Readonly<{
  /** What the tool reads from its pipe. */
  input?: Buffer;
  maxSeconds: number;
  /** The most that the tool may write, to its pipe and to each file. */
  maxOutputBytes: number;
  signal: AbortSignal;
}>;

const limited = (line: CommandLine, { maxSeconds, maxOutputBytes }: ToolRun): CommandLine =>
  runs('prlimit', ['--version'])
    ? [
        ...(['prlimit', `--as=${maxMemoryBytes}`, `--cpu=${maxSeconds}`] as const),
        '--core=0',
        '--nofile=64',
        `--fsize=${maxOutputBytes}`,
        ...line,
      ]
    : line;

/**
 * Runs a video tool in a child process with limits of time, memory and output, because the files it
 * parses are hostile. Answers what it wrote to its pipe; undefined where it failed.
 */
export const runVideoTool = (line: CommandLine, run: ToolRun): Promise<Buffer | undefined> =>
  new Promise((resolve, reject) => {
    const { input, maxSeconds, maxOutputBytes, signal } = run;
    const [command, ...args] = boundToParent('SIGKILL', limited(line, run));
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'], env: { PATH: process.env['PATH'] } });
    const timer = setTimeout(() => child.kill('SIGKILL'), maxSeconds * 1000);
    const abort = (): void => void child.kill('SIGKILL');
    signal.addEventListener('abort', abort, { once: true });
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxOutputBytes) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    // It stops reading as soon as it has what it needs.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    child.once('error', (fault) => (end(), reject(fault)));
    child.once('close', (code) => {
      end();
      if (signal.aborted) reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
      else resolve(code === 0 ? Buffer.concat(chunks) : undefined);
    });
  });
