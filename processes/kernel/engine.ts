import { actContext, type ContextParts } from './act-context.ts';
import { isDueWithin, type EarliestDue } from './earliest-due.ts';
import type { InstanceStore } from './instance-store.ts';
import type { RunnableProcess } from './process.ts';
import { realTimers, type Timers } from '../../commands/kernel/timers.ts';
import type { WorkerName } from './worker-name.ts';
import { ProcessWorker } from './worker.ts';
import type { WorkerReport } from './worker-report.ts';
import type { WorkerTiming } from './worker-timing.ts';
import { errorOf } from '../../domain/kernel/error-of.ts';

/**
 * Concurrent actions in one lane: a platform's, a webhook receiver's, or a process's own. One
 * workspace has at most half of them.
 */
const defaultLaneRoom = 48;
const freeingIntervalMs = 5_000;
/** The interval at which a wait checks its clock. */
const clockIntervalMs = 250;

type Options = Readonly<{
  name: WorkerName;
  processes: readonly RunnableProcess[];
  instances: InstanceStore;
  /** `wait` is by default a wait on the clock of `now`. */
  context: Omit<ContextParts, 'wait'> & Partial<Pick<ContextParts, 'wait'>>;
  report: WorkerReport;
  laneRoom?: number;
  timing?: Partial<WorkerTiming>;
  timers?: Timers;
}>;

export type ProcessEngine = Readonly<{
  worker: ProcessWorker;
  /** Something may have become due, at one of these times where they are known. */
  wake(due?: EarliestDue): void;
  /** Starts the worker, once. */
  begin(): void;
  /** Aborts running actions, waits for their end, and starts no more. */
  stop(): Promise<void>;
}>;

/**
 * Runs processes: a worker that runs due actions, and the release of leases whose owners died. The
 * folds that make instances due are subscribers of the log (`applyEvents`) and run in the process
 * that reads the log.
 *
 * @example
 * declare const name: WorkerName;
 * declare const processes: readonly RunnableProcess[];
 * declare const instances: InstanceStore;
 * declare const context: ContextParts;
 * declare const report: WorkerReport;
 * const engine = await processEngine({ name, processes, instances, context, report });
 * engine.begin();
 * await engine.stop();
 */
export const processEngine = async (options: Options): Promise<ProcessEngine> => {
  const { instances, report, timers = realTimers, laneRoom = defaultLaneRoom, context, ...rest } = options;
  const wait: ContextParts['wait'] = (milliseconds, mode, signal) =>
    waitOnClock(milliseconds, () => context.now(mode).getTime(), signal, timers);
  const parts: ContextParts = { wait, ...context };
  const worker = new ProcessWorker({
    ...rest,
    instances,
    report,
    timers,
    laneRoom,
    contextFor: (claimed, lease) => actContext(claimed, lease, parts),
  });
  const freeDeadLeases = async (atOnce = false): Promise<void> => {
    try {
      if ((await instances.freeDeadLeases({ atOnce })) > 0) worker.wake();
    } catch (error) {
      report.fault(error);
    }
  };
  await freeDeadLeases(true);
  const stopFreeing = timers.every(freeingIntervalMs, () => void freeDeadLeases());
  const stopping = new AbortController();
  let working: Promise<void> | undefined;
  return {
    worker,
    wake: (due) => {
      // The worker looks for itself before a later time comes.
      if (!due || isDueWithin(due, worker.maxSleepMilliseconds, context.now)) worker.wake();
    },
    begin: () => {
      working ??= worker.run(stopping.signal);
    },
    stop: async () => {
      stopFreeing();
      stopping.abort();
      await working;
    },
  };
};

/** Waits on a workspace's clock: an advanced test clock ends the wait early. */
const waitOnClock = async (
  milliseconds: number,
  now: () => number,
  signal: AbortSignal,
  timers: Timers,
): Promise<void> => {
  const end = now() + milliseconds;
  for (let left = milliseconds; left > 0; left = end - now())
    await pause(Math.min(left, clockIntervalMs), signal, timers);
};

const pause = (milliseconds: number, signal: AbortSignal, timers: Timers): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const cancel = timers.after(milliseconds, () => {
      signal.removeEventListener('abort', aborted);
      resolve();
    });
    const aborted = (): void => {
      cancel();
      reject(errorOf(signal.reason));
    };
    signal.addEventListener('abort', aborted, { once: true });
  });
