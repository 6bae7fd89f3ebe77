import type { Transaction } from 'kysely';
import type { Recorded } from '../../domain/kernel/event.ts';

/**
 * Something that follows the log with a checkpoint of its own. `apply` runs inside the checkpoint's transaction: it may touch
 * nothing but `tx`, and the same stretch of the log always leaves the same rows.
 */
export interface Subscriber {
  /** Permanent once deployed: it names the checkpoint. */
  readonly name: string;
  /** The event types it is given; `everything`: also those no build knows. */
  readonly handles: ReadonlySet<string> | 'everything';
  apply(events: readonly Recorded[], tx: Transaction<unknown>, hasParkedKeys?: boolean): Promise<void>;
  /** Carries on without what made `apply` fail: parks the keys that cannot be folded. Absent: the subscriber itself is parked. */
  applyParking?(events: readonly Recorded[], tx: Transaction<unknown>): Promise<void>;
}

/** Another owner moved the checkpoint: whoever meets this stops and lets the other go on. */
export class CheckpointMoved extends Error {
  override readonly name = 'CheckpointMoved';
}
