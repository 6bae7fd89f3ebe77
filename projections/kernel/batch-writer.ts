import { moveCheckpoints, parkSubscriber } from './checkpoint.ts';
import type { WriteTask } from './parallel-writers.ts';
import { settleAll } from './settle-all.ts';
import { CheckpointMoved, type Subscriber } from './subscriber.ts';
import type { SubscriptionOptions } from './subscription-options.ts';

/**
 * Repeats work until it succeeds, fails for good, or the signal aborts.
 *
 * @example
 * declare const options: SubscriptionOptions;
 * declare const signal: AbortSignal;
 * const checkpoints = await retryTransient(options, signal, () => readCheckpoints(options.db));
 */
export const retryTransient = async <T>(
  { isTransient, backOff, report }: SubscriptionOptions,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> => {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || !isTransient(error)) throw error;
      report.retrying(error);
      await backOff(attempt, signal);
    }
  }
};

/**
 * Applies batches and moves checkpoints, all subscribers of a task in one transaction.
 *
 * @example
 * declare const options: SubscriptionOptions;
 * declare const signal: AbortSignal;
 * declare const task: WriteTask;
 * const active = new Set(options.subscribers);
 * await new BatchWriter(options, signal).write(task, active);
 */
export class BatchWriter {
  readonly #options: SubscriptionOptions;
  readonly #signal: AbortSignal;

  constructor(options: SubscriptionOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
  }

  /** Writes a task. A subscriber that cannot go on is parked and leaves `active`. */
  async write(task: WriteTask, active: Set<Subscriber>): Promise<void> {
    const subscribers = task.part.filter((subscriber) => active.has(subscriber));
    if (subscribers.length === 0) return;
    try {
      await this.#retry(() => this.#transact(subscribers, task));
    } catch (error) {
      if (this.#mustStop(error)) throw error;
      // One of them failed. Each is tried alone, so that the others succeed.
      for (const subscriber of subscribers) await this.#writeAlone(subscriber, task, active);
    }
  }

  async #writeAlone(subscriber: Subscriber, task: WriteTask, active: Set<Subscriber>): Promise<void> {
    try {
      await this.#retry(() => this.#transact([subscriber], task));
    } catch (error) {
      if (this.#mustStop(error)) throw error;
      if (subscriber.applyParking) await this.#writeParkingKeys(subscriber, task, active);
      else await this.#parkSubscriber(subscriber, error, active);
    }
  }

  async #writeParkingKeys(subscriber: Subscriber, task: WriteTask, active: Set<Subscriber>): Promise<void> {
    try {
      await this.#retry(() => this.#transact([subscriber], task, { parkingKeys: true }));
    } catch (error) {
      if (this.#mustStop(error)) throw error;
      await this.#parkSubscriber(subscriber, error, active);
    }
  }

  async #parkSubscriber(subscriber: Subscriber, error: unknown, active: Set<Subscriber>): Promise<void> {
    await this.#retry(() => parkSubscriber(subscriber.name, error, this.#options.db));
    active.delete(subscriber);
    this.#options.report.parked(subscriber.name, error);
  }

  #mustStop(error: unknown): boolean {
    return error instanceof CheckpointMoved || this.#signal.aborted;
  }

  #retry<T>(work: () => Promise<T>): Promise<T> {
    return retryTransient(this.#options, this.#signal, work);
  }

  /** Writes the rows of these subscribers and their checkpoints in one transaction. */
  async #transact(
    subscribers: readonly Subscriber[],
    { events, batch, from }: WriteTask,
    { parkingKeys = false } = {},
  ): Promise<void> {
    const { db, isTransient, synchronousCommit = true } = this.#options;
    const names = subscribers.map(({ name }) => name);
    await db.transaction().execute(async (tx) => {
      const withParkedKeys = await moveCheckpoints(names, { from, to: batch.to }, tx, {
        events: batch.events.length,
        synchronousCommit,
      });
      // Concurrently, so that one folds while the database writes for another.
      await settleAll(
        subscribers.map(async (subscriber) => {
          const handled = events.get(subscriber);
          if (!handled) return;
          if (parkingKeys && subscriber.applyParking) await subscriber.applyParking(handled, tx, isTransient);
          else await subscriber.apply(handled, tx, { hasParkedKeys: withParkedKeys.has(subscriber.name) });
        }),
      );
    });
  }
}
