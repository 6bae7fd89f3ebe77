import { blockOf, blockSize, Headings } from './headings.ts';
import type { LogEntry } from './storage.ts';

/** The headings of a block as they are stored. */
export type HeadingRecord = Readonly<{ block: number; value: Buffer }>;

/** The first position of the block that the event after `position` belongs to. */
export const firstOfOpen = (position: number): number => blockOf(position + 1) * blockSize;

/** Makes the headings of events that come in their order, and holds those of the block that is not complete. */
export class HeadingWriter {
  private open: Headings | undefined;

  /** Takes in the next events; answers the headings of each block that they complete. */
  add(entries: readonly LogEntry[]): readonly HeadingRecord[] {
    const records: HeadingRecord[] = [];
    for (const { position, record } of entries) {
      const block = blockOf(position);
      // The last events of a block may be removed.
      if (this.open?.block !== block) {
        records.push(...this.close());
        this.open = new Headings(block);
      }
      this.open.add(position, record);
      if (position % blockSize === blockSize - 1) records.push(...this.close());
    }
    return records;
  }

  /** Answers the headings of the block that is not complete, and forgets them. */
  close(): readonly HeadingRecord[] {
    const { open } = this;
    this.open = undefined;
    return open === undefined ? [] : [{ block: open.block, value: open.encode() }];
  }
}
