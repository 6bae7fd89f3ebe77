import type { Position, Recorded } from '../../../domain/kernel/event.ts';
import type { EventBatch } from '../../../domain/kernel/event-store.ts';
import { isAfter } from '../../../domain/kernel/position.ts';
import { Pulse } from '../pushes/pulse.ts';

/**
 * A bounded buffer of the newest events of a log. Each reader has its own position, and no reader
 * delays another.
 */
export class NewestEvents {
  readonly #maxEvents: number;
  #events: Recorded[] = [];
  #floor: Position;
  #end: Position;
  #isOver = false;
  #fault: unknown;
  readonly #changed = new Pulse();

  /** @param at the head of the log; the events after it are buffered. */
  constructor(at: Position, maxEvents: number) {
    this.#maxEvents = maxEvents;
    this.#floor = at;
    this.#end = at;
  }

  /** All events after this position are buffered. */
  get floor(): Position {
    return this.#floor;
  }

  push(events: readonly Recorded[], to: Position): void {
    this.#events.push(...events);
    this.#end = to;
    // Dropping half at once moves the remaining events less often than dropping one by one.
    if (this.#events.length > 2 * this.#maxEvents) {
      const dropped = this.#events.splice(0, this.#events.length - this.#maxEvents);
      this.#floor = dropped.at(-1)?.position ?? this.#floor;
    }
    this.#changed.beat();
  }

  /**
   * Ends the buffer and drops its events: readers that have not read them read them from the log.
   */
  drop(): void {
    this.#events = [];
    this.#floor = this.#end;
    this.end();
  }

  /** Ends the buffer. A reader that has read all of it gets the fault, if there is one. */
  end(fault?: unknown): void {
    this.#isOver = true;
    this.#fault = fault;
    this.#changed.beat();
  }

  /**
   * The events after a position, as soon as there are any. Undefined when the signal aborts, when
   * the position has left the buffer, or when the buffer has ended.
   */
  async after(at: Position, maxBatch: number, signal: AbortSignal): Promise<EventBatch | undefined> {
    for (;;) {
      if (signal.aborted || isAfter(this.#floor, at)) return undefined;
      if (isAfter(this.#end, at)) return this.#batchAfter(at, maxBatch);
      if (this.#fault) throw this.#fault;
      if (this.#isOver) return undefined;
      await this.#changed.next({ signal });
    }
  }

  #batchAfter(at: Position, maxBatch: number): EventBatch {
    let [low, high] = [0, this.#events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const event = this.#events[middle];
      if (event && isAfter(event.position, at)) high = middle;
      else low = middle + 1;
    }
    const events = this.#events.slice(low, low + maxBatch);
    const caughtUp = low + maxBatch >= this.#events.length;
    return { events, caughtUp, to: caughtUp ? this.#end : (events.at(-1)?.position ?? this.#end) };
  }
}
