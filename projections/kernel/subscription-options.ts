import type { Kysely } from 'kysely';
import type { Position } from '../../domain/kernel/event.ts';
import type { EventLog } from '../../domain/kernel/event-store.ts';
import type { Subscriber } from './subscriber.ts';

export type SubscriptionReport = Readonly<{
  /**
   * A subscriber cannot get past an event, now or since before this run, and waits for an operator.
   */
  parked(subscriber: string, error: unknown): void;
  /** A transient fault; the same batch is tried again. */
  retrying(error: unknown): void;
  /**
   * A lagging subscriber is about to join the group: the time for work that must not block the
   * group.
   */
  joining?(subscriber: Subscriber): Promise<void>;
  /** A subscriber has reached the position of the group. */
  joined(subscriber: Subscriber): void | Promise<void>;
  /**
   * The position of the group: at the start, after each batch, and when lagging subscribers joined.
   */
  moved?(position: Position): Promise<void>;
}>;

export type SubscriptionOptions = Readonly<{
  log: EventLog;
  db: Kysely<unknown>;
  subscribers: readonly Subscriber[];
  report: SubscriptionReport;
  /** Whether a fault passes by itself: a lost connection, a deadlock, a restart of the store. */
  isTransient(error: unknown): boolean;
  /** Waits before the n-th retry. */
  backOff(attempt: number, signal: AbortSignal): Promise<void>;
  maxBatch?: number;
  /**
   * The least time between two batches once a reader has caught up: events that come close together
   * share a transaction. None by default. See `delayAfterBatch`.
   */
  batchIntervalMs?: number;
  /**
   * Whether a commit waits for the database's disk, as it does by default. Rows that are rebuilt
   * from the log need not wait: a crash of the database loses the newest rows together with their
   * checkpoint.
   */
  synchronousCommit?: boolean;
  /** The share of time that the catching up of a subscriber may take, above 0 and at most 1. */
  shareOf?(subscriber: Subscriber): number;
}>;
