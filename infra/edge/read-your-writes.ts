/** Waits until read models have reached a position of the log. */
export interface ReadYourWrites {
  /** Whether they reached it in time. */
  wait(models: readonly string[], commit: bigint, timeoutMs: number): boolean | Promise<boolean>;
}
