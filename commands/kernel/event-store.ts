import type { EventMeta, NewEvent, Position, Recorded } from '../../domain/kernel/event.ts';

/** `none`: the stream must not exist. A number: its last revision must be exactly this. */
export type ExpectedRevision = 'none' | number;

/** The stream has moved on since it was read. */
export class RevisionConflict extends Error {
  override readonly name = 'RevisionConflict';
}

/** The store did not answer, or not in time. The append may or may not have happened: resend the same ids at the same revision. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

export type EventToAppend = NewEvent & Readonly<{ id: string; meta: EventMeta }>;

export type StreamRead = Readonly<{ events: readonly Recorded[]; revision: ExpectedRevision }>;

/** The port to the log. `infra/stores/eventstoredb` implements it. */
export interface EventStore {
  /**
   * A whole stream, oldest first, or at most `limit` events of it beginning at revision `from`; an absent stream is empty. Events of
   * unknown type are left out. `revision` is that of the last event read.
   */
  read(stream: string, options?: { from?: number; limit?: number }): Promise<StreamRead>;
  /** Appends all or nothing. Resends on transport faults; throws `RevisionConflict` or `StoreUnavailable`. */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly EventToAppend[],
  ): Promise<{ revision: number; position: Position }>;
}
