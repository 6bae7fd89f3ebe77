import type { Position, Recorded } from '../../../domain/kernel/event.ts';
import type { FollowOptions, EventLog, EventBatch } from '../../../domain/kernel/event-store.ts';
import { isAfter } from '../../../domain/kernel/position.ts';
import type { Breadth, StoredLog } from '../eventstoredb/store.ts';
import { NewestEvents } from './newest-events.ts';

/** The number of newest events that are buffered for followers that lag a little. */
const heldByDefault = 1_000;

type Tail = { readonly newest: NewestEvents; readonly stop: AbortController; followers: number };

/**
 * One subscription at the end of a log, shared by all followers in this process: an event is sent,
 * decoded and (where `inner` does so) opened once. A follower that lags reads separately until it
 * has caught up, and again when it is too slow for the buffer: then it may ask for fewer events. All followers get the same event
 * objects and must not change them.
 */
export class SharedLog implements StoredLog {
  readonly #inner: StoredLog;
  readonly #held: number;
  #tail: Tail | undefined;

  constructor(inner: StoredLog, { held = heldByDefault } = {}) {
    this.#inner = inner;
    this.#held = held;
  }

  head(): Promise<Position | undefined> {
    return this.#inner.head();
  }

  /** Drops the events in memory. The followers continue from their positions. */
  forget(): void {
    const tail = this.#tail;
    if (!tail) return;
    this.#end(tail);
    tail.newest.drop();
  }

  async *follow(
    from: Position | 'start',
    { signal, maxBatch = 2_000, fillWithinMs = 0, ...breadth }: FollowOptions & Breadth,
  ): AsyncIterable<EventBatch> {
    let at = from;
    while (!signal.aborted) {
      let tail = at === 'start' ? undefined : this.#join(at);
      if (!tail) {
        for await (const batch of this.#inner.follow(at, { signal, maxBatch, fillWithinMs, ...breadth })) {
          at = batch.to;
          yield batch;
          tail = batch.caughtUp ? (this.#join(at) ?? this.#begin(at)) : undefined;
          if (tail) break;
        }
      }
      if (!tail || at === 'start') return;
      try {
        for (;;) {
          const batch = await tail.newest.after(at, maxBatch, signal);
          if (!batch) break;
          at = batch.to;
          yield batch;
        }
      } finally {
        if (--tail.followers === 0) this.#end(tail);
      }
    }
  }

  /** The shared subscription, if it still has all events after the position. */
  #join(at: Position): Tail | undefined {
    if (!this.#tail || isAfter(this.#tail.newest.floor, at)) return undefined;
    this.#tail.followers++;
    return this.#tail;
  }

  /** Starts the shared subscription unless there is one. A follower behind it reads separately. */
  #begin(at: Position): Tail | undefined {
    if (this.#tail) return undefined;
    const tail: Tail = { newest: new NewestEvents(at, this.#held), stop: new AbortController(), followers: 1 };
    this.#tail = tail;
    void this.#keepUp(tail, at);
    return tail;
  }

  #end(tail: Tail): void {
    tail.stop.abort();
    if (this.#tail === tail) this.#tail = undefined;
  }

  async #keepUp(tail: Tail, from: Position): Promise<void> {
    let fault: unknown;
    try {
      for await (const { events, to } of this.#inner.follow(from, { signal: tail.stop.signal, maxBatch: this.#held })) {
        tail.newest.push(events, to);
      }
    } catch (error) {
      fault = error;
    }
    // Followers get the fault of the shared subscription. Without a fault they read separately.
    this.#end(tail);
    tail.newest.end(fault);
  }
}

/** A log without a backlog of events of categories that this build does not know. */
export const ofKnownCategories = (inner: StoredLog): EventLog => ({
  head: () => inner.head(),
  follow: (from, options) => inner.follow(from, { ...options, ofKnownCategories: true }),
});

/** A log whose events are changed or omitted for the reader. */
export const mappedLog = (
  inner: EventLog,
  change: (events: readonly Recorded[]) => Promise<readonly Recorded[]> | readonly Recorded[],
): EventLog => ({
  head: () => inner.head(),
  async *follow(from, options) {
    for await (const batch of inner.follow(from, options)) yield { ...batch, events: await change(batch.events) };
  },
});

/** A log without the events that cannot be read. */
export const readableLog = (inner: EventLog): EventLog =>
  mappedLog(inner, (events) =>
    events.some(({ unreadable }) => unreadable !== undefined)
      ? events.filter(({ unreadable }) => unreadable === undefined)
      : events,
  );
