import { firstValueFrom, fromEvent, map, merge, Subject, timer } from 'rxjs';

/** Why a wait ended. */
export type WaitEnd = 'beat' | 'timeout' | 'aborted';

/**
 * Wakes all that wait for it now. A beat that comes between two waits is not kept: who waits looks at what it waits
 * for first.
 *
 * @example
 * while (!signal.aborted && !isThere()) await grown.next({ signal });
 */
export class Pulse {
  readonly #beats = new Subject<void>();

  beat(): void {
    this.#beats.next();
  }

  /**
   * Settles with the next beat, when the time is up, or when the signal aborts. It leaves no timer
   * and no listener behind.
   */
  next({ withinMs, signal }: Readonly<{ withinMs?: number; signal?: AbortSignal }>): Promise<WaitEnd> {
    if (signal?.aborted) return Promise.resolve('aborted');
    return firstValueFrom(
      merge(
        this.#beats.pipe(map(() => 'beat' as const)),
        ...(withinMs === undefined ? [] : [timer(withinMs).pipe(map(() => 'timeout' as const))]),
        ...(signal === undefined ? [] : [fromEvent(signal, 'abort').pipe(map(() => 'aborted' as const))]),
      ),
    );
  }
}
