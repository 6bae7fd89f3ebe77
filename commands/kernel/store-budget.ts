import { StoreUnavailable } from '../../domain/kernel/event-store.ts';

/**
 * What a request may wait for the event store in all. A second remains for the rest of the request on
 * a busy machine, so that it is answered within five seconds.
 */
const defaultMs = 4_000;
/** What remains of it for a request that waited for something else before. */
const leastMs = 500;

/** Steady time in milliseconds, and what waits on it. */
type Timers = Readonly<{ now(): number; after(milliseconds: number, run: () => void): () => void }>;

const realTimers: Timers = {
  now: () => performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/**
 * The time that one request waits for the event store. Only waiting counts, and what waits side by
 * side counts once. When it is over, everything that still waits is refused, and so is what comes
 * later: an append that was under way may have happened, as after any `StoreUnavailable`.
 */
export class StoreBudget {
  readonly #over = new AbortController();
  #leftMs: number;
  #waiting = 0;
  #since = 0;
  readonly #timers: Timers;
  #stop: () => void = () => undefined;

  constructor(milliseconds = defaultMs, timers: Timers = realTimers) {
    this.#leftMs = milliseconds;
    this.#timers = timers;
  }

  /** Aborts when the time is over. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  async within<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.signal.throwIfAborted();
    let refuse: () => void = () => undefined;
    const over = new Promise<never>((_, reject) => {
      refuse = () => reject(this.signal.reason as Error);
      this.signal.addEventListener('abort', refuse, { once: true });
    });
    this.#begin();
    try {
      return await Promise.race([work(this.signal), over]);
    } finally {
      this.signal.removeEventListener('abort', refuse);
      this.#end();
    }
  }

  #begin(): void {
    if (this.#waiting++ > 0) return;
    this.#since = this.#timers.now();
    this.#stop = this.#timers.after(this.#leftMs, () => {
      this.#over.abort(new StoreUnavailable('the event store has not answered in the time of a request'));
    });
  }

  #end(): void {
    if (--this.#waiting > 0) return;
    this.#stop();
    this.#leftMs -= this.#timers.now() - this.#since;
  }
}

/** The budget of a request that has waited for other parts already, for example for the record of its key. */
export const budgetAfter = (waitedMs: number, timers: Timers = realTimers): StoreBudget =>
  new StoreBudget(Math.max(leastMs, defaultMs - waitedMs), timers);
