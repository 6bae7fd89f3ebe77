/**
 * A checkpoint is signed at the first batch of a run, then after this many new events, or at the next interval when there
 * are fewer.
 */
const everyEvents = 1024;

/** Decides when the tree is signed: it counts the events since the last signature that succeeded. */
export class SigningRounds {
  readonly #sign: () => Promise<void>;
  readonly #onFault: (error: unknown) => void;
  /** One event of an earlier run may be unsigned. */
  #unsigned = 1;
  /** A new log has a checkpoint as soon as it has events, so the first event of a run is enough. */
  #enough = 2;

  constructor(sign: () => Promise<void>, onFault: (error: unknown) => void) {
    this.#sign = sign;
    this.#onFault = onFault;
  }

  added(events: number): void {
    this.#unsigned += events;
  }

  /** Signs where many events wait. */
  async afterBatch(): Promise<void> {
    if (this.#unsigned >= this.#enough) await this.#round();
  }

  /** Signs where any event waits: also after a failure, however long no event comes. */
  async atInterval(): Promise<void> {
    if (this.#unsigned > 0) await this.#round();
  }

  async #round(): Promise<void> {
    this.#unsigned = 0;
    this.#enough = everyEvents;
    try {
      await this.#sign();
    } catch (error) {
      // Still unsigned. One is enough for the next interval, and does not repeat the failure with each batch.
      this.#unsigned = Math.max(1, this.#unsigned);
      this.#onFault(error);
    }
  }
}
