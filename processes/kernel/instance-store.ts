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
  /** The name the lease is held under. */
  owner: string;
  /** The fencing token: no other claim of any instance has it. Every statement about the instance proves key, owner and token. */
  token: string;
  /** Of the event that made the state; null for a row that an older release wrote. */
  correlationId: string | null;
}>;

export type LaneRoom = Readonly<{
  lane: string;
  /** How many more instances of the lane may run here. */
  room: number;
  /** How many each workspace has running here already. */
  running: ReadonlyMap<string, number>;
}>;

/** What a renewal found out, by token. */
export type Renewed = Readonly<{
  /** Leases that still stand, and whether each was prolonged: a row that a fold locks at the moment is prolonged the next time. */
  standing: ReadonlyMap<string, 'prolonged' | 'skipped'>;
  /** Leases of the owner that it did not name and that were released: nothing works on them. */
  released: number;
}>;

/** The port to the instance rows. `infra/stores/postgres/process-instances.ts` implements it. */
export interface InstanceStore {
  /**
   * Leases due instances, at most `room` of each lane. Workspaces take turns in a lane, and one may take a slot only while it has
   * fewer than are free, so that there is always one for the next workspace; the instances of one workspace come in the order
   * they became due.
   */
  claim(owner: string, lanes: readonly LaneRoom[], leaseMilliseconds: number): Promise<readonly Claimed[]>;
  /** Whether the lease stands in the database. Asked right before what cannot be taken back. */
  proveLease(claimed: Claimed): Promise<boolean>;
  /** The action was carried out. Its events change the row; if none do until `recheckMilliseconds` have passed, it is due again. */
  acted(claimed: Claimed, recheckMilliseconds: number): Promise<void>;
  /** The action failed by a fault and is due again after a while. */
  failed(claimed: Claimed, error: string, retryMilliseconds: number): Promise<void>;
  /** The action could not be tried for now: it is due again after a while, and this is no failure. */
  postpone(claimed: Claimed, milliseconds: number): Promise<void>;
  /** Gives the lease back; the instance is due as it was before. */
  release(claimed: Claimed): Promise<void>;
  /** Removes an instance that no event will end. One that was folded meanwhile stays and is due again. */
  end(claimed: Claimed): Promise<void>;
  /**
   * Prolongs the leases in `running` and takes those of the worker's earlier names over to `owner`. Releases leases of `owner`
   * that are not among them and have not been prolonged for half their time.
   */
  renew(owner: string, running: readonly Claimed[], leaseMilliseconds: number): Promise<Renewed>;
  /**
   * Frees the leases of owners that are gone: of those that were gone at the last call too, or `atOnce`. An owner that lost its
   * name thus has time to take over what it still runs.
   */
  freeDeadLeases(options?: Readonly<{ atOnce?: boolean }>): Promise<number>;
  /** Milliseconds until the next instance is due; 0 when one is due now, undefined when none waits. */
  untilNext(): Promise<number | undefined>;
}
