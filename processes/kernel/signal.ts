import { realTimers, type Timers } from '../../commands/kernel/timers.ts';

/**
 * A sleep that a wake-up ends early. A wake-up between two sleeps ends the next one.
 *
 * @example
 * const news = new Signal();
 * news.now();
 * await news.within(60_000); // undefined
 */
export class Signal {
  #pending = false;
  #wake: (() => void) | undefined;
  readonly #timers: Timers;

  constructor(timers: Timers = realTimers) {
    this.#timers = timers;
  }

  now(): void {
    if (this.#wake) this.#wake();
    else this.#pending = true;
  }

  async within(milliseconds: number): Promise<void> {
    if (this.#pending) {
      this.#pending = false;
      return;
    }
    await new Promise<void>((resolve) => {
      const cancel = this.#timers.after(milliseconds, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
    this.#wake = undefined;
  }
}
