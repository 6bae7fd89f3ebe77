import { join } from 'node:path';
import type { EventFilter } from '../subscriptions/event-filter.ts';
import { claimFolder, UnusableFolder, writeIdentity } from './folder.ts';
import { checkLevelFiles } from './integrity.ts';
import { Journal, type JournalContents, readJournal } from './journal.ts';
import { type HeadingRecord, HeadingWriter } from './heading-writer.ts';
import { blockSize } from './headings.ts';
import * as keys from './keys.ts';
import { flushLevel, type Level, openLevel } from './level.ts';
import { liesTogether, LogReader } from './log-reader.ts';
import { revisionOf, streamNumberOf } from '../log/record.ts';
import { recover } from './recovery.ts';
import type {
  Commit,
  IndexEntry,
  LogEntry,
  LogRange,
  LogSearch,
  SearchRange,
  Storage,
  StreamHead,
  StreamRange,
} from './storage.ts';
import { StreamIndex } from './stream-index.ts';

export type LevelOptions = Readonly<{
  /** A new folder becomes a store when `complete` is called. */
  incomplete?: boolean;
  /** Bytes after which the journal's segments take turns. */
  journalBytes?: number;
}>;

/**
 * Checks the files before LevelDB changes any of them. Throws `UnusableFolder` when events are
 * lost.
 */
const inspect = (directory: string): { journal: JournalContents; hasHoles: boolean } => {
  const journal = readJournal(join(directory, 'journal'));
  const [holed] = ['log', 'index'].filter((part) => checkLevelFiles(join(directory, part)));
  if (holed !== undefined && journal.entries.length === 0) {
    throw new UnusableFolder(`${join(directory, holed)} is damaged: a part of it was never written`);
  }
  return { journal, hasHoles: holed !== undefined };
};

/** How many positions get their headings at once. */
const filledTogether = 8 * blockSize;
const filledBytes = 1 << 20;

const nothingYet = { journal: { entries: [], generation: 0, segment: 1 }, hasHoles: false };

/**
 * Two ordered stores and a journal. The keys of the log only grow; the index follows the log; the
 * journal is on disk before anything is acknowledged, and both are repaired from it.
 */
export class LevelStorage implements Storage {
  readonly id: string;
  complete: () => Promise<void> = () => Promise.resolve();
  lastPosition = 0;

  private readonly log: Level;
  private readonly events: LogReader;
  private readonly indexLevel: Level;
  private readonly index: StreamIndex;
  private readonly journal: Journal;
  /** Writes, and work that must not run during a write, take turns. */
  private turn: Promise<void> = Promise.resolve();
  private filling: Promise<void> = Promise.resolve();
  private isClosing = false;

  private constructor({
    id,
    log,
    indexLevel,
    index,
    journal,
  }: Readonly<{ id: string; log: Level; indexLevel: Level; index: StreamIndex; journal: Journal }>) {
    this.id = id;
    this.log = log;
    this.events = new LogReader(log);
    this.indexLevel = indexLevel;
    this.index = index;
    this.journal = journal;
  }

  /**
   * Opens or creates the store in a folder. Throws `UnusableFolder` for a foreign, damaged or
   * locked one.
   */
  static async open(directory: string, options: LevelOptions = {}): Promise<LevelStorage> {
    const { incomplete = false, journalBytes } = options;
    const { identity, isNew } = claimFolder(directory);
    const found = isNew ? nothingYet : inspect(directory);
    const log = await openLevel(join(directory, 'log'), { create: isNew });
    let level: Level | undefined;
    try {
      const indexLevel = (level = await openLevel(join(directory, 'index'), { create: isNew }));
      const index = await StreamIndex.load(level);
      const last = await recover(log, index, found.journal, { hasHoles: found.hasHoles });
      const flush = async (): Promise<void> => {
        await flushLevel(log);
        await flushLevel(indexLevel);
      };
      // The repaired events are in LevelDB's tables now, so the journal may be written over.
      if (found.journal.entries.length > 0) await flush();
      const journal = new Journal(join(directory, 'journal'), found.journal, flush, journalBytes);
      const storage = new LevelStorage({ id: identity.id, log, indexLevel: level, index, journal });
      storage.lastPosition = last;
      if (isNew && !incomplete && last > 0) {
        throw new UnusableFolder(`${directory} holds a backup that was never finished`);
      }
      storage.complete = async () => {
        if (incomplete) await flush();
        if (isNew) writeIdentity(directory, identity);
      };
      if (!incomplete) await storage.complete();
      storage.filling = storage.fillHeadings();
      return storage;
    } catch (error) {
      await Promise.all([log.close(), level?.close()]);
      throw error;
    }
  }

  get nextStreamNumber(): number {
    return this.index.nextStreamNumber;
  }

  async write(commit: Commit): Promise<void> {
    const { entries } = commit;
    const last = entries.at(-1);
    if (last === undefined) return;
    await this.inTurn(async () => {
      await Promise.all([this.journal.append(entries), this.writeLevels(commit)]);
    });
    this.lastPosition = last.position;
  }

  heads(streams: readonly string[]): Promise<(StreamHead | undefined)[]> {
    return this.index.heads(streams);
  }

  readLog(range: LogRange): Promise<LogEntry[]> {
    return this.events.read(range);
  }

  search(range: SearchRange, filter: EventFilter): Promise<LogSearch | undefined> {
    return this.index.headings.search(range, filter, this.index.position);
  }

  readIndex(range: StreamRange): Promise<IndexEntry[]> {
    return this.index.read(range);
  }

  readPositions(range: StreamRange): Promise<number[]> {
    return this.index.readPositions(range);
  }

  async readRun(range: StreamRange, bytes: number): Promise<LogEntry[] | undefined> {
    const { number, from, to, limit, backwards = false } = range;
    if (backwards ? from < to : from > to) return [];
    const last = backwards ? Math.max(to, from - limit + 1) : Math.min(to, from + limit - 1);
    const [first, end] = await this.index.positionsOf(number, [from, last]);
    if (first === undefined || end === undefined) return undefined;
    const span = Math.abs(end - first) + 1;
    if (!liesTogether(Math.abs(last - from) + 1, span)) return undefined;
    const entries = await this.events.read({ from: first, to: end, limit: span, bytes, backwards });
    return span === Math.abs(last - from) + 1
      ? entries
      : entries.filter(({ record }) => streamNumberOf(record) === number);
  }

  revisionOf(record: Buffer): number {
    return revisionOf(record);
  }

  readRecords(positions: readonly number[], bytes?: number): Promise<(Buffer | undefined)[]> {
    return this.events.readAt(positions, bytes);
  }

  streams(after: string, limit: number): Promise<{ stream: string; head: StreamHead }[]> {
    return this.index.streams(after, limit);
  }

  async settle(): Promise<number> {
    return this.inTurn(async () => {
      if (this.lastPosition > 0) await this.journal.renew();
      return this.lastPosition;
    });
  }

  async remove(entries: readonly (IndexEntry & { number: number })[]): Promise<void> {
    // The index first: an entry without a record would be damage; a record without an entry is
    // space to be freed.
    await this.index.remove(entries);
    const log = this.log.batch();
    for (const { position } of entries) log.del(keys.logKey(position));
    await log.write({ sync: true });
  }

  async compact(): Promise<void> {
    await this.log.compactRange(keys.logKey(0), keys.logKey(this.lastPosition));
    await this.compactIndex();
  }

  async compactIndex(): Promise<void> {
    await this.index.compact();
  }

  async import(entries: readonly LogEntry[]): Promise<void> {
    await this.putInLog(entries);
    await this.index.follow(entries);
    this.lastPosition = entries.at(-1)?.position ?? this.lastPosition;
  }

  async close(): Promise<void> {
    this.isClosing = true;
    await this.filling;
    await this.turn;
    await this.journal.close();
    await Promise.all([this.log.close(), this.indexLevel.close()]);
  }

  /**
   * Writes the headings of what a version without them has stored, the newest first. Until then a search reads the events. A failure is
   * left to the next start, since what needs the disk notices it too.
   */
  private async fillHeadings(): Promise<void> {
    const { headings } = this.index;
    try {
      while (headings.from > 0 && !this.isClosing) {
        const from = Math.max(0, headings.from - filledTogether);
        const records = await this.headingsOf(from, headings.from - 1);
        await this.inTurn(() => this.index.writeHeadings(from, records));
      }
    } catch {
      return;
    }
  }

  private async headingsOf(from: number, to: number): Promise<readonly HeadingRecord[]> {
    const writer = new HeadingWriter();
    const records: HeadingRecord[] = [];
    for (let next = from; next <= to;) {
      const entries = await this.events.read({ from: next, to, limit: filledTogether, bytes: filledBytes });
      records.push(...writer.add(entries));
      next = (entries.at(-1)?.position ?? to) + 1;
    }
    return [...records, ...writer.close()];
  }

  /**
   * The log first: after a kill in between, an index that is ahead would point to missing records.
   */
  private async writeLevels(commit: Commit): Promise<void> {
    await this.putInLog(commit.entries);
    await this.index.write(commit);
  }

  private async putInLog(entries: readonly LogEntry[]): Promise<void> {
    const batch = this.log.batch();
    for (const { position, record } of entries) batch.put(keys.logKey(position), record);
    await batch.write();
  }

  private inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
    const result = this.turn.then(act);
    this.turn = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }
}
