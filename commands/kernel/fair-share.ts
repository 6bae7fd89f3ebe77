/** Gives a place back; the second call does nothing. */
export type Release = () => void;

type Options = Readonly<{
  /** How many places there are. */
  places: number;
  /** The most that one key may hold; by default as many as its share allows. */
  most?: number;
}>;

type Start = (release: Release) => void;

/**
 * Places of a bounded resource that tenants share. A key takes a place only while it holds fewer
 * than are free, so no key takes the last place from the others: of two places it gets one, of ten
 * five. Among those that wait, keys take turns.
 *
 * @example
 * const share = new FairShare({ places: 2 });
 * const release = share.take('w1');
 * share.take('w1'); // undefined
 * share.take('w2') === undefined; // false
 * release?.();
 * share.taken; // 1
 */
export class FairShare {
  readonly #places: number;
  readonly #most: number;
  #free: number;
  readonly #held = new Map<string, number>();
  /** In the order of turns. */
  readonly #waiting = new Map<string, Start[]>();

  constructor({ places, most = places }: Options) {
    this.#places = places;
    this.#free = places;
    this.#most = most;
  }

  /** How many places are taken. */
  get taken(): number {
    return this.#places - this.#free;
  }

  /** A place, or undefined where the key has its share of those that are left. */
  take(key: string): Release | undefined {
    const held = this.#held.get(key) ?? 0;
    if (held >= Math.min(this.#most, this.#free)) return undefined;
    this.#free--;
    this.#held.set(key, held + 1);
    let isHeld = true;
    return () => {
      if (isHeld) this.#giveBack(key);
      isHeld = false;
    };
  }

  /** How many wait for a place of this key. */
  waitingOf(key: string): number {
    return this.#waiting.get(key)?.length ?? 0;
  }

  /** A place as soon as the key may take one; undefined where `signal` aborts first. */
  takeBefore(key: string, signal: AbortSignal): Promise<Release | undefined> {
    const release = this.take(key);
    if (release || signal.aborted) return Promise.resolve(release);
    return new Promise((resolve) => {
      const start: Start = (place) => {
        signal.removeEventListener('abort', giveUp);
        resolve(place);
      };
      const giveUp = (): void => {
        this.#leave(key, start);
        resolve(undefined);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#wait(key, start);
    });
  }

  /** Runs a task as soon as its key may take a place. */
  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const release = this.take(key) ?? (await this.#turn(key));
    try {
      return await task();
    } finally {
      release();
    }
  }

  #turn(key: string): Promise<Release> {
    return new Promise((start) => this.#wait(key, start));
  }

  #wait(key: string, start: Start): void {
    const queue = this.#waiting.get(key);
    if (queue) queue.push(start);
    else this.#waiting.set(key, [start]);
  }

  #leave(key: string, start: Start): void {
    const left = (this.#waiting.get(key) ?? []).filter((one) => one !== start);
    if (left.length > 0) this.#waiting.set(key, left);
    else this.#waiting.delete(key);
  }

  #giveBack(key: string): void {
    this.#free++;
    const left = (this.#held.get(key) ?? 1) - 1;
    if (left > 0) this.#held.set(key, left);
    else this.#held.delete(key);
    this.#startNext();
  }

  #startNext(): void {
    for (const [key, queue] of [...this.#waiting]) {
      const release = this.take(key);
      if (!release) continue;
      const start = queue.shift();
      this.#waiting.delete(key);
      if (queue.length > 0) this.#waiting.set(key, queue);
      start?.(release);
    }
  }
}
