import type { EventFilter } from '../subscriptions/event-filter.ts';

/** An encoded event and its place in the log. */
export type LogEntry = Readonly<{ position: number; record: Buffer }>;

/** What the index knows of a stream. */
export type StreamHead = Readonly<{
  /** The number under which the index keeps the stream's events. */
  number: number;
  /** Revision of the last event; -1 for none. */
  last: number;
  tombstoned: boolean;
}>;

export type IndexEntry = Readonly<{ revision: number; position: number }>;

/** A group of appends that becomes durable together or not at all. */
export type Commit = Readonly<{
  entries: readonly LogEntry[];
  heads: ReadonlyMap<string, StreamHead>;
}>;

export type LogRange = Readonly<{
  /** First position, inclusive, in reading order. */
  from: number;
  /** Position at which to stop, inclusive. */
  to: number;
  limit: number;
  backwards?: boolean;
  /** Stop once this many bytes are read; at least one entry is returned. */
  bytes?: number;
}>;

export type StreamRange = Readonly<{
  number: number;
  from: number;
  to: number;
  limit: number;
  backwards?: boolean;
}>;

export type SearchRange = Omit<StreamRange, 'number'>;

export type LogSearch = Readonly<{
  /** Positions that pass, in the order of reading; `limit` of them or more, or all up to `next`. */
  positions: readonly number[];
  /** Where the search goes on. */
  next: number;
}>;

/**
 * The log and its index by stream. Positions are positive integers that grow by one with every
 * event.
 */
export interface Storage {
  /** UUID of the store, given at its creation. */
  readonly id: string;
  /** The last position in the log, 0 when it is empty. */
  readonly lastPosition: number;
  readonly nextStreamNumber: number;
  /**
   * Resolves when the events are on disk and readable. A rejection is fatal, because what is on
   * disk is then unknown.
   */
  write(commit: Commit): Promise<void>;
  heads(streams: readonly string[]): Promise<(StreamHead | undefined)[]>;
  readLog(range: LogRange): Promise<LogEntry[]>;
  /**
   * Searches a part of the log by the names of streams or types, without reading events. Undefined where there are no names: near the
   * end of the log, and where an earlier version has stored it.
   */
  search(range: SearchRange, filter: EventFilter): Promise<LogSearch | undefined>;
  readIndex(range: StreamRange): Promise<IndexEntry[]>;
  /** The positions alone, which is cheaper, because an event holds its own revision. */
  readPositions(range: StreamRange): Promise<number[]>;
  /**
   * The first events of a range, when they lie so close together in the log that one sweep is
   * faster than lookups; undefined when they do not. As with `readLog`, `bytes` may cut the answer
   * short.
   */
  readRun(range: StreamRange, bytes: number): Promise<LogEntry[] | undefined>;
  /** The revision of an event that `readPositions` or `readRun` found. */
  revisionOf(record: Buffer, position: number): number;
  /**
   * The records at these positions, or at the first of them: the read stops once it has this many
   * bytes.
   */
  readRecords(positions: readonly number[], bytes?: number): Promise<(Buffer | undefined)[]>;
  /** Every stream by name, a page at a time, after `after`. */
  streams(after: string, limit: number): Promise<{ stream: string; head: StreamHead }[]>;
  /**
   * Resolves with the position up to which events may be removed. A repair would restore later
   * ones.
   */
  settle(): Promise<number>;
  /** Removes events for good and frees their space. */
  remove(entries: readonly (IndexEntry & { number: number })[]): Promise<void>;
  /** Returns the space of removed events to the file system. */
  compact(): Promise<void>;
  /** Compacts the files of the index. */
  compactIndex(): Promise<void>;
  /** Copies events of another log at their own positions, in order. */
  import(entries: readonly LogEntry[]): Promise<void>;
  close(): Promise<void>;
}
