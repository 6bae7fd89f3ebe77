import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { boundToParent, guardianOf } from './parent-death.ts';

/** The settings of a part that runs in a separate process. */
export interface ChildSpec<Ready> {
  /** The name of the child in logs and errors. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly uid?: number;
  readonly gid?: number;
  /** Reads one line of its output; any result but undefined means that it is ready. */
  ready(line: string): Ready | undefined;
  /** Every line it writes, on either stream. */
  onLine?(line: string): void;
  /** Called when it ended without a stop request; it is then restarted. */
  onUnexpectedExit?(how: string): void;
  /** Default 30 seconds. */
  readonly readyWithinMs?: number;
  /** The signal that stops it; default SIGTERM. The kernel also sends it when this process dies. */
  readonly stopSignal?: NodeJS.Signals;
  /** The time to stop before `forceSignal`; default 10 seconds. */
  readonly stopWithinMs?: number;
  /** Default SIGKILL. */
  readonly forceSignal?: NodeJS.Signals;
  /** Pauses between restarts: the first, doubled at every failure up to the longest. Default 100 and 5000 ms. */
  readonly restartMs?: Readonly<{ first: number; longest: number }>;
}

export interface Child<Ready> {
  /** The result of the ready line of the latest start. */
  readonly ready: Ready;
  /** Of the running process; undefined between an unexpected exit and the restart. */
  readonly pid: number | undefined;
  /**
   * Stops it, forces it after a bounded time, and settles when it has ended. Safe to call twice.
   */
  stop(): Promise<void>;
}

/** The child ended, or ran out of time, before it was ready. `output` is the end of its output. */
export class ChildFailed extends Error {
  override readonly name = 'ChildFailed';
  readonly output: string;

  constructor(message: string, output: string) {
    super(output ? `${message}\n${output}` : message);
    this.output = output;
  }
}

const keptOutput = 8192;

type Running<Ready> = { process: ChildProcess; ready: Ready; ended: Promise<string> };

/** Starts once and waits for the ready line; a child that is not ready in time is forced to end. */
const launch = async <Ready>(spec: ChildSpec<Ready>): Promise<Running<Ready>> => {
  const stopSignal = spec.stopSignal ?? 'SIGTERM';
  const [command, ...args] = boundToParent(stopSignal, [spec.command, ...spec.args]);
  const child = spawn(command, args, {
    env: spec.env ?? process.env,
    // A separate process group: the terminal's Ctrl-C is for the service, which then stops its
    // parts in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(spec.uid === undefined ? {} : { uid: spec.uid }),
    ...(spec.gid === undefined ? {} : { gid: spec.gid }),
  });
  let output = '';
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ? `ended by ${signal}` : `ended with code ${String(code)}`));
  });
  const guardian = child.pid === undefined ? undefined : guardianOf(stopSignal, child.pid);
  void ended.then(() => guardian?.dismiss());
  const becameReady = new Promise<Ready>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream, crlfDelay: Infinity }).on('line', (line) => {
        output = `${output}${line}\n`.slice(-keptOutput);
        spec.onLine?.(line);
        const ready = spec.ready(line);
        if (ready !== undefined) resolve(ready);
      });
    }
  });
  const limit = spec.readyWithinMs ?? 30_000;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`was not ready within ${limit} ms`), limit);
  });
  const outcome = await Promise.race([becameReady.then((ready) => ({ ready })), ended, late]);
  clearTimeout(timer);
  if (typeof outcome !== 'string') return { process: child, ready: outcome.ready, ended };
  child.kill('SIGKILL');
  await ended;
  throw new ChildFailed(`${spec.name} ${outcome}`, output);
};

/**
 * Runs a child process as long as this one lives: resolves once it is ready, restarts it with
 * growing pauses when it ends by itself, and ends it when this process ends, even by kill -9. The
 * first start is not repeated: throws `ChildFailed`.
 */
export const startChild = async <Ready>(spec: ChildSpec<Ready>): Promise<Child<Ready>> => {
  const { first, longest } = spec.restartMs ?? { first: 100, longest: 5000 };
  const stopping = new AbortController();
  const stopAsked = once(stopping.signal, 'abort');
  let ready: Ready;
  let running: Running<Ready> | undefined = await launch(spec);
  ready = running.ready;

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      stopping.signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
    });

  const restart = async (): Promise<void> => {
    for (let wait = first; !stopping.signal.aborted; wait = Math.min(wait * 2, longest)) {
      await pause(wait);
      if (stopping.signal.aborted) return;
      try {
        running = await launch(spec);
        ready = running.ready;
        return;
      } catch (fault) {
        spec.onUnexpectedExit?.(fault instanceof Error ? fault.message : String(fault));
      }
    }
  };

  const watch = async (): Promise<void> => {
    while (running) {
      const how = await Promise.race([running.ended, stopAsked.then(() => undefined)]);
      if (how === undefined) break;
      running = undefined;
      spec.onUnexpectedExit?.(how);
      await restart();
    }
    if (!running) return;
    const last = running;
    last.process.kill(spec.stopSignal ?? 'SIGTERM');
    const force = setTimeout(() => last.process.kill(spec.forceSignal ?? 'SIGKILL'), spec.stopWithinMs ?? 10_000);
    await last.ended;
    clearTimeout(force);
    running = undefined;
  };
  const watching = watch();

  return {
    get ready() {
      return ready;
    },
    get pid() {
      return running?.process.pid;
    },
    stop: async () => {
      stopping.abort();
      await watching;
    },
  };
};
