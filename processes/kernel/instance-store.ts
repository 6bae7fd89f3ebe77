import type { Mode } from '../../domain/kernel/mode.ts';

/** An instance a worker holds under a lease. */
export type Claimed = Readonly<{
  process: string;
  instance: string;
  workspaceId: string;
  mode: Mode;
  state: object;
  revision: number;
  lane: string;
  failures: number;
  /** When it became due on the workspace's clock, ISO 8601; later where a fault made it wait. */
  dueAt: string;
}>;

export type LaneRoom = Readonly<{ lane: string; room: number }>;

/** The port to the instance rows. `infra/stores/postgres/process-instances.ts` implements it. */
export interface InstanceStore {
  /** Leases due instances, the longest due first, at most `room` of each lane. */
  claim(owner: string, lanes: readonly LaneRoom[], leaseMilliseconds: number): Promise<readonly Claimed[]>;
  /** The action was carried out. Its events change the row; if none do until `recheckMilliseconds` have passed, it is due again. */
  acted(claimed: Claimed, owner: string, recheckMilliseconds: number): Promise<void>;
  /** The action failed by a fault and is due again after a while. */
  failed(claimed: Claimed, owner: string, error: string, retryMilliseconds: number): Promise<void>;
  /** Prolongs the owner's leases; answers those it still holds, as `process/instance`. */
  renew(owner: string, leaseMilliseconds: number): Promise<ReadonlySet<string>>;
  /** Frees the leases of owners that are gone. */
  freeDeadLeases(): Promise<number>;
  /** Milliseconds until the next instance is due; 0 when one is due now, undefined when none waits. */
  untilNext(): Promise<number | undefined>;
}
