/** The head of the log, and when this process first saw it there. */
type Sample = Readonly<{ commit: bigint; at: number }>;

/**
 * The times at which the head of the log was seen at its positions. The lag of a consumer is the
 * age of the oldest sample that its checkpoint has not reached: an event there has been waiting at
 * least that long. The age grows with time, so it is correct for a consumer that no process runs.
 */
export class HeadSamples {
  readonly #maxSamples: number;
  #samples: Sample[] = [];

  /**
   * @param most the number of samples to keep; above it, every second sample of the older half is
   * dropped.
   */
  constructor({ maxSamples = 1_000 } = {}) {
    this.#maxSamples = maxSamples;
  }

  /** The newest head, or -1 while the log is empty. */
  get head(): bigint {
    return this.#samples.at(-1)?.commit ?? -1n;
  }

  add(commit: bigint, at: number): void {
    // Only the first sample of a head counts.
    if (commit <= this.head) return;
    this.#samples.push({ commit, at });
    if (this.#samples.length <= this.#maxSamples) return;
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
