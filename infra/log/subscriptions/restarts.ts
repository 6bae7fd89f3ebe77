/** So many restarts within `windowMs` are a fault that does not pass. */
const repeatedFrom = 3;
const windowMs = 300_000;

/** A reader that has not started over for this long is well again. Its retries come at most 5 s apart. */
const wellAfterMs = 60_000;

/** How often one reader of the log starts over, and why. */
export class Restarts {
  readonly #now: () => number;
  #times: number[] = [];
  #reason = '';

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  add(error: unknown): void {
    this.#times = [...this.#times, this.#now()].slice(-repeatedFrom);
    this.#reason = (error instanceof Error ? error.message : String(error)).slice(0, 200);
  }

  /** Why it starts over again and again; undefined while it does not. */
  get repeated(): string | undefined {
    const [first, ...later] = this.#times;
    const last = later.at(-1);
    if (first === undefined || last === undefined || this.#times.length < repeatedFrom) return undefined;
    return last - first > windowMs || this.#now() - last > wellAfterMs ? undefined : this.#reason;
  }
}
