import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { boundToParent, launched, runs } from '@social-publishing/child-process';
import { collect } from '../collect.ts';
import { Rejected } from '../rejected.ts';
import type { Readable } from '../sniff.ts';
import { type FromReader, type Job, maxReadBytes, type ToReader } from './messages.ts';
import { cutText, storable } from '../../../../domain/kernel/stored-text.ts';
import { defined } from '../../../../domain/kernel/defined.ts';
import { errorOf } from '../../../../domain/kernel/error-of.ts';

/** What one look into a file may cost. */
export type ReaderLimits = Readonly<{
  heapMegabytes: number;
  /** All memory it may write to, where the kernel can limit it. */
  dataBytes: number;
  /** Time it may work, not counted while it waits for bytes. */
  workMs: number;
  /** Bytes it may ask for, as a multiple of the file's. */
  readsOfFile: number;
}>;

export const readerLimits: ReaderLimits = {
  heapMegabytes: 256,
  dataBytes: 1536 * 1024 * 1024,
  workMs: 15_000,
  readsOfFile: 4,
};

/** Small files may be read as a whole a few times. */
const freeBytes = 64 * 1024 * 1024;
const startWithinMs = 60_000;

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

/** The reader ended by itself, or was ended because it took too much. */
export class ReaderEnded extends Error {
  override readonly name = 'ReaderEnded';
}

export type ReaderChild = Readonly<{
  /** One job at a time. Throws `Rejected`, `ReaderEnded`, or the fault of the source. */
  run(job: Job, open: Readable, sizeBytes: number, signal: AbortSignal): Promise<FromReader>;
  isAlive(): boolean;
  /** Whether it keeps this process alive. */
  hold(held: boolean): void;
  end(): void;
}>;

const spawnReader = ({ heapMegabytes, dataBytes }: ReaderLimits): ChildProcess => {
  const node = [process.execPath, `--max-old-space-size=${heapMegabytes}`, ...launched(main)] as const;
  const limited = runs('prlimit', ['--version'])
    ? (['prlimit', `--data=${dataBytes}`, '--core=0', '--nofile=256', ...node] as const)
    : node;
  const [command, ...args] = boundToParent('SIGKILL', limited);
  // It needs no setting and no secret of the service.
  const { PATH, TMPDIR } = process.env;
  return spawn(command, args, {
    env: { PATH, ...defined({ TMPDIR }) },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
};

/** Bytes for the reader, never more than it may ask for. */
const bytesFor = async (open: Readable, { start, end }: { start: number; end: number }): Promise<Buffer> =>
  collect(await open({ start, end }), end - start);

export const startReaderChild = async (limits: ReaderLimits): Promise<ReaderChild> => {
  const child = spawnReader(limits);
  let alive = true;
  let heard: (message: FromReader) => void = () => undefined;
  let gone: (how: string) => void = () => undefined;
  const ended = (how: string): void => {
    if (!alive) return;
    alive = false;
    gone(how);
  };
  child.once('error', (fault) => ended(`cannot run: ${fault.message}`));
  child.once('exit', (code, signal) => ended(signal ? `was ended by ${signal}` : `ended with code ${String(code)}`));
  child.on('message', (message: FromReader) => heard(message));
  const kill = (): void => void child.kill('SIGKILL');
  const tell = (message: ToReader): void => void (alive && child.send(message, () => undefined));

  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => (kill(), ended('did not start')), startWithinMs);
    gone = (how) => (clearTimeout(timer), reject(new Error(`the reader of files ${how}`)));
    heard = () => (clearTimeout(timer), resolve());
  });

  const run: ReaderChild['run'] = (job, open, sizeBytes, signal) =>
    new Promise<FromReader>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      let leftMs = limits.workMs;
      let leftBytes = freeBytes + limits.readsOfFile * sizeBytes;
      let since = 0;
      let sourceFault: unknown;
      const settle = (then: () => void): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        [heard, gone] = [() => undefined, () => undefined];
        then();
      };
      const refuse = (fault: Error): void => (kill(), settle(() => reject(fault)));
      const abort = (): void => refuse(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
      const work = (): void => {
        since = Date.now();
        timer = setTimeout(() => refuse(new Rejected('The file takes too long to read')), leftMs);
      };
      const pause = (): void => {
        clearTimeout(timer);
        leftMs = Math.max(1, leftMs - (Date.now() - since));
      };
      const read = async ({ start, end }: { start: number; end: number }): Promise<void> => {
        pause();
        leftBytes -= end - start;
        if (end - start > maxReadBytes || leftBytes < 0) return refuse(new Rejected('The file is read over and over'));
        try {
          const bytes = await bytesFor(open, { start, end });
          tell({ bytes });
        } catch (fault) {
          sourceFault = fault;
          tell({ unreadable: true });
        }
        if (alive && !signal.aborted) work();
      };
      gone = (how) => settle(() => reject(new ReaderEnded(`the reader of files ${how}`)));
      heard = (message) => {
        if ('read' in message) return void read(message.read);
        settle(() => {
          if (sourceFault !== undefined) reject(errorOf(sourceFault));
          else if ('rejected' in message) reject(new Rejected(message.rejected));
          // The reader depends on nothing but the file, so any other fault is the file's too.
          else if ('failed' in message)
            reject(new Rejected(`The file cannot be read: ${storable(cutText(message.failed, 200))}`));
          else resolve(message);
        });
      };
      if (!alive) return gone('is gone');
      if (signal.aborted) return abort();
      signal.addEventListener('abort', abort, { once: true });
      tell({ job });
      work();
    });

  return {
    run,
    isAlive: () => alive,
    hold: (held) => {
      if (held) {
        child.ref();
        child.channel?.ref();
      } else {
        child.unref();
        child.channel?.unref();
      }
    },
    end: kill,
  };
};
