import { isRecord, isTombstone, revisionOf, streamNumberOf, streamOf } from '../log/record.ts';
import { UnusableFolder } from './folder.ts';
import { HeadingIndex } from './heading-index.ts';
import { firstOfOpen, type HeadingRecord, HeadingWriter } from './heading-writer.ts';
import * as keys from './keys.ts';
import { type Batch, fetchItems, type Level, readAhead } from './level.ts';
import type { Commit, IndexEntry, LogEntry, StreamHead, StreamRange } from './storage.ts';

/** The iterator options for a range; undefined for an empty range. */
const boundsOf = ({ number, from, to, backwards = false }: StreamRange) => {
  if (backwards ? from < to : from > to) return undefined;
  const [low, high] = backwards ? [Math.max(0, to), from] : [from, to];
  const ends = { gte: keys.entryKey(number, low), lte: keys.entryKey(number, high) };
  return { ...ends, reverse: backwards, highWaterMarkBytes: readAhead };
};

const putHeadings = (batch: Batch, records: readonly HeadingRecord[]): void => {
  for (const { block, value } of records) batch.put(keys.headingsKey(block), value);
};

/**
 * Which events a stream has and where they are in the log. It follows the log and can be rebuilt
 * from it.
 */
export class StreamIndex {
  /** Events up to this position are in the index. */
  position = 0;
  nextStreamNumber = 1;

  readonly headings: HeadingIndex;
  private writer = new HeadingWriter();

  private readonly level: Level;

  private constructor(level: Level) {
    this.level = level;
    this.headings = new HeadingIndex(level);
  }

  static async load(level: Level): Promise<StreamIndex> {
    const index = new StreamIndex(level);
    const progress = await level.get(keys.progressKey);
    if (progress !== undefined) {
      const { position, nextNumber, headingsFrom = firstOfOpen(position) } = keys.decodeProgress(progress);
      index.position = position;
      index.nextStreamNumber = nextNumber;
      index.headings.from = headingsFrom;
    }
    return index;
  }

  async heads(streams: readonly string[]): Promise<(StreamHead | undefined)[]> {
    const values = await this.level.getMany(streams.map(keys.headKey));
    return values.map((value) => value && keys.decodeHead(value));
  }

  async read(range: StreamRange): Promise<IndexEntry[]> {
    const bounds = boundsOf(range);
    if (bounds === undefined) return [];
    const entries: IndexEntry[] = [];
    await fetchItems(this.level.iterator(bounds), range.limit, ([key, value]) => {
      entries.push({ revision: keys.revisionOfKey(key), position: value.readUIntBE(0, 6) });
      return false;
    });
    return entries;
  }

  async readPositions(range: StreamRange): Promise<number[]> {
    const bounds = boundsOf(range);
    if (bounds === undefined) return [];
    const positions: number[] = [];
    await fetchItems(this.level.values(bounds), range.limit, (value) => {
      positions.push(value.readUIntBE(0, 6));
      return false;
    });
    return positions;
  }

  /** The positions of single revisions; undefined for a missing one. */
  async positionsOf(number: number, revisions: readonly number[]): Promise<(number | undefined)[]> {
    const values = await this.level.getMany(revisions.map((revision) => keys.entryKey(number, revision)));
    return values.map((value) => value?.readUIntBE(0, 6));
  }

  async streams(after: string, limit: number): Promise<{ stream: string; head: StreamHead }[]> {
    const page: { stream: string; head: StreamHead }[] = [];
    const iterator = this.level.iterator({ gt: keys.headKey(after), lt: keys.headsEnd });
    await fetchItems(iterator, limit, ([key, value]) => {
      page.push({ stream: keys.streamOfKey(key), head: keys.decodeHead(value) });
      return false;
    });
    return page;
  }

  /** Indexes events of the log. */
  async write({ entries, heads }: Commit): Promise<void> {
    const batch = this.level.batch();
    for (const { position, record } of entries) {
      const value = Buffer.allocUnsafe(6);
      value.writeUIntBE(position, 0, 6);
      batch.put(keys.entryKey(streamNumberOf(record), revisionOf(record)), value);
    }
    for (const [stream, head] of heads) {
      batch.put(keys.headKey(stream), keys.encodeHead(head));
      this.nextStreamNumber = Math.max(this.nextStreamNumber, head.number + 1);
    }
    putHeadings(batch, this.writer.add(entries));
    const position = entries.at(-1)?.position ?? this.position;
    this.putProgress(batch, position);
    await batch.write();
    this.position = position;
  }

  /**
   * Begins after the position that is indexed. `earlier` are the events of the block that the next one belongs to, page by page: they are
   * in the log only.
   */
  async resumeHeadings(earlier: AsyncIterable<readonly LogEntry[]>): Promise<void> {
    this.writer = new HeadingWriter();
    this.headings.from = Math.min(this.headings.from, firstOfOpen(this.position));
    for await (const page of earlier) this.writer.add(page);
  }

  /** Writes the headings of events from `from` on, up to where there are headings already. */
  async writeHeadings(from: number, records: readonly HeadingRecord[]): Promise<void> {
    const batch = this.level.batch();
    putHeadings(batch, records);
    this.putProgress(batch, this.position, from);
    // After a power cut the log of LevelDB may have holes: the headings are on disk before a later write says that they exist.
    await batch.write({ sync: true });
    this.headings.from = from;
  }

  private putProgress(batch: Batch, position: number, headingsFrom = this.headings.from): void {
    const { nextStreamNumber: nextNumber } = this;
    batch.put(keys.progressKey, keys.encodeProgress({ position, nextNumber, headingsFrom }));
  }

  /**
   * Indexes events of the log without the heads of their streams. Throws `UnusableFolder` when a
   * record is not an event.
   */
  async follow(entries: readonly LogEntry[]): Promise<void> {
    const heads = new Map<string, StreamHead>();
    for (const { record, position } of entries) {
      if (!isRecord(record)) throw new UnusableFolder(`the log is damaged: no event at position ${position}`);
      const stream = streamOf(record);
      const known = heads.get(stream) ?? (await this.heads([stream]))[0];
      const tombstoned = isTombstone(record);
      const last = tombstoned ? (known?.last ?? -1) : revisionOf(record);
      heads.set(stream, { number: streamNumberOf(record), last, tombstoned: tombstoned || known?.tombstoned === true });
    }
    await this.write({ entries, heads });
  }

  async remove(entries: readonly (IndexEntry & { number: number })[]): Promise<void> {
    const batch = this.level.batch();
    for (const { number, revision } of entries) batch.del(keys.entryKey(number, revision));
    await batch.write({ sync: true });
  }

  async compact(): Promise<void> {
    await this.level.compactRange(Buffer.from([0]), Buffer.from([255]));
  }
}
