import type { Transaction } from 'kysely';
import type { Recorded } from '../../domain/kernel/event.ts';

/**
 * A follower of the log with a checkpoint of its own. `apply` runs inside the checkpoint's
 * transaction. It may touch nothing but `tx`, and the same part of the log always leaves the same
 * rows.
 */
export interface Subscriber {
  /** Permanent once deployed: it names the checkpoint. */
  readonly name: string;
  /** The event types it is given; `everything`: also those no build knows. */
  readonly handles: ReadonlySet<string> | 'everything';
  apply(
    events: readonly Recorded[],
    tx: Transaction<unknown>,
    options?: Readonly<{ hasParkedKeys?: boolean | undefined }>,
  ): Promise<void>;
  /**
   * Carries on after `apply` failed: parks the keys that cannot be folded, and throws what is
   * transient. Absent: the subscriber itself is parked.
   */
  applyParking?(
    events: readonly Recorded[],
    tx: Transaction<unknown>,
    isTransient: (error: unknown) => boolean,
  ): Promise<void>;
}

/**
 * Another owner moved the checkpoint. The run that meets this error stops.
 *
 * @example
 * new CheckpointMoved('posts#1').name; // 'CheckpointMoved'
 */
export class CheckpointMoved extends Error {
  override readonly name = 'CheckpointMoved';
}
