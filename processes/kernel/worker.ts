import type { Release } from '../../commands/kernel/fair-share.ts';
import type { Claimed, FullQueues, InstanceStore, LaneRoom } from './instance-store.ts';
import type { ActContext, Lease } from './act-context.ts';
import { ClaimPace } from './claim-pace.ts';
import { EndingInstances } from './ending-instances.ts';
import { HostPlaces } from './host-places.ts';
import { fullAfter, isAnyFull } from './lane-room.ts';
import { watchingOwnEnd } from './own-end.ts';
import type { RunnableProcess } from './process.ts';
import { retryDelay, waitOf } from './retry-delay.ts';
import { realTimers, type Timers } from '../../commands/kernel/timers.ts';
import { Signal } from './signal.ts';
import { LeaseLost, type WorkerName } from './worker-name.ts';
import type { WorkerReport } from './worker-report.ts';
import { defaultTiming, type WorkerTiming } from './worker-timing.ts';
import { endingWithWorkspace } from './workspace-end.ts';

type Options = Readonly<{
  name: WorkerName;
  processes: readonly RunnableProcess[];
  instances: InstanceStore;
  contextFor(claimed: Claimed, lease: Lease): ActContext;
  /**
   * Concurrent actions in one lane. A workspace takes a slot only while it holds fewer than are
   * free.
   */
  laneRoom: number;
  report: WorkerReport;
  timing?: Partial<WorkerTiming>;
  timers?: Timers;
}>;

/** A post has three claims on its way to a platform: that it is due, its destinations, and one that finds nothing. */
const savedClaims = 4;

/** What runs in a lane: how many instances, and how many of each workspace. */
type Taken = { count: number; readonly running: Map<string, number> };

type Running = {
  claimed: Claimed;
  readonly abort: AbortController;
  /**
   * Of this run alone: a signal for all runs would keep the listeners of each run until the service
   * stops.
   */
  readonly stopping: AbortController;
  /** The latest end of the lease, counted from before the request for it. */
  leaseEnds: number;
  /**
   * A later claim of the same instance. It is released when this run has ended: one instance has
   * one run at a time.
   */
  next?: Claimed;
  hasEnded: boolean;
  /** Its place at a server that a tenant named. */
  place?: Release;
  done: Promise<void>;
};

/**
 * Runs due actions: claims instances under a lease and acts. The resulting events determine the
 * next action. Many workers run concurrently; one at a time holds an instance. A worker that loses
 * its name aborts its running actions and continues under a new name.
 *
 * @example
 * declare const name: WorkerName;
 * declare const processes: readonly RunnableProcess[];
 * declare const instances: InstanceStore;
 * declare const report: WorkerReport;
 * declare const contextFor: (claimed: Claimed, lease: Lease) => ActContext;
 * declare const signal: AbortSignal;
 * const worker = new ProcessWorker({ name, processes, instances, report, contextFor, laneRoom: 48 });
 * await worker.run(signal);
 */
export class ProcessWorker {
  readonly #options: Options;
  readonly #timing: WorkerTiming;
  readonly #byName: ReadonlyMap<string, RunnableProcess>;
  readonly #lanes: readonly string[];
  /** The lanes while nothing runs in them. */
  readonly #idle: readonly LaneRoom[];
  readonly #running = new Map<string, Running>();
  readonly #wakeUp: Signal;
  readonly #timers: Timers;
  readonly #hostPlaces: HostPlaces;
  readonly #ending: EndingInstances;
  #owner: Readonly<{ name: string; lost: AbortSignal }> | undefined;
  #full: FullQueues = { lanes: [], workspaces: [] };

  constructor(options: Options) {
    this.#options = options;
    this.#timing = { ...defaultTiming, ...options.timing };
    this.#timers = options.timers ?? realTimers;
    this.#hostPlaces = new HostPlaces(options.laneRoom, this.#timers);
    this.#wakeUp = new Signal(this.#timers);
    this.#ending = new EndingInstances({
      timing: this.#timing,
      timers: this.#timers,
      instances: options.instances,
      report: options.report,
      wake: () => this.wake(),
    });
    this.#byName = new Map(options.processes.map((process) => [process.name, endingWithWorkspace(process)]));
    this.#lanes = [...new Set(options.processes.flatMap(({ name, lanes = [] }) => [name, ...lanes]))];
    this.#idle = this.#lanes.map((lane) => ({ lane, room: options.laneRoom, running: new Map() }));
  }

  /** Something may have become due. */
  wake(): void {
    this.#wakeUp.now();
  }

  /** The longest time until it looks for due instances by itself. */
  get maxSleepMilliseconds(): number {
    return this.#timing.maxSleepMilliseconds;
  }

  get inFlight(): number {
    return this.#running.size;
  }

  /** The queues that the last claim left full: they take no further instance until a running action has ended. */
  get fullQueues(): FullQueues {
    return this.#full;
  }

  /**
   * Works until `signal` aborts, then aborts its running actions, awaits them, and releases its
   * leases.
   */
  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.#wakeUp.now(), { once: true });
    const stopRenewing = this.#timers.every(this.#timing.leaseMilliseconds / 3, () => void this.#renew());
    const pace = new ClaimPace(this.#timing.claimMilliseconds * savedClaims);
    try {
      while (!signal.aborted) {
        const began = this.#timers.now();
        const sleep = await this.#claimAndStart();
        const now = this.#timers.now();
        const took = now - began;
        const pause = pace.waitAfter({ now, cost: took + Math.max(this.#timing.claimMilliseconds, 2 * took) });
        if (pause > 0 && !signal.aborted) await this.#pause(pause);
        if (sleep > pause && !signal.aborted) await this.#wakeUp.within(sleep - pause);
      }
    } finally {
      stopRenewing();
      const reason = new Error('the service is stopping');
      for (const { abort, stopping } of this.#running.values()) {
        stopping.abort(reason);
        abort.abort(reason);
      }
      await Promise.allSettled([...this.#running.values()].map(({ done }) => done));
      await this.#ending.release();
    }
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => void this.#timers.after(milliseconds, resolve));
  }

  /**
   * Starts as many due instances as there is room for; returns the time until the next one is due.
   */
  async #claimAndStart(): Promise<number> {
    const { instances } = this.#options;
    try {
      const owner = await this.#currentName();
      const asked = this.#timers.now();
      const open = this.#room();
      const claimed = await instances.claim(owner, open, this.#timing.leaseMilliseconds);
      for (const one of claimed) this.#start(one, asked + this.#timing.leaseMilliseconds);
      this.#full = fullAfter(this.#lanes, open, claimed);
      // A claim that left no queue full has found all that is due.
      if (claimed.length > 0 && isAnyFull(this.#full)) return 0;
      const until = await instances.untilNext();
      // Due instances that were not claimed wait for room in their lane. The action that makes room
      // wakes the worker.
      const longest = this.#timing.maxSleepMilliseconds;
      return until === undefined ? longest : Math.min(longest, Math.max(until, until === 0 ? 250 : 1));
    } catch (error) {
      this.#options.report.fault(error);
      return 500;
    }
  }

  /**
   * The name to claim under. A new one takes over the leases of running actions, so that no other
   * worker claims them.
   */
  async #currentName(): Promise<string> {
    const held = await this.#options.name.held();
    if (held.name !== this.#owner?.name) {
      this.#abortAll();
      this.#owner = held;
      held.lost.addEventListener('abort', () => this.#abortAll(), { once: true });
      if (this.#running.size > 0) await this.#renew();
    }
    return held.name;
  }

  /** The name is lost: running actions may not continue. */
  #abortAll(): void {
    for (const { abort } of this.#running.values()) abort.abort(new LeaseLost('the name of the worker was lost'));
    this.#wakeUp.now();
  }

  #room(): readonly LaneRoom[] {
    // A worker that runs nothing, as most that look do.
    if (this.#running.size === 0) return this.#idle;
    const taken = new Map<string, Taken>();
    for (const { claimed } of this.#running.values()) {
      const lane = taken.get(claimed.lane) ?? { count: 0, running: new Map<string, number>() };
      taken.set(claimed.lane, lane);
      lane.count += 1;
      lane.running.set(claimed.workspaceId, (lane.running.get(claimed.workspaceId) ?? 0) + 1);
    }
    return this.#idle.flatMap((lane) => {
      const held = taken.get(lane.lane);
      if (!held) return [lane];
      const room = lane.room - held.count;
      return room > 0 ? [{ lane: lane.lane, room, running: held.running }] : [];
    });
  }

  #start(claimed: Claimed, leaseEnds: number): void {
    const key = keyOf(claimed);
    const held = this.#running.get(key);
    if (held) {
      held.next = claimed;
      held.abort.abort(new LeaseLost('the instance was claimed again'));
      return;
    }
    const abort = new AbortController();
    const stopping = new AbortController();
    const running: Running = { claimed, abort, stopping, leaseEnds, hasEnded: false, done: Promise.resolve() };
    // The name may have been lost during the claim.
    if (this.#owner?.lost.aborted) abort.abort(new LeaseLost('the name of the worker was lost'));
    this.#running.set(key, running);
    let isSettled = false;
    const carriedOut = this.#carryOut(running).then((settled) => void (isSettled = settled));
    running.done = carriedOut.finally(() => {
      running.place?.();
      this.#running.delete(key);
      if (!isSettled || isAnyFull(this.#full, claimed.lane)) this.#wakeUp.now();
    });
  }

  /** Returns whether the instance is not due any more. Its next event wakes the worker. */
  async #carryOut(running: Running): Promise<boolean> {
    const { claimed, abort } = running;
    const { instances, report, contextFor } = this.#options;
    const began = this.#timers.now();
    let isSettled = false;
    report.started?.(claimed);
    try {
      const process = this.#byName.get(claimed.process);
      const next = process?.next(claimed.state);
      const run = process && watchingOwnEnd(process, claimed, contextFor(claimed, this.#leaseOf(running)));
      if (run && next) await process.act(next.action, run.context);
      if (running.hasEnded) isSettled = await instances.end(running.claimed);
      else if (!run?.isOver()) isSettled = await instances.acted(running.claimed, this.#timing.recheckMilliseconds);
      else {
        this.#ending.add(running.claimed);
        isSettled = true;
      }
      report.acted?.(claimed, this.#timers.now() - began);
    } catch (error) {
      const isLost = abort.signal.reason instanceof LeaseLost;
      const waitMs = waitOf(error);
      if (!abort.signal.aborted)
        (waitMs === undefined ? report.failed : report.postponed)?.(claimed, error, this.#timers.now() - began);
      const message = error instanceof Error ? error.message : String(error);
      const givenBack = (): Promise<void> => {
        if (isLost) return instances.release(running.claimed);
        if (waitMs !== undefined) return instances.postpone(running.claimed, waitMs);
        return instances.failed(running.claimed, message, retryDelay(claimed.failures));
      };
      await givenBack().catch((fault: unknown) => report.fault(fault));
    }
    if (!running.next) return isSettled;
    await instances.release(running.next).catch((fault: unknown) => report.fault(fault));
    return false;
  }

  #leaseOf(running: Running): Lease {
    const { signal } = running.abort;
    const stillMine = () => !signal.aborted && this.#timers.now() < running.leaseEnds;
    return {
      run: crypto.randomUUID(),
      signal,
      stopping: running.stopping.signal,
      stillMine,
      proveLease: async () => stillMine() && (await this.#options.instances.proveLease(running.claimed)) && stillMine(),
      takePlace: async (host) => {
        running.place ??= await this.#hostPlaces.take(running.claimed.lane, host);
      },
      endInstance: () => {
        running.hasEnded = true;
      },
    };
  }

  /**
   * Prolongs the leases of running actions. An action whose lease was lost is aborted before it can
   * send anything.
   */
  async #renew(): Promise<void> {
    const owner = this.#owner?.name;
    if (owner === undefined) return;
    const asked = this.#timers.now();
    const running = [...this.#running.values()];
    for (const { leaseEnds, abort } of running)
      if (asked > leaseEnds) abort.abort(new LeaseLost('the lease has ended'));
    try {
      const leases = running.flatMap(({ claimed, next }) => (next ? [claimed, next] : [claimed]));
      const { stillHeld, released } = await this.#options.instances.renew(
        owner,
        leases,
        this.#timing.leaseMilliseconds,
      );
      for (const one of running) {
        const lease = stillHeld.get(one.claimed.token);
        if (lease === undefined) one.abort.abort(new LeaseLost('the lease passed to another'));
        else one.claimed = { ...one.claimed, owner: lease === 'prolonged' ? owner : one.claimed.owner };
        if (lease === 'prolonged') one.leaseEnds = asked + this.#timing.leaseMilliseconds;
      }
      if (released > 0) this.#options.report.released?.(released);
    } catch (error) {
      this.#options.report.fault(error);
    }
  }
}

const keyOf = ({ process, instance }: Claimed): string => `${process}/${instance}`;
