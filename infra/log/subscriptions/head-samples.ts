/** The head of the log, and when this process first saw it there. */
type Sample = Readonly<{ commit: bigint; at: number }>;

/**
 * When the head of the log was seen where. The lag of a consumer is the age of the oldest sample
 * that its checkpoint has not reached: an event there has been waiting for at least that long. The
 * age grows by itself, so it is true of a consumer that no process runs.
 */
export class HeadSamples {
  readonly #most: number;
  #samples: Sample[] = [];

  /** @param most how many samples are kept; beyond, every second one of the older half is dropped. */
  constructor({ most = 1_000 } = {}) {
    this.#most = most;
  }

  /** The newest head, or -1 while the log is empty. */
  get head(): bigint {
    return this.#samples.at(-1)?.commit ?? -1n;
  }

  add(commit: bigint, at: number): void {
    // The first time that a head was seen counts.
    if (commit <= this.head) return;
    this.#samples.push({ commit, at });
    if (this.#samples.length <= this.#most) return;
    const half = this.#samples.length >> 1;
    this.#samples = this.#samples.filter((_, index) => index >= half || index % 2 === 0);
  }

  /** Drops the samples that every consumer has reached, except the newest. */
  forget(reached: bigint): void {
    this.#samples = this.#samples.filter(({ commit }, index, all) => commit > reached || index === all.length - 1);
  }

  /** For how long a consumer at this position has not been at the head, in the unit of the clock. */
  lagAt(commit: bigint, now: number): number {
    const unreached = this.#samples.find((sample) => sample.commit > commit);
    return unreached ? Math.max(0, now - unreached.at) : 0;
  }
}
