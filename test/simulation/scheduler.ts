import type { Dice } from './dice.ts';

type Due = { at: number; order: number; run: (() => void) | undefined };

/**
 * Virtual time and the order of everything. One step runs at a time, and the next begins only when all that the last one set off has
 * come to rest. Steps due at the same millisecond run in the order the dice say.
 */
export class Scheduler {
  readonly #heap: Due[] = [];
  readonly #dice: Dice;
  #now: number;
  #busy = 0;
  steps = 0;

  constructor(dice: Dice, start: number) {
    this.#dice = dice;
    this.#now = start;
  }

  get now(): number {
    return this.#now;
  }

  after(milliseconds: number, run: () => void): () => void {
    const due: Due = { at: this.#now + Math.max(0, Math.ceil(milliseconds)), order: this.#dice.next(), run };
    this.#push(due);
    return () => {
      due.run = undefined;
    };
  }

  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => void this.after(milliseconds, resolve));
  }

  /** Holds the next step back until `work` has ended: for what really runs for a while. */
  async whole<T>(work: () => Promise<T>): Promise<T> {
    this.#busy += 1;
    try {
      return await work();
    } finally {
      this.#busy -= 1;
    }
  }

  /**
   * Steps until `done` returns true or `deadline` (virtual) is reached; returns whether it was
   * done.
   */
  async runUntil(done: () => boolean, deadline: number): Promise<boolean> {
    for (;;) {
      // What one step set off by promises has come to rest by then; what really runs for a while needs the event loop.
      await nextTick();
      while (this.#busy > 0) await turnOfLoop();
      if (done()) return true;
      let due = this.#pop();
      while (due && due.at <= deadline && !due.run) due = this.#pop();
      if (!due?.run || due.at > deadline) return false;
      this.#now = due.at;
      this.steps += 1;
      due.run();
    }
  }

  #push(due: Due): void {
    const heap = this.#heap;
    let place = heap.push(due) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!before(due, heap[parent] as Due)) break;
      heap[place] = heap[parent] as Due;
      place = parent;
    }
    heap[place] = due;
  }

  #pop(): Due | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (!first || !last || first === last) return first;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && before(heap[child + 1] as Due, heap[child] as Due)) child += 1;
      if (!before(heap[child] as Due, last)) break;
      heap[place] = heap[child] as Due;
      place = child;
    }
    heap[place] = last;
    return first;
  }
}

/** Queued within a tick, it comes when all promises that could go on have gone on. */
const nextTick = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));
const turnOfLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const before = (one: Due, other: Due): boolean => one.at < other.at || (one.at === other.at && one.order < other.order);
