import { LevelStorage } from '../storage/level-storage.ts';
import { NullStorage } from '../storage/null-storage.ts';
import type { LogEntry, LogSearch, SearchRange, Storage, StreamHead, StreamRange } from '../storage/storage.ts';
import { type EventFilter, passes } from '../subscriptions/event-filter.ts';
import { endsWith, startsWith } from './name-test.ts';
import { createdOf, streamIs, tombstoneRevision } from './record.ts';
import { isMetastream, isSoftDeleted, streamOfMetastream } from './stream-metadata.ts';
import { type StreamView, StreamStates } from './stream-state.ts';
import { Tail } from './tail.ts';
import { LogWriter } from './writer.ts';

export type StoredEvent = Readonly<{ revision: number; position: number; record: Buffer }>;

export type StreamPage =
  | { kind: 'absent' }
  | { kind: 'deleted' }
  /** `next` is the revision at which the next page begins. `last` is the stream's last revision. */
  | { kind: 'events'; events: StoredEvent[]; next: number; isEnd: boolean; first: number; last: number };

export type AllPage = Readonly<{
  events: readonly LogEntry[];
  /** The position at which the next page begins. */
  next: number;
  isEnd: boolean;
}>;

export type AllRange = Readonly<{
  /** How many events a page has at most. */
  limit: number;
  bytes: number;
  backwards?: boolean | undefined;
  filter?: EventFilter | undefined;
}>;

/** Bytes after which a page of a stream is full. */
const pageBytes = 1 << 20;

/** The events found in a stream's range, and whether these are all of them. */
type Found = Readonly<{ events: StoredEvent[]; isWhole: boolean }>;

/** A filter looks at so many events at least, however few are wanted of it. */
const sweptTogether = 100;

/** Fewer events than this are looked up one by one. */
const shortestRun = 100;

const isHiddenPrefix = startsWith(Buffer.from('$persistentsubscription-$all::'));
const isHiddenSuffix = ['-checkpoint', '-parked'].map((suffix) => endsWith(Buffer.from(suffix)));

/**
 * `$all` omits the internal events of persistent subscriptions to `$all`, because each would cause
 * further ones.
 */
const isHidden = (record: Buffer): boolean =>
  streamIs(record, isHiddenPrefix) && isHiddenSuffix.some((test) => streamIs(record, test));

/**
 * The log for the services: one writer and any number of readers, which see only durable events.
 */
export class EventLog {
  readonly states: StreamStates;
  readonly tail: Tail;
  readonly writer: LogWriter;

  readonly storage: Storage;

  private constructor(storage: Storage, onFailure: (error: Error) => void) {
    this.storage = storage;

    this.states = new StreamStates(storage);
    this.tail = new Tail(storage.lastPosition);
    this.writer = new LogWriter(storage, this.states, this.tail, onFailure);
  }

  /**
   * Opens the log in a folder; `undefined` opens one that stores nothing. Throws `UnusableFolder`.
   */
  static async open(directory: string | undefined, onFailure: (error: Error) => void): Promise<EventLog> {
    const storage = directory === undefined ? new NullStorage() : await LevelStorage.open(directory);
    return new EventLog(storage, onFailure);
  }

  async close(): Promise<void> {
    await this.writer.drain();
    await this.storage.close();
  }

  /** The durable state of a stream. */
  async view(stream: string): Promise<StreamView> {
    return (this.states.peek(stream) ?? (await this.states.load(stream))).durable;
  }

  /** A page of a stream. `from` may be `Infinity` when reading backwards. */
  async readStream(
    stream: string,
    from: number,
    limit: number,
    { backwards = false }: Readonly<{ backwards?: boolean | undefined }> = {},
  ): Promise<StreamPage> {
    const view = await this.view(stream);
    const { head } = view;
    if (await this.isGone(stream, head)) return { kind: 'deleted' };
    if (head === undefined || head.last < 0 || isSoftDeleted(view.metadata)) return { kind: 'absent' };
    return this.readPage(head, { first: await this.firstVisible(view), from, limit, backwards });
  }

  /** A page of a stream, hidden events included: a live subscription sees every event. */
  async readWritten(stream: string, from: number, limit: number): Promise<StreamPage> {
    const { head } = await this.view(stream);
    if (await this.isGone(stream, head)) return { kind: 'deleted' };
    if (head === undefined || head.last < 0) return { kind: 'absent' };
    return this.readPage(head, { first: 0, from, limit, backwards: false });
  }

  /**
   * Whether a stream was deleted permanently. The stream of its metadata then counts as deleted
   * too.
   */
  private async isGone(stream: string, head: StreamHead | undefined): Promise<boolean> {
    if (head?.tombstoned || !isMetastream(stream)) return head?.tombstoned === true;
    const original = streamOfMetastream(stream);
    return this.isGone(original, (await this.view(original)).head);
  }

  /** The event that deleted a stream permanently. */
  async readTombstone(stream: string): Promise<StoredEvent | undefined> {
    const { head } = await this.view(stream);
    if (head === undefined) return undefined;
    const at = { number: head.number, from: tombstoneRevision, to: tombstoneRevision, limit: 1 };
    const [entry] = await this.storage.readIndex(at);
    const [record] = entry === undefined ? [] : await this.records([entry.position]);
    return entry && record && { ...entry, record };
  }

  private async readPage(
    head: StreamHead,
    { first, from, limit, backwards }: Readonly<{ first: number; from: number; limit: number; backwards: boolean }>,
  ): Promise<StreamPage> {
    const { number, last } = head;
    const start = backwards ? Math.min(from, last) : Math.max(from, first);
    const range = { number, from: start, to: backwards ? first : last, limit, backwards };
    const { events, isWhole } = (await this.readRun(range)) ?? (await this.lookUp(range));
    const lastRead = events.at(-1)?.revision;
    const isEnd = lastRead === undefined || isWhole || (backwards ? lastRead <= first : lastRead >= last);
    const next = lastRead === undefined ? (backwards ? -1 : last + 1) : lastRead + (backwards ? -1 : 1);
    return { kind: 'events', events, next, isEnd, first, last };
  }

  /**
   * Long pages of a contiguously written stream are read in one sweep, without a lookup per event.
   */
  private async readRun(range: StreamRange): Promise<Found | undefined> {
    if (range.limit < shortestRun) return undefined;
    const { storage } = this;
    const entries = await storage.readRun(range, pageBytes);
    const events = entries?.map(({ position, record }) => this.stored(position, record));
    return events && { events, isWhole: false };
  }

  private async lookUp(range: StreamRange): Promise<Found> {
    const positions = await this.storage.readPositions(range);
    const records = await this.records(positions);
    const events: StoredEvent[] = [];
    for (const [at, position] of positions.entries()) {
      const record = records[at];
      if (record !== undefined) events.push(this.stored(position, record));
    }
    return { events, isWhole: records.length === positions.length && positions.length < range.limit };
  }

  private stored(position: number, record: Buffer): StoredEvent {
    return { revision: this.storage.revisionOf(record, position), position, record };
  }

  /** One event by its revision, unless it is hidden or deleted. */
  async readEvent(stream: string, revision: number): Promise<StoredEvent | undefined> {
    const page = await this.readStream(stream, revision, 1);
    if (page.kind !== 'events') return undefined;
    const [event] = page.events;
    return event?.revision === revision ? event : undefined;
  }

  /** A page of everything that passes the filter, from `from` on, inclusive in both directions. */
  async readAll(from: number, { limit, bytes, backwards = false, filter }: AllRange): Promise<AllPage> {
    const end = this.tail.lastPosition;
    const range = { from: backwards ? Math.min(from, end) : from, to: backwards ? 1 : end, limit, backwards };
    const swept = filter === undefined ? limit : Math.max(limit, sweptTogether);
    const recent = backwards ? undefined : this.tail.from(from, swept);
    if (recent === undefined && filter !== undefined && !filter.isWide) {
      const found = await this.storage.search(range, filter);
      if (found !== undefined) return this.readFound(found, range, bytes);
    }
    const entries = recent ?? (await this.storage.readLog({ ...range, limit: swept, bytes }));
    const last = entries.at(-1);
    if (last === undefined) return { events: [], next: backwards ? 0 : Math.max(from, end + 1), isEnd: true };
    const isWanted = ({ record }: LogEntry): boolean =>
      !isHidden(record) && (filter === undefined || passes(filter, record));
    const events = entries.every(isWanted) ? entries : entries.filter(isWanted);
    const next = events[limit]?.position ?? last.position + (backwards ? -1 : 1);
    return { events: events.slice(0, limit), next, isEnd: backwards ? next < 1 : next > end };
  }

  /** The events that a search has found: as many of the first ones as fill a page. */
  private async readFound(
    { positions, next: searched }: LogSearch,
    { to, limit, backwards }: SearchRange,
    bytes: number,
  ): Promise<AllPage> {
    const records = await this.storage.readRecords(positions.slice(0, limit), bytes);
    const events = records.flatMap((record, at): readonly LogEntry[] => {
      const position = positions[at];
      // An event that is removed keeps its heading.
      return record === undefined || position === undefined || isHidden(record) ? [] : [{ position, record }];
    });
    const next = positions[records.length] ?? searched;
    return { events, next, isEnd: backwards ? next < to : next > to };
  }

  /** Records by position: as many of the first ones as fill a page. */
  private async records(positions: readonly number[]): Promise<(Buffer | undefined)[]> {
    const recent = positions.map((position) => this.tail.at(position));
    return recent.every((record) => record !== undefined) ? recent : this.storage.readRecords(positions, pageBytes);
  }

  /**
   * The lowest revision that the stream's metadata leaves visible; above the last when all have
   * expired.
   */
  async firstVisible(view: StreamView): Promise<number> {
    const { head, metadata } = view;
    if (head === undefined) return 0;
    const { maxCount, truncateBefore, maxAge } = metadata;
    let first = 0;
    if (maxCount !== undefined) first = Math.max(first, head.last - maxCount + 1);
    if (truncateBefore !== undefined) first = Math.max(first, truncateBefore);
    if (maxAge !== undefined) first = await this.firstSince(head.number, first, head.last, Date.now() - maxAge * 1000);
    return first;
  }

  /** The first revision of `low…high` that was created at `time` or later, by binary search. */
  private async firstSince(number: number, low: number, high: number, time: number): Promise<number> {
    while (low <= high) {
      const middle = Math.floor((low + high) / 2);
      const [entry] = await this.storage.readIndex({ number, from: middle, to: high, limit: 1 });
      const [record] = entry === undefined ? [] : await this.records([entry.position]);
      if (entry !== undefined && record !== undefined && createdOf(record) < time) low = entry.revision + 1;
      else high = middle - 1;
    }
    return low;
  }
}
