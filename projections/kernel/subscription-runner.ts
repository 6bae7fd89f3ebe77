import type { Position } from '../../domain/kernel/event.ts';
import { isAfter } from '../../domain/kernel/position.ts';
import { readBatches } from './batch-reader.ts';
import { BatchWriter, retryTransient } from './batch-writer.ts';
import { catchUp, type Laggards } from './catch-up.ts';
import { beforeFirstEvent, readCheckpoints } from './checkpoint.ts';
import type { Subscriber } from './subscriber.ts';
import { SubscriptionGroup } from './subscription-group.ts';
import type { SubscriptionOptions } from './subscription-options.ts';

/**
 * One subscription to the log that feeds every subscriber. The most advanced subscribers form a
 * group, which shares each batch in one transaction. The others catch up, those at one position in
 * one reading, and join the group at its position.
 *
 * @example
 * declare const options: SubscriptionOptions;
 * declare const signal: AbortSignal;
 * const runner = new SubscriptionRunner(options);
 * await runner.run(signal);
 */
export class SubscriptionRunner {
  readonly #options: SubscriptionOptions;
  #group: SubscriptionGroup | undefined;

  constructor(options: SubscriptionOptions) {
    this.#options = options;
  }

  /** The position of the group. */
  get position(): Position {
    return this.#group?.position ?? beforeFirstEvent;
  }

  /**
   * Follows the log until `signal` aborts. Rejects with `CheckpointMoved` when another owner has
   * taken over.
   */
  async run(signal: AbortSignal): Promise<void> {
    const { report } = this.#options;
    const stop = new AbortController();
    const stopped = AbortSignal.any([signal, stop.signal]);
    const writer = new BatchWriter(this.#options, stopped);
    const positions = await this.#positions(signal);
    const furthest = [...positions.values()].reduce(
      (one, other) => (isAfter(other, one) ? other : one),
      beforeFirstEvent,
    );
    const group = (this.#group = new SubscriptionGroup(furthest, writer));
    const laggards = new Map<string, Laggards>();
    for (const [subscriber, position] of positions) {
      if (!isAfter(furthest, position)) {
        group.subscribers.add(subscriber);
        continue;
      }
      const place = `${position.commit}/${position.prepare}`;
      const together = laggards.get(place) ?? { from: position, subscribers: new Set() };
      laggards.set(place, together);
      together.subscribers.add(subscriber);
    }
    for (const subscriber of group.subscribers) await report.joined(subscriber);
    await report.moved?.(furthest);

    const stoppingAllOnFailure = async (work: Promise<void>): Promise<void> => {
      try {
        await work;
      } catch (error) {
        stop.abort();
        throw error;
      }
    };
    const results = await Promise.allSettled([
      stoppingAllOnFailure(this.#follow(group, stopped)),
      ...[...laggards.values()].map((each) =>
        stoppingAllOnFailure(catchUp(each, { group, writer, options: this.#options }, stopped)),
      ),
    ]);
    const failure = results.find((result) => result.status === 'rejected');
    if (failure) throw failure.reason;
  }

  /** Where each subscriber is that is not parked. */
  async #positions(signal: AbortSignal): Promise<ReadonlyMap<Subscriber, Position>> {
    const { db, subscribers, report } = this.#options;
    const checkpoints = await retryTransient(this.#options, signal, () => readCheckpoints(db));
    const positions = new Map<Subscriber, Position>();
    for (const subscriber of subscribers) {
      const checkpoint = checkpoints.get(subscriber.name);
      if (!checkpoint) throw new Error(`${subscriber.name} has no checkpoint`);
      if (checkpoint.parked === null) positions.set(subscriber, checkpoint.position);
      else report.parked(subscriber.name, checkpoint.parked);
    }
    return positions;
  }

  async #follow(group: SubscriptionGroup, signal: AbortSignal): Promise<void> {
    await readBatches(this.#options, {
      position: () => group.position,
      handle: async (batch) => {
        await group.exclusively(() => group.apply(batch));
        await this.#options.report.moved?.(batch.to);
      },
      signal,
    });
  }
}
