export type WorkerTiming = Readonly<{
  leaseMilliseconds: number;
  /** The time until an action without events is due again. */
  recheckMilliseconds: number;
  /**
   * The time between claims in the long run, and at least twice the time of a claim: under load, slots that become free
   * meanwhile are filled together. An idle worker claims a few times without it.
   */
  claimMilliseconds: number;
  /** The time that the fold has to remove an instance that an action's own events end. */
  endMilliseconds: number;
  /** The longest sleep. It is a safety net: a wake-up comes when an instance becomes due. */
  maxSleepMilliseconds: number;
}>;

/**
 * @example
 * ({ ...defaultTiming, recheckMilliseconds: 5_000 }).leaseMilliseconds; // 30_000
 */
export const defaultTiming: WorkerTiming = {
  leaseMilliseconds: 30_000,
  recheckMilliseconds: 30_000,
  claimMilliseconds: 15,
  endMilliseconds: 250,
  maxSleepMilliseconds: 5_000,
};
