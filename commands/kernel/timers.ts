/** Steady time in milliseconds and the timers on it: of this process, not of any workspace. */
export interface Timers {
  now(): number;
  /** Runs once after a while, unless the returned function is called before. */
  after(milliseconds: number, run: () => void): () => void;
  /** Runs repeatedly until the returned function is called. */
  every(milliseconds: number, run: () => void): () => void;
}

/**
 * @example
 * const cancel = realTimers.after(60_000, () => undefined);
 * cancel(); // undefined
 */
export const realTimers: Timers = {
  now: () => performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  every: (milliseconds, run) => {
    const timer = setInterval(run, milliseconds);
    return () => clearInterval(timer);
  },
};

/**
 * Settles after a while. Where a signal or other timers matter, a wait is written with them.
 *
 * @example
 * await pause(1); // undefined
 */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    realTimers.after(milliseconds, resolve);
  });
