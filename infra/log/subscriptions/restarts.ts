import { cutText } from '../../../domain/kernel/stored-text.ts';
/** This many restarts within `windowMs` are a permanent fault. */
const repeatedFrom = 3;
const windowMs = 300_000;

/**
 * A reader that has not restarted for this long has recovered. Its retries come at most 5 s apart.
 */
const wellAfterMs = 60_000;

/** How often one reader of the log restarts, and why. */
export class Restarts {
  readonly #now: () => number;
  #times: number[] = [];
  #reason = '';

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  add(error: unknown): void {
    this.#times = [...this.#times, this.#now()].slice(-repeatedFrom);
    this.#reason = cutText(error instanceof Error ? error.message : String(error), 200);
  }

  /** The reason for repeated restarts; undefined without restarts. */
  get repeated(): string | undefined {
    const [first, ...later] = this.#times;
    const last = later.at(-1);
    if (first === undefined || last === undefined || this.#times.length < repeatedFrom) return undefined;
    return last - first > windowMs || this.#now() - last > wellAfterMs ? undefined : this.#reason;
  }
}
