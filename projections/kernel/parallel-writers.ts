import type { Position } from '../../domain/kernel/event.ts';
import type { EventBatch } from '../../domain/kernel/event-store.ts';
import { groupBySubscriber, partition, type EventsBySubscriber } from './batch-grouping.ts';
import type { Subscriber } from './subscriber.ts';

/** From so many events on, transactions side by side take less time than one. */
const worthSplitting = 1_000;

/** While the database writes for two lanes the rows of a third are folded. */
const mostLanes = 3;

/** Waits until all have ended, whatever happens to one: a transaction must not end before what runs in it. */
export const allOf = async (works: readonly Promise<void>[]): Promise<void> => {
  const failure = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected');
  if (failure?.status === 'rejected') throw failure.reason;
};

type Apply = (
  part: readonly Subscriber[],
  given: EventsBySubscriber,
  batch: EventBatch,
  from: Position,
) => Promise<void>;

/**
 * Hands batches to members in lanes, each in the order of the log, and takes two batches more while one is being written: the database writes
 * for some lanes while the rows of another are folded, or the next batch is decoded while it writes for all. Each member has its own
 * checkpoint, so lanes need not wait for each other.
 */
export class ParallelWriters {
  readonly #members: ReadonlySet<Subscriber>;
  readonly #apply: Apply;
  #parts: readonly (readonly Subscriber[])[] | undefined;
  /** When each lane has written what it was handed last. */
  #ends: readonly Promise<void>[] = [];
  /** When the newest batch is written, and the one before it. */
  #written: Promise<void> = Promise.resolve();
  #writtenBefore: Promise<void> = Promise.resolve();
  #position: Position;

  /** Members may leave while this goes on, none may come. */
  constructor(members: ReadonlySet<Subscriber>, from: Position, apply: Apply) {
    this.#members = members;
    this.#position = from;
    this.#apply = apply;
  }

  /** Where all stand once what was taken is written. */
  get position(): Position {
    return this.#position;
  }

  /** Resolves once at most this batch and the one before it are left to write; rejects where one could not be written. */
  async take(batch: EventBatch): Promise<void> {
    const members = [...this.#members];
    const given = groupBySubscriber(members, batch.events);
    if (!this.#parts) {
      await this.#written;
      // Small ones say nothing of how much there is to do for each.
      if (batch.events.length >= worthSplitting) this.#parts = partition(members, given, mostLanes);
    }
    const from = this.#position;
    this.#position = batch.to;
    this.#ends = (this.#parts ?? [members]).map(async (part, index) => {
      await this.#ends[index];
      await this.#apply(part, given, batch, from);
    });
    const done = this.#writtenBefore;
    this.#writtenBefore = this.#written;
    this.#written = allOf(this.#ends);
    // Heard by the next who takes, or by who waits for the end.
    this.#written.catch(() => undefined);
    await done;
  }

  /** Resolves once everything taken is written. */
  settled(): Promise<void> {
    return this.#written;
  }
}
