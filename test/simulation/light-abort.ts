import { inPlaceOfGlobals } from './in-place-of.ts';

type Listener = () => void;

/** The `AbortSignal` that the code under simulation uses: it is asked, listened to, and thrown. */
class LightSignal {
  aborted = false;
  reason: unknown;
  #listeners: Set<Listener> | undefined;

  static any(signals: readonly LightSignal[]): LightSignal {
    const either = new LightSignal();
    for (const each of signals)
      if (each.aborted) either.end(each.reason);
      else each.addEventListener('abort', () => either.end(each.reason));
    return either;
  }

  /** Every listener hears it once, so that `once` of the real one makes no difference. */
  addEventListener(type: string, listener: Listener): void {
    if (type !== 'abort') throw new TypeError(`a signal has no event ${type}`);
    if (this.aborted) return;
    this.#listeners ??= new Set();
    this.#listeners.add(listener);
  }

  removeEventListener(_type: string, listener: Listener): void {
    this.#listeners?.delete(listener);
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  end(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    // One that is removed while the others are called is not called any more.
    for (const listener of this.#listeners ?? []) listener();
    this.#listeners = undefined;
  }
}

class LightController {
  readonly signal = new LightSignal();

  abort(reason: unknown = new DOMException('This operation was aborted', 'AbortError')): void {
    this.signal.end(reason);
  }
}

const light = { AbortController: LightController, AbortSignal: LightSignal };

/**
 * Puts signals that are no event targets in the place of the real ones, until undone: each action, request and call of
 * a platform makes some, and hardly one of them ever aborts.
 */
export const lightenAbort = (): (() => void) => inPlaceOfGlobals(light);
