/**
 * Spaces the claims of a worker. Each claim costs an interval, so that under load the slots that become free meanwhile are
 * filled together. A worker that was idle has saved a few intervals: what wakes it then is claimed at once.
 *
 * @example
 * const pace = new ClaimPace(30);
 * pace.waitAfter({ now: 1_000, cost: 15 }); // 0
 * pace.waitAfter({ now: 1_001, cost: 15 }); // 0
 * pace.waitAfter({ now: 1_002, cost: 15 }); // 13
 */
export class ClaimPace {
  readonly #savedMilliseconds: number;
  /** All claims until now are paid for at this time. */
  #paidAt = Number.NEGATIVE_INFINITY;

  /** @param savedMilliseconds the most that an idle worker saves. */
  constructor(savedMilliseconds: number) {
    this.#savedMilliseconds = savedMilliseconds;
  }

  /** Milliseconds until the next claim, after one that ended now. */
  waitAfter({ now, cost }: Readonly<{ now: number; cost: number }>): number {
    this.#paidAt = Math.max(this.#paidAt, now - this.#savedMilliseconds) + cost;
    return Math.max(0, this.#paidAt - now);
  }
}
