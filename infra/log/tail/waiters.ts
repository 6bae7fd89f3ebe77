/** Why a wait ended. */
export type Woken = 'changed' | 'late' | 'aborted';

/** Waits for one signal. */
export class Waiters {
  readonly #waiting = new Set<(how: Woken) => void>();

  /** Ends all waits. */
  wake(): void {
    for (const end of [...this.#waiting]) end('changed');
  }

  /**
   * Settles with the next `wake`, when the time is up, or when the signal aborts. It leaves nothing
   * behind.
   */
  wait(milliseconds: number, signal: AbortSignal): Promise<Woken> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve('aborted');
      const end = (how: Woken): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        this.#waiting.delete(end);
        resolve(how);
      };
      const abort = (): void => end('aborted');
      const timer = setTimeout(() => end('late'), milliseconds);
      signal.addEventListener('abort', abort);
      this.#waiting.add(end);
    });
  }
}
