import type { EventFilter } from '../subscriptions/event-filter.ts';
import { firstOfOpen } from './heading-writer.ts';
import { blockOf, blockSize, positionsIn } from './headings.ts';
import * as keys from './keys.ts';
import { fetchItems, type Level, readAhead } from './level.ts';
import type { LogSearch, SearchRange } from './storage.ts';

/** A search reads one block, and twice as many each time it has not found enough, up to so many. */
const mostBlocks = 32;

/** Where more than one event of so many passes, reading them all costs less than to search and to look them up. */
const sparse = 3;

/** Searches the headings of all events from the position `from` on whose block is complete. */
export class HeadingIndex {
  /** The first position of a block. Where it is not 0, a version without headings has stored what is before it. */
  from = 0;

  private readonly level: Level;

  constructor(level: Level) {
    this.level = level;
  }

  /**
   * The positions in a range whose names pass, in the order of reading. `indexed` is the position up to which the log is indexed.
   * Undefined where the first position of the range has no headings, and where most of the events behind it pass.
   */
  async search(
    { from, to, limit, backwards = false }: SearchRange,
    filter: EventFilter,
    indexed: number,
  ): Promise<LogSearch | undefined> {
    const covered = firstOfOpen(indexed) - 1;
    if (from < this.from || from > covered) return undefined;
    const last = backwards ? Math.max(to, this.from) : Math.min(to, covered);
    const positions: number[] = [];
    let next = from;
    for (let blocks = 1; blocks <= mostBlocks && positions.length < limit; blocks *= 2) {
      if (backwards ? next < last : next > last) break;
      const reached = backwards
        ? Math.max(last, (blockOf(next) - blocks + 1) * blockSize)
        : Math.min(last, (blockOf(next) + blocks) * blockSize - 1);
      const [low, high] = backwards ? [reached, next] : [next, reached];
      const blocksRead = await this.read(blockOf(low), blockOf(high));
      const found = blocksRead.flatMap((headings) => positionsIn(headings, filter));
      if (blocks === 1 && found.length * sparse > blockSize) return undefined;
      const within = found.filter((position) => position >= low && position <= high);
      positions.push(...(backwards ? within.reverse() : within));
      next = backwards ? reached - 1 : reached + 1;
    }
    return { positions, next };
  }

  /** The headings of blocks, in ascending order. A block whose events were all removed before it was copied has none. */
  private async read(first: number, last: number): Promise<readonly Buffer[]> {
    if (first === last) {
      // A look-up costs less than an iterator.
      const headings = await this.level.get(keys.headingsKey(first));
      return headings === undefined ? [] : [headings];
    }
    const range = { gte: keys.headingsKey(first), lte: keys.headingsKey(last) };
    const records: Buffer[] = [];
    await fetchItems(
      this.level.values({ ...range, fillCache: false, highWaterMarkBytes: readAhead }),
      last - first + 1,
      (headings) => {
        records.push(headings);
        return false;
      },
    );
    return records;
  }
}
