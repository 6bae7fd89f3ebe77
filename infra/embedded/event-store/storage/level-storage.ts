import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import * as keys from './keys.ts';
import { checkLevelFiles } from './integrity.ts';
import { claimFolder, UnusableFolder, writeIdentity } from './folder.ts';
import { isRecord, isTombstone, revisionOf, streamNumberOf, streamOf } from '../log/record.ts';
import type { Commit, IndexEntry, LogEntry, LogRange, Storage, StreamHead, StreamRange } from './storage.ts';

type Level = ClassicLevel<Buffer, Buffer>;

const encodings = { keyEncoding: 'buffer', valueEncoding: 'buffer' } as const;
/**
 * LevelDB maps its files into memory while they are open. Small files, few of them open, keep what a scan of a large log
 * maps at a time to some 130 MB a store; a file is as large as the write buffer it comes from.
 */
const memory = { writeBufferSize: 2 << 20, cacheSize: 8 << 20, maxOpenFiles: 74 };

const readAhead = 512 * 1024;
const replayPage = 2_000;

const openLevel = async (directory: string, create: boolean, options: object): Promise<Level> => {
  const level: Level = new ClassicLevel<Buffer, Buffer>(directory, { ...encodings, ...options });
  try {
    await level.open({ createIfMissing: create });
  } catch (error) {
    const cause = (error as Error & { cause?: Error & { code?: string } }).cause;
    if (cause?.code === 'LEVEL_LOCKED') throw new UnusableFolder(`${directory} is in use by another process`);
    throw new UnusableFolder(`${directory} is damaged: ${cause?.message ?? (error as Error).message}`);
  }
  return level;
};

/**
 * Two ordered stores: the log, written with sync before anything is acknowledged, whose keys only grow; and the index,
 * which follows the log and is repaired from it when a crash leaves it behind.
 */
export class LevelStorage implements Storage {
  readonly id: string;
  complete: () => void = () => undefined;
  lastPosition = 0;
  nextStreamNumber = 1;

  private readonly log: Level;
  private readonly index: Level;

  private constructor(id: string, log: Level, index: Level) {
    this.id = id;
    this.log = log;
    this.index = index;
  }

  /**
   * Opens or creates the store in a folder. Throws `UnusableFolder` for a foreign, damaged or locked one. A new folder
   * opened as `incomplete` is no store until `complete` is called.
   */
  static async open(directory: string, { incomplete = false } = {}): Promise<LevelStorage> {
    const { identity, isNew } = claimFolder(directory);
    if (!isNew) for (const part of ['log', 'index']) checkLevelFiles(join(directory, part));
    const log = await openLevel(join(directory, 'log'), isNew, memory);
    let index: Level | undefined;
    try {
      index = await openLevel(join(directory, 'index'), isNew, memory);
      const storage = new LevelStorage(identity.id, log, index);
      await storage.recover();
      if (isNew && !incomplete && storage.lastPosition > 0) {
        throw new UnusableFolder(`${directory} holds a backup that was never finished`);
      }
      storage.complete = () => {
        if (isNew) writeIdentity(directory, identity);
      };
      if (!incomplete) storage.complete();
      return storage;
    } catch (error) {
      await Promise.all([log.close(), index?.close()]);
      throw error;
    }
  }

  async write(commit: Commit): Promise<void> {
    const { entries } = commit;
    const last = entries.at(-1);
    if (last === undefined) return;
    const log = this.log.batch();
    for (const { position, record } of entries) log.put(keys.logKey(position), record);
    await log.write({ sync: true });
    await this.writeIndex(commit, last.position);
    this.lastPosition = last.position;
  }

  async heads(streams: readonly string[]): Promise<(StreamHead | undefined)[]> {
    const values = await this.index.getMany(streams.map(keys.headKey));
    return values.map((value) => value && keys.decodeHead(value));
  }

  async readLog(range: LogRange): Promise<LogEntry[]> {
    const { from, to, limit, backwards = false, bytes = Infinity } = range;
    if (backwards ? from < to : from > to) return [];
    const iterator = this.log.iterator({
      ...(backwards
        ? { lte: keys.logKey(from), gte: keys.logKey(Math.max(0, to)), reverse: true }
        : { gte: keys.logKey(from), lte: keys.logKey(to) }),
      limit,
      fillCache: false,
      highWaterMarkBytes: Math.min(bytes, readAhead),
    });
    const entries: LogEntry[] = [];
    let read = 0;
    try {
      while (read < bytes && entries.length < limit) {
        const page = await iterator.nextv(limit - entries.length);
        if (page.length === 0) break;
        for (const [key, record] of page) {
          entries.push({ position: keys.positionOfKey(key), record });
          read += record.length;
        }
      }
    } finally {
      await iterator.close();
    }
    return entries;
  }

  async readIndex(range: StreamRange): Promise<IndexEntry[]> {
    const { number, from, to, limit, backwards = false } = range;
    if (backwards ? from < to : from > to) return [];
    const iterator = this.index.iterator({
      ...(backwards
        ? { lte: keys.entryKey(number, from), gte: keys.entryKey(number, Math.max(0, to)), reverse: true }
        : { gte: keys.entryKey(number, from), lte: keys.entryKey(number, to) }),
      limit,
      highWaterMarkBytes: readAhead,
    });
    try {
      const page = await iterator.nextv(limit);
      return page.map(([key, value]) => ({ revision: keys.revisionOfKey(key), position: value.readUIntBE(0, 6) }));
    } finally {
      await iterator.close();
    }
  }

  async readRecords(positions: readonly number[]): Promise<(Buffer | undefined)[]> {
    const first = positions[0];
    if (first === undefined) return [];
    const last = positions.at(-1) as number;
    const span = Math.abs(last - first) + 1;
    // Events that lie close together are read in one sweep; scattered ones one by one.
    if (positions.length < 4 || span > positions.length * 3) return this.log.getMany(positions.map(keys.logKey));
    const low = Math.min(first, last);
    const found = new Map<number, Buffer>();
    for (const entry of await this.readLog({ from: low, to: Math.max(first, last), limit: span })) {
      found.set(entry.position, entry.record);
    }
    return positions.map((position) => found.get(position));
  }

  async streams(after: string, limit: number): Promise<{ stream: string; head: StreamHead }[]> {
    const iterator = this.index.iterator({ gt: keys.headKey(after), lt: keys.headsEnd, limit });
    try {
      const page: { stream: string; head: StreamHead }[] = [];
      for (;;) {
        const part = await iterator.nextv(limit);
        if (part.length === 0) return page;
        for (const [key, value] of part) page.push({ stream: keys.streamOfKey(key), head: keys.decodeHead(value) });
      }
    } finally {
      await iterator.close();
    }
  }

  async remove(entries: readonly (IndexEntry & { number: number })[]): Promise<void> {
    const index = this.index.batch();
    for (const { number, revision } of entries) index.del(keys.entryKey(number, revision));
    // The index first: an entry without a record would be damage, a record without an entry is only not yet freed.
    await index.write({ sync: true });
    const log = this.log.batch();
    for (const { position } of entries) log.del(keys.logKey(position));
    await log.write({ sync: true });
  }

  async compact(): Promise<void> {
    await this.log.compactRange(keys.logKey(0), keys.logKey(this.lastPosition));
    await this.compactIndex();
  }

  async compactIndex(): Promise<void> {
    await this.index.compactRange(Buffer.from([0]), Buffer.from([255]));
  }

  async import(entries: readonly LogEntry[]): Promise<void> {
    await this.write({ entries, heads: await this.headsAfter(entries) });
  }

  async close(): Promise<void> {
    await Promise.all([this.log.close(), this.index.close()]);
  }

  private async writeIndex(commit: Commit, position: number): Promise<void> {
    const index = this.index.batch();
    for (const entry of commit.entries) {
      const value = Buffer.allocUnsafe(6);
      value.writeUIntBE(entry.position, 0, 6);
      index.put(keys.entryKey(streamNumberOf(entry.record), revisionOf(entry.record)), value);
    }
    for (const [stream, head] of commit.heads) {
      index.put(keys.headKey(stream), keys.encodeHead(head));
      this.nextStreamNumber = Math.max(this.nextStreamNumber, head.number + 1);
    }
    index.put(keys.progressKey, keys.encodeProgress(position, this.nextStreamNumber));
    await index.write();
  }

  /** Brings the index up to the log: events that were durable when the process died may not be indexed yet. */
  private async recover(): Promise<void> {
    const [lastKey] = await this.log.keys({ reverse: true, limit: 1 }).all();
    const lastInLog = lastKey === undefined ? 0 : keys.positionOfKey(lastKey);
    const progress = await this.index.get(keys.progressKey);
    let { position, nextNumber } = progress ? keys.decodeProgress(progress) : { position: 0, nextNumber: 1 };
    if (position > lastInLog) {
      throw new UnusableFolder(`the log is damaged: it ends at ${lastInLog}, but events up to ${position} were stored`);
    }
    while (position < lastInLog) {
      const entries = await this.readLog({ from: position + 1, to: lastInLog, limit: replayPage, bytes: 16 << 20 });
      const heads = await this.headsAfter(entries);
      for (const { number } of heads.values()) nextNumber = Math.max(nextNumber, number + 1);
      position = entries.at(-1)?.position ?? lastInLog;
      this.nextStreamNumber = nextNumber;
      await this.writeIndex({ entries, heads }, position);
    }
    this.lastPosition = lastInLog;
    this.nextStreamNumber = nextNumber;
  }

  /** The heads of the streams that the entries belong to, after them. */
  private async headsAfter(entries: readonly LogEntry[]): Promise<Map<string, StreamHead>> {
    const heads = new Map<string, StreamHead>();
    for (const { record, position } of entries) {
      if (!isRecord(record)) throw new UnusableFolder(`the log is damaged: no event at position ${position}`);
      const stream = streamOf(record);
      const known = heads.get(stream) ?? (await this.heads([stream]))[0];
      const tombstoned = isTombstone(record);
      const last = tombstoned ? (known?.last ?? -1) : revisionOf(record);
      heads.set(stream, { number: streamNumberOf(record), last, tombstoned: tombstoned || known?.tombstoned === true });
    }
    return heads;
  }
}
