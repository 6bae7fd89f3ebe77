const wantedBytes = 1 << 20;
const smallest = 4;

/**
 * How many events of a stream to read at once. The index does not know their sizes, so the next
 * page is sized by the last one. Streams of large events are read a few events at a time and never
 * fill the memory.
 */
export class PageSize {
  private size: number;
  private readonly largest: number;

  constructor(first: number, largest: number) {
    this.size = first;
    this.largest = largest;
  }

  get next(): number {
    return this.size;
  }

  observe(events: readonly { record: Buffer }[]): void {
    if (events.length === 0) return;
    const bytes = events.reduce((sum, { record }) => sum + record.length, 0);
    const fitting = Math.floor((wantedBytes * events.length) / bytes);
    this.size = Math.max(smallest, Math.min(this.largest, fitting));
  }
}
