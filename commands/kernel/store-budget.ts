import { StoreUnavailable } from '../../domain/kernel/event-store.ts';
import { realTimers, type Timers } from './timers.ts';

/**
 * What a request may wait for the event store in all. A second remains for the rest of the request on
 * a busy machine, so that it is answered within five seconds.
 */
const defaultMs = 4_000;
/** What remains of it for a request that waited for something else before. */
const leastMs = 500;

/** What a budget asks of the timers. */
type BudgetTimers = Pick<Timers, 'now' | 'after'>;

/** Whether a caller still waits, in the words of an `AbortSignal`, which costs as much as a command's decision. */
export type Patience = Readonly<{ aborted: boolean; reason: unknown }>;

/**
 * The time that one request waits for the event store. Only waiting counts, and what waits side by
 * side counts once. When it is over, everything that still waits is refused, and so is what comes
 * later: an append that was under way may have happened, as after any `StoreUnavailable`.
 *
 * @example
 * const budget = new StoreBudget(5);
 * await budget.within(() => pause(50)); // throws StoreUnavailable
 */
export class StoreBudget implements Patience {
  reason: StoreUnavailable | undefined;
  #leftMs: number;
  readonly #waiting = new Set<(reason: StoreUnavailable) => void>();
  #since = 0;
  readonly #timers: BudgetTimers;
  #stop: () => void = () => undefined;

  constructor(milliseconds = defaultMs, timers: BudgetTimers = realTimers) {
    this.#leftMs = milliseconds;
    this.#timers = timers;
  }

  /** Whether the time is over. */
  get aborted(): boolean {
    return this.reason !== undefined;
  }

  within<T>(work: (patience: Patience) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.reason) throw this.reason;
      const ended =
        <Value>(settle: (value: Value) => void) =>
        (value: Value): void => {
          this.#end(reject);
          settle(value);
        };
      this.#begin(reject);
      work(this).then(ended(resolve), ended(reject));
    });
  }

  #begin(refuse: (reason: StoreUnavailable) => void): void {
    this.#waiting.add(refuse);
    if (this.#waiting.size > 1) return;
    this.#since = this.#timers.now();
    this.#stop = this.#timers.after(this.#leftMs, () => {
      this.reason = new StoreUnavailable('the event store has not answered in the time of a request');
      for (const waiting of this.#waiting) waiting(this.reason);
    });
  }

  #end(refuse: (reason: StoreUnavailable) => void): void {
    this.#waiting.delete(refuse);
    if (this.#waiting.size > 0) return;
    this.#stop();
    this.#leftMs -= this.#timers.now() - this.#since;
  }
}

/**
 * The budget of a request that has waited for other parts already, for example for the record of its key.
 *
 * @example
 * budgetAfter(1_000).aborted; // false
 */
export const budgetAfter = (waitedMs: number, timers: BudgetTimers = realTimers): StoreBudget =>
  new StoreBudget(Math.max(leastMs, defaultMs - waitedMs), timers);
