import type { LogEntry } from '../storage/storage.ts';
import type { Decision } from './expected-revision.ts';
import type { ProposedEvent } from './proposed-event.ts';
import type { StreamState } from './stream-state.ts';

export type WriteResult =
  /**
   * `last` is the revision of the last event of this append, -1 for an append of nothing to an
   * absent stream.
   */
  { kind: 'written'; last: number; position: number } | Exclude<Decision, { kind: 'write' | 'already-written' }>;

export type StreamAppend = Readonly<{ stream: string; events: readonly ProposedEvent[] }>;

/** A change that waits for the writer. */
export type WriteRequest = Readonly<{
  stream: string;
  expected: number;
  change:
    | { kind: 'append'; events: readonly ProposedEvent[] }
    | { kind: 'append-many'; appends: readonly StreamAppend[] }
    | { kind: 'delete' | 'tombstone' };
  resolve: (result: WriteResult) => void;
  reject: (error: Error) => void;
}>;

/** A commit that still gathers events. */
export type OpenCommit = {
  entries: LogEntry[];
  bytes: number;
  touched: Map<string, StreamState>;
  replies: { request: WriteRequest; result: WriteResult }[];
};

export const newCommit = (): OpenCommit => ({ entries: [], bytes: 0, touched: new Map(), replies: [] });
