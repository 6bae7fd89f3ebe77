import type { Position } from '../../domain/kernel/event.ts';
import type { EventBatch } from '../../domain/kernel/event-store.ts';
import { isAfter } from '../../domain/kernel/position.ts';
import { readBatches } from './batch-reader.ts';
import type { BatchWriter } from './batch-writer.ts';
import { ParallelWriters } from './parallel-writers.ts';
import type { Subscriber } from './subscriber.ts';
import type { SubscriptionGroup } from './subscription-group.ts';
import type { SubscriptionOptions } from './subscription-options.ts';
import { delay } from './throttle.ts';

/** A reader that catches up waits this long for a full batch. */
const fillWithinMs = 100;

/** The part of a batch up to a position. */
const upTo = (batch: EventBatch, limit: Position): EventBatch => ({
  events: batch.events.filter((event) => !isAfter(event.position, limit)),
  to: limit,
  caughtUp: false,
});

/** The types of events that subscribers are given; undefined where one of them is given everything. */
const typesOf = (subscribers: ReadonlySet<Subscriber>): ReadonlySet<string> | undefined => {
  const types = new Set<string>();
  for (const { handles } of subscribers) {
    if (handles === 'everything') return undefined;
    for (const type of handles) types.add(type);
  }
  return types;
};

export type Laggards = Readonly<{ from: Position; subscribers: Set<Subscriber> }>;

/**
 * Reads for subscribers that lag at the same position until they reach the group, then adds them to
 * it while the group is held still.
 *
 * @example
 * declare const group: SubscriptionGroup;
 * declare const writer: BatchWriter;
 * declare const options: SubscriptionOptions;
 * declare const rebuilt: Subscriber;
 * declare const signal: AbortSignal;
 * await catchUp({ from: beforeFirstEvent, subscribers: new Set([rebuilt]) }, { group, writer, options }, signal);
 */
export const catchUp = async (
  { from, subscribers }: Laggards,
  { group, writer, options }: Readonly<{ group: SubscriptionGroup; writer: BatchWriter; options: SubscriptionOptions }>,
  signal: AbortSignal,
): Promise<void> => {
  const { report, shareOf } = options;
  const done = new AbortController();
  const writers = new ParallelWriters(subscribers, from, (task) => writer.write(task, subscribers));
  const share = Math.min(1, ...[...subscribers].map((subscriber) => shareOf?.(subscriber) ?? 1));

  const apply = async (batch: EventBatch): Promise<void> => {
    await writers.take(batch);
    if (subscribers.size === 0) done.abort();
  };

  let workingSince = performance.now();
  const applyThrottled = async (batch: EventBatch): Promise<void> => {
    await apply(batch);
    // A throttled build takes no batch in advance.
    if (share < 1) await writers.settled();
    const workedMs = performance.now() - workingSince;
    await delay(workedMs / share - workedMs, signal);
    workingSince = performance.now();
  };

  let isReady = false;
  const applyOrJoin = async (batch: EventBatch): Promise<void> => {
    if (isAfter(group.position, batch.to)) return applyThrottled(batch);
    await writers.settled();
    if (!isReady) await Promise.all([...subscribers].map(async (subscriber) => report.joining?.(subscriber)));
    isReady = true;
    await group.exclusively(async () => {
      if (isAfter(group.position, batch.to)) return apply(batch);
      if (isAfter(group.position, writers.position)) await apply(upTo(batch, group.position));
      await writers.settled();
      for (const subscriber of subscribers) group.subscribers.add(subscriber);
      done.abort();
    });
  };

  try {
    await readBatches(options, {
      position: () => writers.position,
      handle: applyOrJoin,
      signal: AbortSignal.any([signal, done.signal]),
      // The next batch of a throttled build fills during its delay.
      fillWithinMs: share < 1 ? 0 : fillWithinMs,
      types: typesOf(subscribers),
    });
  } finally {
    // No transaction outlives this call, even when the service stops.
    await writers.settled().catch(() => undefined);
  }
  for (const subscriber of subscribers) if (group.subscribers.has(subscriber)) await report.joined(subscriber);
  if (done.signal.aborted) await report.moved?.(group.position);
};
