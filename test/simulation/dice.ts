/** Chance out of a seed (mulberry32): the same seed throws the same dice. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to but not including 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let value = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number from `low` to `high`, both possible. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  oneOf<T>(choices: readonly T[]): T {
    const chosen = choices[Math.floor(this.next() * choices.length)];
    if (chosen === undefined) throw new Error('nothing to choose from');
    return chosen;
  }
}
