import type { Mode } from '../../domain/kernel/mode.ts';

/** An instance that a worker holds under a lease. */
export type Claimed = Readonly<{
  process: string;
  instance: string;
  workspaceId: string;
  mode: Mode;
  state: object;
  revision: number;
  lane: string;
  failures: number;
  /** When it became due on the workspace's clock, ISO 8601; later after a fault. */
  dueAt: string;
  /** The name the lease is held under. */
  owner: string;
  /**
   * The fencing token, unique for each claim. Every statement about the instance proves key, owner
   * and token.
   */
  token: string;
  /** Of the event that led to the state; null for a row written by an older release. */
  correlationId: string | null;
}>;

export type LaneRoom = Readonly<{
  lane: string;
  /** How many more instances of the lane may run here. */
  room: number;
  /** The number of running instances of each workspace on this worker. */
  running: ReadonlyMap<string, number>;
}>;

/** What takes no further instance: whole lanes, and workspaces that hold their part of a lane. */
export type FullQueues = Readonly<{
  lanes: readonly string[];
  workspaces: readonly Readonly<{ lane: string; workspaceId: string }>[];
}>;

/** The result of a renewal, by token. */
export type Renewed = Readonly<{
  /**
   * Leases that are still held, and whether each was prolonged. A row that a fold locks now is
   * prolonged the next time.
   */
  stillHeld: ReadonlyMap<string, 'prolonged' | 'skipped'>;
  /** Released leases of the owner that it did not name: no action runs under them. */
  released: number;
}>;

/** The port to the instance rows. `infra/stores/postgres/process-instances.ts` implements it. */
export interface InstanceStore {
  /**
   * Leases due instances, at most `room` of each lane. Workspaces take turns in a lane. A workspace
   * may take a slot only while it holds fewer slots than are free, so that one is always free for
   * the next workspace. The instances of one workspace come in the order of their due times.
   */
  claim(owner: string, lanes: readonly LaneRoom[], leaseMilliseconds: number): Promise<readonly Claimed[]>;
  /**
   * Whether the lease is still held in the database. Checked immediately before an irreversible
   * call.
   */
  proveLease(claimed: Claimed): Promise<boolean>;
  /**
   * The action is done. Its events change the row. Without such events within `recheckMilliseconds`
   * the instance is due again. Returns false where the row was folded meanwhile and may be due.
   */
  acted(claimed: Claimed, recheckMilliseconds: number): Promise<boolean>;
  /** The action failed by a fault. The instance is due again after a while. */
  failed(claimed: Claimed, error: string, retryMilliseconds: number): Promise<void>;
  /**
   * The action could not start. The instance is due again after a while, and this counts as no
   * failure.
   */
  postpone(claimed: Claimed, milliseconds: number): Promise<void>;
  /** Releases the lease. The instance is due as before. */
  release(claimed: Claimed): Promise<void>;
  /**
   * Removes an instance that no event will end, and returns whether it did. An instance that was
   * folded meanwhile stays and is due again.
   */
  end(claimed: Claimed): Promise<boolean>;
  /**
   * Prolongs the leases in `running` and moves those under the worker's earlier names to `owner`.
   * Releases leases of `owner` that are not among them and have not been prolonged for half their
   * time.
   */
  renew(owner: string, running: readonly Claimed[], leaseMilliseconds: number): Promise<Renewed>;
  /**
   * Frees the leases of dead owners: of those that were already dead at the previous call, or of
   * all with `atOnce`. An owner that lost its name thus has time to take over its running
   * instances.
   */
  freeDeadLeases(options?: Readonly<{ atOnce?: boolean }>): Promise<number>;
  /**
   * Milliseconds until the next instance is due; 0 when one is due now, undefined when none is
   * waiting.
   */
  untilNext(): Promise<number | undefined>;
}
