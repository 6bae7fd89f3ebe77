import type { Claimed, InstanceStore } from './instance-store.ts';
import type { Timers } from '../../commands/kernel/timers.ts';
import type { WorkerReport } from './worker-report.ts';
import type { WorkerTiming } from './worker-timing.ts';

type Options = Readonly<{
  instances: Pick<InstanceStore, 'acted'>;
  timing: Pick<WorkerTiming, 'endMilliseconds' | 'recheckMilliseconds'>;
  timers: Pick<Timers, 'after'>;
  report: Pick<WorkerReport, 'fault'>;
  /** An instance was folded into another state, so it may be due. */
  wake(): void;
}>;

/**
 * Instances whose actions are done and whose own events end them: the fold of these events removes each row with its lease. After a
 * while the leases of the rows that are still there are released together. Of 2,000 due posts on two cores, a release after each action
 * took 0.78 statements and 0.66 ms of Postgres each.
 *
 * @example
 * declare const instances: InstanceStore;
 * declare const report: WorkerReport;
 * declare const claimed: Claimed;
 * const ending = new EndingInstances({ instances, report, timing: defaultTiming, timers: realTimers, wake: () => {} });
 * ending.add(claimed);
 */
export class EndingInstances {
  readonly #options: Options;
  #ending: Claimed[] = [];

  constructor(options: Options) {
    this.#options = options;
  }

  add(claimed: Claimed): void {
    this.#ending.push(claimed);
    const { timers, timing } = this.#options;
    if (this.#ending.length === 1) timers.after(timing.endMilliseconds, () => void this.release());
  }

  async release(): Promise<void> {
    const { instances, timing, report, wake } = this.#options;
    const ending = this.#ending;
    this.#ending = [];
    const released = await Promise.allSettled(ending.map((one) => instances.acted(one, timing.recheckMilliseconds)));
    const fault = released.find((one) => one.status === 'rejected');
    if (fault) report.fault(fault.reason);
    if (released.some((one) => one.status === 'fulfilled' && !one.value)) wake();
  }
}
