import type { Position } from '../../domain/kernel/event.ts';

/**
 * The events of a listener: of one workspace, and of the types, categories and aggregates that it
 * names.
 */
export type StreamFilter = Readonly<{
  workspaceId: string;
  types: ReadonlySet<string> | undefined;
  /** The first half of stream names: `post`, `account`. */
  categories: ReadonlySet<string> | undefined;
  /** The second half: ids of posts, accounts … */
  aggregateIds: ReadonlySet<string> | undefined;
}>;

/** The port to the live tail of the log. `infra/log/tail` implements it. */
export interface EventStream {
  /**
   * Server-sent events from a position on, then as they happen, until the signal aborts or the
   * listener has to reconnect. Events are read only as the listener reads. Throws RATE_LIMITED
   * where too many listen.
   */
  listen(filter: StreamFilter, after: Position | 'start' | 'now', signal: AbortSignal): AsyncIterable<Uint8Array>;
}
