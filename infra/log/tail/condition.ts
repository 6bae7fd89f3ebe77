/** Why a wait ended. */
export type WaitEnd = 'notified' | 'timeout' | 'aborted';

/** A condition variable: `notifyAll` ends every wait. */
export class Condition {
  readonly #waiting = new Set<(how: WaitEnd) => void>();

  notifyAll(): void {
    for (const end of [...this.#waiting]) end('notified');
  }

  /**
   * Settles with the next `notifyAll`, when the time is up, or when the signal aborts. It leaves no
   * timer and no listener behind.
   */
  wait(milliseconds: number, signal: AbortSignal): Promise<WaitEnd> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve('aborted');
      const end = (how: WaitEnd): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        this.#waiting.delete(end);
        resolve(how);
      };
      const abort = (): void => end('aborted');
      const timer = setTimeout(() => end('timeout'), milliseconds);
      signal.addEventListener('abort', abort);
      this.#waiting.add(end);
    });
  }
}
