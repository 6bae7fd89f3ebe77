import type { Position } from '../../../domain/kernel/event.ts';
import { isAfter } from '../../../domain/kernel/position.ts';

type Placed = Readonly<{ position: Position }>;

export type Bounds<Entry> = Readonly<{
  /** The number of entries that are kept at least, where there are so many and `maxBytes` allows it. */
  entries: number;
  maxBytes?: number;
  bytesOf?: (entry: Entry) => number;
}>;

/** The newest entries of a log in their order, bounded by number and size. The oldest are dropped. */
export class Newest<Entry extends Placed> {
  readonly #bounds: Required<Bounds<Entry>>;
  #entries: Entry[] = [];
  #bytes = 0;
  #floor: Position;
  #end: Position;

  /** @param at the head of the log: the entries after it are kept. */
  constructor(at: Position, bounds: Bounds<Entry>) {
    this.#bounds = { maxBytes: Infinity, bytesOf: () => 0, ...bounds };
    this.#floor = at;
    this.#end = at;
  }

  /** All entries after this position, up to `end`, are kept. */
  get floor(): Position {
    return this.#floor;
  }

  get end(): Position {
    return this.#end;
  }

  get bytes(): number {
    return this.#bytes;
  }

  push(entries: readonly Entry[], to: Position): void {
    const { entries: kept, maxBytes, bytesOf } = this.#bounds;
    for (const entry of entries) {
      this.#entries.push(entry);
      this.#bytes += bytesOf(entry);
    }
    this.#end = to;
    // Half of the entries are dropped at once: the others then move less often than at each push.
    const most = this.#entries.length > 2 * kept ? kept : 2 * kept;
    let gone = 0;
    while (this.#entries.length - gone > most || this.#bytes > maxBytes) {
      const oldest = this.#entries[gone++];
      if (!oldest) break;
      this.#bytes -= bytesOf(oldest);
      this.#floor = oldest.position;
    }
    if (gone > 0) this.#entries.splice(0, gone);
  }

  /** Drops all entries. */
  drop(): void {
    this.#entries = [];
    this.#bytes = 0;
    this.#floor = this.#end;
  }

  get length(): number {
    return this.#entries.length;
  }

  at(index: number): Entry | undefined {
    return this.#entries[index];
  }

  slice(from: number, to: number): readonly Entry[] {
    return this.#entries.slice(from, to);
  }

  /** The index of the first entry after a position. The position must not lie before the floor. */
  indexAfter(position: Position): number {
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isAfter((this.#entries[middle] as Entry).position, position)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
