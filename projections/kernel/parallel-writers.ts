import type { EventBatch } from '../../domain/kernel/event-store.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { groupBySubscriber, partition, type EventsBySubscriber } from './batch-grouping.ts';
import { settleAll } from './settle-all.ts';
import type { Subscriber } from './subscriber.ts';

/** From this many events in a batch on, parallel transactions take less time than one. */
const minEventsToSplit = 1_000;

/** The database writes for two writers while the rows of a third are folded. */
const maxWriters = 3;

/** One part of the subscribers, with the batch and the position that all of them have reached. */
export type WriteTask = Readonly<{
  part: readonly Subscriber[];
  events: EventsBySubscriber;
  batch: EventBatch;
  from: Position;
}>;

/**
 * Writes batches for a set of subscribers with several writers, each in the order of the log. Two
 * batches are taken ahead of the one being written, so that decoding and folding go on while the
 * database writes. Writers need not wait for each other, because each subscriber has its own
 * checkpoint.
 *
 * @example
 * declare const subscribers: ReadonlySet<Subscriber>;
 * declare const batch: EventBatch;
 * declare const write: (task: WriteTask) => Promise<void>;
 * const writers = new ParallelWriters(subscribers, beforeFirstEvent, write);
 * await writers.take(batch);
 * await writers.settled();
 */
export class ParallelWriters {
  readonly #subscribers: ReadonlySet<Subscriber>;
  readonly #write: (task: WriteTask) => Promise<void>;
  #parts: readonly (readonly Subscriber[])[] | undefined;
  /** The last write of each writer. */
  #ends: readonly Promise<void>[] = [];
  /** The write of the newest batch, and of the one before it. */
  #newest: Promise<void> = Promise.resolve();
  #beforeNewest: Promise<void> = Promise.resolve();
  #position: Position;

  /** Subscribers may leave the set meanwhile; none may be added. */
  constructor(subscribers: ReadonlySet<Subscriber>, from: Position, write: (task: WriteTask) => Promise<void>) {
    this.#subscribers = subscribers;
    this.#position = from;
    this.#write = write;
  }

  /** The position of all subscribers once every batch taken so far is written. */
  get position(): Position {
    return this.#position;
  }

  /**
   * Resolves once at most two batches are left to write, this one included; rejects where a write
   * failed.
   */
  async take(batch: EventBatch): Promise<void> {
    const subscribers = [...this.#subscribers];
    const events = groupBySubscriber(subscribers, batch.events);
    if (!this.#parts) {
      await this.#newest;
      // A small batch does not show how the load is distributed.
      if (batch.events.length >= minEventsToSplit) this.#parts = partition(subscribers, events, maxWriters);
    }
    const from = this.#position;
    this.#position = batch.to;
    this.#ends = (this.#parts ?? [subscribers]).map(async (part, index) => {
      await this.#ends[index];
      await this.#write({ part, events, batch, from });
    });
    const done = this.#beforeNewest;
    this.#beforeNewest = this.#newest;
    this.#newest = settleAll(this.#ends);
    // The next call of `take` or `settled` rejects with it.
    this.#newest.catch(() => undefined);
    await done;
  }

  /** Resolves once every batch taken so far is written. */
  settled(): Promise<void> {
    return this.#newest;
  }
}
