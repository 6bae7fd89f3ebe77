import type { Claimed, InstanceStore, LaneRoom } from './instance-store.ts';
import type { ActContext, Lease } from './act-context.ts';
import type { RunnableProcess } from './process.ts';
import { realTimers, type Timers } from './timers.ts';
import { Signal } from './signal.ts';

export type WorkerTiming = Readonly<{
  leaseMilliseconds: number;
  /** How long an action's events may take to come back before it is looked at again. */
  recheckMilliseconds: number;
  /** The least time between two claims: under load what becomes free meanwhile is filled at once. */
  claimMilliseconds: number;
  /** The longest sleep; a safety net only, the worker is woken when something becomes due. */
  longestSleepMilliseconds: number;
}>;

/** Hears of each action and of each fault around them. */
export type WorkerReport = Readonly<{
  started?(claimed: Claimed): void;
  acted?(claimed: Claimed, milliseconds: number): void;
  failed(claimed: Claimed, error: unknown, milliseconds: number): void;
  /** The database could not be asked; the worker tries again. */
  fault(error: unknown): void;
}>;

type Options = Readonly<{
  owner: string;
  processes: readonly RunnableProcess[];
  instances: InstanceStore;
  contextFor(claimed: Claimed, lease: Lease): ActContext;
  /** Actions at once in one lane. */
  laneRoom: number;
  report: WorkerReport;
  timing?: Partial<WorkerTiming>;
  timers?: Timers;
}>;

type Running = { claimed: Claimed; abort: AbortController; leaseEnds: number; done: Promise<void> };

const defaultTiming: WorkerTiming = {
  leaseMilliseconds: 30_000,
  recheckMilliseconds: 30_000,
  claimMilliseconds: 15,
  longestSleepMilliseconds: 5_000,
};

const retryDelay = (failures: number): number => Math.min(60_000, 250 * 2 ** Math.min(failures, 8));

/**
 * Carries out what is due: claims instances under a lease, acts, and lets their events say what comes next. Many workers may run
 * side by side; an instance is held by one of them at a time.
 */
export class ProcessWorker {
  readonly #options: Options;
  readonly #timing: WorkerTiming;
  readonly #byName: ReadonlyMap<string, RunnableProcess>;
  readonly #lanes: readonly string[];
  readonly #running = new Map<string, Running>();
  readonly #wakeUp: Signal;
  readonly #timers: Timers;

  constructor(options: Options) {
    this.#options = options;
    this.#timing = { ...defaultTiming, ...options.timing };
    this.#timers = options.timers ?? realTimers;
    this.#wakeUp = new Signal(this.#timers);
    this.#byName = new Map(options.processes.map((process) => [process.name, process]));
    this.#lanes = [...new Set(options.processes.flatMap(({ name, lanes = [] }) => [name, ...lanes]))];
  }

  /** Something may have become due. */
  wake(): void {
    this.#wakeUp.now();
  }

  get inFlight(): number {
    return this.#running.size;
  }

  /** Works until `signal` aborts, then lets go of what it holds: running actions are aborted and awaited. */
  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.#wakeUp.now(), { once: true });
    const stopRenewing = this.#timers.every(this.#timing.leaseMilliseconds / 3, () => void this.#renew());
    try {
      while (!signal.aborted) {
        const sleep = await this.#claimAndStart();
        if (!signal.aborted) await this.#pause(this.#timing.claimMilliseconds);
        if (sleep > 0 && !signal.aborted) await this.#wakeUp.within(sleep);
      }
    } finally {
      stopRenewing();
      for (const { abort } of this.#running.values()) abort.abort(new Error('the service is stopping'));
      await Promise.allSettled([...this.#running.values()].map(({ done }) => done));
    }
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => void this.#timers.after(milliseconds, resolve));
  }

  /** Starts what there is room for; answers how long nothing more will be due. */
  async #claimAndStart(): Promise<number> {
    const { instances, owner } = this.#options;
    try {
      const claimed = await instances.claim(owner, this.#room(), this.#timing.leaseMilliseconds);
      for (const one of claimed) this.#start(one);
      if (claimed.length > 0) return 0;
      const until = await instances.untilNext();
      // What is due but was not claimed waits for room in its lane; the action that makes room wakes us.
      const longest = this.#timing.longestSleepMilliseconds;
      return until === undefined ? longest : Math.min(longest, Math.max(until, until === 0 ? 250 : 1));
    } catch (error) {
      this.#options.report.fault(error);
      return 500;
    }
  }

  #room(): LaneRoom[] {
    const taken = new Map<string, number>();
    for (const { claimed } of this.#running.values()) taken.set(claimed.lane, (taken.get(claimed.lane) ?? 0) + 1);
    return this.#lanes
      .map((lane) => ({ lane, room: this.#options.laneRoom - (taken.get(lane) ?? 0) }))
      .filter(({ room }) => room > 0);
  }

  #start(claimed: Claimed): void {
    const key = keyOf(claimed);
    const abort = new AbortController();
    const running: Running = {
      claimed,
      abort,
      leaseEnds: this.#timers.now() + this.#timing.leaseMilliseconds,
      done: Promise.resolve(),
    };
    this.#running.set(key, running);
    running.done = this.#carryOut(running).finally(() => {
      this.#running.delete(key);
      this.#wakeUp.now();
    });
  }

  async #carryOut(running: Running): Promise<void> {
    const { claimed, abort } = running;
    const { instances, owner, report, contextFor } = this.#options;
    const began = this.#timers.now();
    report.started?.(claimed);
    try {
      const process = this.#byName.get(claimed.process);
      const next = process?.next(claimed.state);
      if (process && next) {
        const stillMine = () => !abort.signal.aborted && this.#timers.now() < running.leaseEnds;
        await process.act(
          next.action,
          contextFor(claimed, { run: crypto.randomUUID(), signal: abort.signal, stillMine }),
        );
      }
      await instances.acted(claimed, owner, this.#timing.recheckMilliseconds);
      report.acted?.(claimed, this.#timers.now() - began);
    } catch (error) {
      if (!abort.signal.aborted) report.failed(claimed, error, this.#timers.now() - began);
      await instances
        .failed(claimed, owner, error instanceof Error ? error.message : String(error), retryDelay(claimed.failures))
        .catch((fault: unknown) => report.fault(fault));
    }
  }

  /** Prolongs the leases; what is no longer ours is aborted before it can send anything. */
  async #renew(): Promise<void> {
    if (this.#running.size === 0) return;
    const asked = this.#timers.now();
    try {
      const held = await this.#options.instances.renew(this.#options.owner, this.#timing.leaseMilliseconds);
      for (const [key, running] of this.#running) {
        if (held.has(key)) running.leaseEnds = asked + this.#timing.leaseMilliseconds;
        else if (this.#timers.now() > running.leaseEnds) running.abort.abort(new Error('the lease was lost'));
      }
    } catch (error) {
      this.#options.report.fault(error);
    }
  }
}

const keyOf = ({ process, instance }: Claimed): string => `${process}/${instance}`;
