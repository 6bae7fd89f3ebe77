import type { Position, Recorded } from '../../../domain/kernel/event.ts';
import type { EventBatch } from '../../../domain/kernel/event-store.ts';
import { isAfter } from '../../../domain/kernel/position.ts';
import { Pulse } from '../pushes/pulse.ts';
import { Newest } from './newest.ts';

/**
 * A bounded buffer of the newest events of a log. Each reader has its own position, and no reader
 * delays another.
 */
export class NewestEvents {
  readonly #newest: Newest<Recorded>;
  #isOver = false;
  #fault: unknown;
  readonly #changed = new Pulse();

  /** @param at the head of the log; the events after it are buffered. */
  constructor(at: Position, maxEvents: number) {
    this.#newest = new Newest(at, { entries: maxEvents });
  }

  /** All events after this position are buffered. */
  get floor(): Position {
    return this.#newest.floor;
  }

  push(events: readonly Recorded[], to: Position): void {
    this.#newest.push(events, to);
    this.#changed.beat();
  }

  /**
   * Ends the buffer and drops its events: readers that have not read them read them from the log.
   */
  drop(): void {
    this.#newest.drop();
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
      if (signal.aborted || isAfter(this.#newest.floor, at)) return undefined;
      if (isAfter(this.#newest.end, at)) return this.#batchAfter(at, maxBatch);
      if (this.#fault) throw this.#fault;
      if (this.#isOver) return undefined;
      await this.#changed.next({ signal });
    }
  }

  #batchAfter(at: Position, maxBatch: number): EventBatch {
    const newest = this.#newest;
    const first = newest.indexAfter(at);
    const events = newest.slice(first, first + maxBatch);
    const caughtUp = first + maxBatch >= newest.length;
    return { events, caughtUp, to: caughtUp ? newest.end : (events.at(-1)?.position ?? newest.end) };
  }
}
