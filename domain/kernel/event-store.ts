import type { EventMeta, NewEvent, Position, Recorded } from './event.ts';

/** `none`: the stream must not exist. A number: its last revision must be exactly this. */
export type ExpectedRevision = 'none' | number;

/**
 * The stream has moved on since it was read.
 *
 * @example
 * const reread = (error: unknown): boolean => error instanceof RevisionConflict;
 * reread(new RevisionConflict('post-c1 is at revision 4')); // true
 */
export class RevisionConflict extends Error {
  override readonly name = 'RevisionConflict';
}

/**
 * The store did not answer, or not in time. An append may have happened or not: resend the same ids at the same revision.
 *
 * @example
 * const mayHaveHappened = (error: unknown): boolean => error instanceof StoreUnavailable;
 * mayHaveHappened(new StoreUnavailable('no answer within 5 s')); // true
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

export type EventToAppend = NewEvent & Readonly<{ id: string; meta: EventMeta }>;

/** Where an append ended: the revision and the position of its last event. */
export type Appended = Readonly<{ revision: number; position: Position }>;

/** A slice of a stream. `revision` is that of the last event read, of unknown type or not. */
export type StreamRead = Readonly<{ events: readonly Recorded[]; revision: ExpectedRevision }>;

/** From revision `from` on, `limit` events at most. */
export type StreamRange = Readonly<{ from?: number; limit?: number }>;

/**
 * A consecutive slice of the log, in order. `to` may be after the last event, because skipped
 * events are passed as well.
 */
export type EventBatch = Readonly<{ events: readonly Recorded[]; to: Position; caughtUp: boolean }>;

export type FollowOptions = Readonly<{
  signal: AbortSignal;
  maxBatch?: number;
  /**
   * How long a lagging reader waits for a batch to fill, because each batch has a cost. None by
   * default.
   */
  fillWithinMs?: number;
  /** The types that the reader wants. While it lags, it may get no events of other types. */
  types?: ReadonlySet<string> | undefined;
}>;

/** The port to the event store. `infra/stores/eventstoredb` implements it. */
export interface EventStore {
  /** A stream, oldest event first. An absent stream is empty. Events of unknown type are left out. */
  read(stream: string, range?: StreamRange): Promise<StreamRead>;
  /** Appends all or nothing. Resends on transport faults; throws `RevisionConflict` or `StoreUnavailable`. */
  append(stream: string, expected: ExpectedRevision, events: readonly EventToAppend[]): Promise<Appended>;
  /**
   * The log after a position, in its one order, until the signal aborts. Batches grow with the
   * backlog: available events are delivered immediately, so a live reader gets single events and a
   * lagging one thousands.
   */
  follow(from: Position | 'start', options: FollowOptions): AsyncIterable<EventBatch>;
  /** The position of the newest event, or undefined while the log is empty. */
  head(): Promise<Position | undefined>;
  /**
   * As `head`, of the node that happens to be asked: it may be old. For what is shown or counted. Nothing is decided on it;
   * `read` and `head` are answered by the leader of the log.
   */
  headSeen(): Promise<Position | undefined>;
}

/** Which event is at a place of the log, without what is in it. */
export type LogEntry = Readonly<{ id: string; stream: string; revision: number; position: Position }>;

/** The entries of the whole log, those of other applications and of the store itself included. The leader answers. */
export interface LogEntries {
  /** The last entry; undefined while the log is empty. */
  newest(): Promise<LogEntry | undefined>;
  /** The entry at a position and those that follow it, `limit` at most. Fewer are all there are. */
  from(position: Position, limit: number): Promise<readonly LogEntry[]>;
}

/** Reads single streams. */
export type StreamReader = Pick<EventStore, 'read'>;

/** Reads and writes single streams: all that a command needs. */
export type StreamStore = Pick<EventStore, 'read' | 'append'>;

/** Reads the whole log. */
export type EventLog = Pick<EventStore, 'follow' | 'head'>;
