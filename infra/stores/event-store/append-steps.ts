import { RevisionConflict, type Appended, type EventStore } from '../../../domain/kernel/event-store.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { unstorablePath } from '../../../domain/kernel/stored-text.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { EventSealer } from '../secrets/event-sealer.ts';

export type Append = EventStore['append'];

/** An append with a step before or after it. */
export type AppendStep = (next: Append) => Append;

/** An append with these steps, the first of them outermost. */
export const appendThrough = (steps: readonly AppendStep[], append: Append): Append =>
  steps.reduceRight((next, step) => step(next), append);

export type AppendListener = (stream: string, appended: Appended) => void;

/** Calls the listeners after an append that succeeded. */
export const notifying =
  (listeners: ReadonlySet<AppendListener>): AppendStep =>
  (next) =>
  async (stream, expected, events) => {
    const appended = await next(stream, expected, events);
    for (const listener of listeners) listener(stream, appended);
    return appended;
  };

/**
 * Refuses events with texts that no row and no JSON body can hold: each would stop the read models
 * of its stream. Requests and texts of platforms are checked where they come in; this is the last
 * check of what is derived from them.
 */
export const refusingUnstorable: AppendStep = (next) => async (stream, expected, events) => {
  for (const { type, data } of events) {
    const path = unstorablePath(data);
    if (path !== undefined)
      throw new Refused('VALIDATION_ERROR', `${type}: ${path} has characters that are not valid text`, { field: path });
  }
  return next(stream, expected, events);
};

/** Seals the personal data of the events. */
export const sealing =
  (sealer: Pick<EventSealer, 'seal'>): AppendStep =>
  (next) =>
  async (stream, expected, events) =>
    next(stream, expected, await sealer.seal(events));

/** Measures the time an append takes, by its outcome: `appended`, `conflict` or `unavailable`. */
export const timing =
  ({ appendSeconds }: Pick<Metrics, 'appendSeconds'>): AppendStep =>
  (next) =>
  async (stream, expected, events) => {
    const ended = appendSeconds.startTimer();
    try {
      const appended = await next(stream, expected, events);
      ended({ outcome: 'appended' });
      return appended;
    } catch (error) {
      ended({ outcome: error instanceof RevisionConflict ? 'conflict' : 'unavailable' });
      throw error;
    }
  };
