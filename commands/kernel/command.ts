import type { EventMeta, NewEvent, Position, Recorded } from '../../domain/kernel/event.ts';
import type { ExpectedRevision } from '../../domain/kernel/event-store.ts';
import type { Patience } from './store-budget.ts';

/** The identity of a command, and the metadata of its events. */
export type CommandContext = Readonly<{
  /** The same id is the same command: it is executed once, however often it is sent. */
  commandId: string;
  meta: Omit<EventMeta, '$causationId'>;
}>;

export type Handled<State, Event extends NewEvent> = Readonly<{
  /** The stream, with what this command added: whole, or the events of a long one that still matter (`domain/compactions.ts`). */
  events: readonly Recorded<Event>[];
  state: State;
  revision: ExpectedRevision;
  /** The position of the new events in the log; absent when nothing was appended. */
  position: Position | undefined;
  appended: number;
}>;

/** A stream and the state that it folds to. */
export type Loaded<State, Event extends NewEvent> = Readonly<{ state: State; events: readonly Recorded<Event>[] }>;

/** What a command decides on a stream as it was at one revision; nothing of it is appended. */
export type Preview<State, Event extends NewEvent> = Readonly<{
  command: unknown;
  revision: ExpectedRevision;
  decided: readonly Event[];
  /** The state after these events. */
  state: State;
}>;

export type CommandOptions<Event extends NewEvent> = Readonly<{
  /**
   * The preview of this command. Its decision holds while the stream is at its revision, because a decision depends
   * on the stream and the command alone; otherwise the command is decided again.
   */
  preview?: Preview<unknown, Event>;
  /** The stream is expected not to exist, so it is not read first. A conflict reads it. */
  fresh?: boolean;
  /** The aggregate belongs to no workspace (a user, a reservation): commands of every workspace reach it. */
  shared?: boolean;
  /** Refuses a history that the caller does not expect, for example by its version. Not asked about a command that was executed. */
  guard?: (history: readonly Recorded<Event>[]) => void;
  /** The last command of the stream for some time: the stream is not cached after it. */
  last?: boolean;
  /** Where the caller no longer waits, a command that still waits in the queue of its stream is not begun. */
  patience?: Patience;
}>;

/** Who sends a command, and how its stream is reached. */
export type SentCommand<Event extends NewEvent> = CommandContext & CommandOptions<Event>;
