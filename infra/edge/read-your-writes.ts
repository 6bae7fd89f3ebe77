/** Waits until read models have reached a position of the log. */
export interface ReadYourWrites {
  /** Whether they have within the time. */
  wait(models: readonly string[], commit: bigint, timeoutMs: number): boolean | Promise<boolean>;
}
