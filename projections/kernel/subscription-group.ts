import pLimit from 'p-limit';
import type { Position } from '../../domain/kernel/event.ts';
import type { EventBatch } from '../../domain/kernel/event-store.ts';
import type { BatchWriter } from './batch-writer.ts';
import { ParallelWriters } from './parallel-writers.ts';
import type { Subscriber } from './subscriber.ts';

/**
 * The subscribers that share each batch, because all of them have reached the same position.
 *
 * @example
 * declare const writer: BatchWriter;
 * declare const subscriber: Subscriber;
 * declare const batch: EventBatch;
 * const group = new SubscriptionGroup(beforeFirstEvent, writer);
 * group.subscribers.add(subscriber);
 * await group.exclusively(() => group.apply(batch));
 */
export class SubscriptionGroup {
  readonly subscribers = new Set<Subscriber>();
  /** Runs work while the group takes no batch. */
  readonly exclusively = pLimit(1);
  readonly #writer: BatchWriter;
  #position: Position;

  constructor(position: Position, writer: BatchWriter) {
    this.#position = position;
    this.#writer = writer;
  }

  get position(): Position {
    return this.#position;
  }

  async apply(batch: EventBatch): Promise<void> {
    const writers = new ParallelWriters(this.subscribers, this.#position, (task) =>
      this.#writer.write(task, this.subscribers),
    );
    await writers.take(batch);
    await writers.settled();
    this.#position = batch.to;
  }
}
