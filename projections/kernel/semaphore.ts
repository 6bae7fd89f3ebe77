/** Lets tasks through in the order they came: one at a time, or as many as it is wide. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(width = 1) {
    this.#free = width;
  }

  async pass<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((enter) => this.#waiting.push(enter));
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
