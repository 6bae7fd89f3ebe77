import type { EventBatch } from '../../domain/kernel/event-store.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { SubscriptionOptions } from './subscription-options.ts';
import { delay, delayAfterBatch } from './throttle.ts';

/**
 * The most events of a batch. Small batches spend their time on the transaction's round trips;
 * large ones fill memory.
 */
const defaultMaxBatch = 3_000;

type Following = Pick<SubscriptionOptions, 'log' | 'maxBatch' | 'batchIntervalMs' | 'isTransient' | 'backOff'> &
  Readonly<{ report: Pick<SubscriptionOptions['report'], 'retrying'> }>;

type Reading = Readonly<{
  /** Where the next batch begins. It is read again after each fault. */
  position(): Position;
  handle(batch: EventBatch): Promise<void>;
  signal: AbortSignal;
  /** How long a batch may wait to be filled. */
  fillWithinMs?: number;
  /** The types that are wanted of a backlog; undefined for all. */
  types?: ReadonlySet<string> | undefined;
}>;

/**
 * Follows the log batch by batch until the signal aborts, and reads on from `position` after a
 * transient fault.
 *
 * @example
 * declare const options: SubscriptionOptions;
 * declare const signal: AbortSignal;
 * let at = beforeFirstEvent;
 * const handle = async ({ to }: EventBatch) => void (at = to);
 * await readBatches(options, { position: () => at, handle, signal });
 */
export const readBatches = async (
  { log, maxBatch = defaultMaxBatch, batchIntervalMs = 0, report, isTransient, backOff }: Following,
  { position, handle, signal, fillWithinMs = 0, types }: Reading,
): Promise<void> => {
  for (let attempt = 0; !signal.aborted; attempt++) {
    const at = position();
    try {
      for await (const batch of log.follow(at.commit < 0n ? 'start' : at, { signal, maxBatch, fillWithinMs, types })) {
        const began = performance.now();
        await handle(batch);
        attempt = 0;
        if (batch.caughtUp) await delay(delayAfterBatch(performance.now() - began, batchIntervalMs), signal);
        if (signal.aborted) return;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!isTransient(error)) throw error;
      report.retrying(error);
    }
    await backOff(attempt, signal);
  }
};
