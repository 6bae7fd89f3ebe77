import type { Position } from '../../../domain/kernel/event.ts';
import { isAfter } from '../../../domain/kernel/position.ts';

/** An event as it is sent to every listener, and the properties that filters compare. */
export type TailEntry = Readonly<{
  position: Position;
  workspaceId: string;
  type: string;
  category: string;
  aggregateId: string;
  frame: Buffer;
}>;

export type Stretch = Readonly<{
  frames: readonly Buffer[];
  /** The position up to which events were compared, matching or not. */
  to: Position;
}>;

/** The newest events of the log, bounded by number and by bytes. Older ones are dropped. */
export class RecentEvents {
  readonly #maxEvents: number;
  readonly #maxBytes: number;
  #entries: TailEntry[] = [];
  #bytes = 0;
  #floor: Position;
  #end: Position;

  constructor(from: Position, maxEvents: number, maxBytes: number) {
    this.#maxEvents = maxEvents;
    this.#maxBytes = maxBytes;
    this.#floor = from;
    this.#end = from;
  }

  /** All events after this position, up to `end`, are in memory. */
  get floor(): Position {
    return this.#floor;
  }

  get end(): Position {
    return this.#end;
  }

  get bytes(): number {
    return this.#bytes;
  }

  push(entries: readonly TailEntry[], to: Position): void {
    for (const entry of entries) {
      this.#entries.push(entry);
      this.#bytes += entry.frame.length;
    }
    this.#end = to;
    let gone = 0;
    while (this.#entries.length - gone > this.#maxEvents || this.#bytes > this.#maxBytes) {
      const oldest = this.#entries[gone++];
      if (!oldest) break;
      this.#bytes -= oldest.frame.length;
      this.#floor = oldest.position;
    }
    if (gone > 0) this.#entries = this.#entries.slice(gone);
  }

  /**
   * The matching events after a position, at most `maxBytes` and one event more. The position must
   * not lie before the floor.
   */
  after(position: Position, matches: (entry: TailEntry) => boolean, maxBytes: number): Stretch {
    const frames: Buffer[] = [];
    let bytes = 0;
    for (let index = this.#indexAfter(position); index < this.#entries.length; index++) {
      const entry = this.#entries[index] as TailEntry;
      if (!matches(entry)) continue;
      frames.push(entry.frame);
      bytes += entry.frame.length;
      if (bytes >= maxBytes) return { frames, to: entry.position };
    }
    return { frames, to: isAfter(position, this.#end) ? position : this.#end };
  }

  /** The first entry after a position, by binary search. */
  #indexAfter(position: Position): number {
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isAfter((this.#entries[middle] as TailEntry).position, position)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
