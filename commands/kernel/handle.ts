import { foldState, type Decider } from '../../domain/kernel/decider.ts';
import type { EventMeta, NewEvent, Position, Recorded } from '../../domain/kernel/event.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { eventIdFor } from './deterministic-ids.ts';
import { RevisionConflict, type EventStore, type ExpectedRevision, type StreamRead } from './event-store.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { StreamCache } from './stream-cache.ts';

/** Names the command and everything its events' metadata say about it. */
export type CommandContext = Readonly<{
  /** The same id is the same command: carried out once, however often it is sent. */
  commandId: string;
  meta: Omit<EventMeta, '$causationId'>;
}>;

export type Handled<State, Event extends NewEvent> = Readonly<{
  /** The whole stream, what this command added included. */
  events: readonly Recorded<Event>[];
  state: State;
  revision: ExpectedRevision;
  /** Where the new events stand in the log; absent when nothing was appended. */
  position: Position | undefined;
  appended: number;
}>;

type Options<Event extends NewEvent> = Readonly<{
  /** The stream is expected not to exist, so it is not read first. A conflict reads it after all. */
  fresh?: boolean;
  /** Aggregates that belong to no workspace (users, reservations) are open to every workspace's commands. */
  shared?: boolean;
  /** Refuses by what the caller expects of the history, the version it saw for example. Asked unless the command is done already. */
  guard?: (history: readonly Recorded<Event>[]) => void;
}>;

const attempts = 3;
const absent: StreamRead = { events: [], revision: 'none' };

/**
 * Carries out one command: load, decide, append at the revision read. A lost race is read and decided again, three times in
 * all; a command that was carried out before appends nothing. A stream of another workspace does not exist for the caller.
 */
export class CommandHandler {
  readonly #store: EventStore;
  readonly #queued = oneAtATime();
  readonly #seen = new StreamCache();

  constructor(store: EventStore) {
    this.#store = store;
  }

  handle<State, Command, Event extends NewEvent>(
    decider: Decider<State, Command, Event>,
    id: string,
    command: Command,
    context: CommandContext,
    options: Options<Event> = {},
  ): Promise<Handled<State, Event>> {
    const stream = `${decider.category}-${id}`;
    // Commands for one stream queue up here rather than lose races against each other.
    return this.#queued(stream, async () => {
      const seen = this.#seen.get(stream) ?? (options.fresh ? absent : undefined);
      if (seen) {
        // What was seen may be old. Only an append at its revision proves that it was not.
        const done = await this.#attempt(stream, seen, decider, command, context, options).catch(unlessFault);
        if (done && done.appended > 0) return done;
      }
      for (let attempt = 1; ; attempt++) {
        try {
          return await this.#attempt(stream, await this.#store.read(stream), decider, command, context, options);
        } catch (error) {
          if (!(error instanceof RevisionConflict) || attempt === attempts) throw error;
        }
      }
    });
  }

  /** Never an older view in place of a newer one. */
  #remember(stream: string, read: StreamRead): void {
    const known = this.#seen.get(stream);
    if (!known || read.events.length > known.events.length) this.#seen.put(stream, read);
  }

  async #attempt<State, Command, Event extends NewEvent>(
    stream: string,
    read: StreamRead,
    decider: Decider<State, Command, Event>,
    command: Command,
    context: CommandContext,
    { shared, guard }: Options<Event>,
  ): Promise<Handled<State, Event>> {
    const history = read.events as readonly Recorded<Event>[];
    if (!shared && isForeign(history, context)) throw new Refused('NOT_FOUND', `${decider.category} not found`);
    const state = foldState(decider, history);
    const nothing = { events: history, state, revision: read.revision, position: undefined, appended: 0 };
    if (history.some((event) => event.meta.$causationId === context.commandId)) return nothing;
    guard?.(history);
    const decided = decider.decide(command, state);
    if (decided.length === 0) return nothing;
    const events = stamp(decided, context);
    this.#seen.drop(stream);
    const { revision, position } = await this.#store.append(stream, read.revision, events);
    const first = revision - events.length + 1;
    const recorded = events.map((event, index) => ({ ...event, stream, revision: first + index, position }));
    const all = [...history, ...recorded];
    this.#seen.put(stream, { events: all, revision });
    return { events: all, state: foldState(decider, decided, state), revision, position, appended: events.length };
  }

  /**
   * Folds a stream without deciding anything; `undefined` where it is absent or another workspace's. `recent` is content with what this
   * process saw last, for who goes on to send a command and is corrected by it.
   */
  async load<State, Event extends NewEvent>(
    decider: Pick<Decider<State, never, Event>, 'category' | 'initial' | 'evolve'>,
    id: string,
    workspaceId: string | undefined,
    { recent = false } = {},
  ): Promise<{ state: State; events: readonly Recorded<Event>[] } | undefined> {
    const stream = `${decider.category}-${id}`;
    const seen = recent ? this.#seen.get(stream) : undefined;
    const read = seen ?? (await this.#store.read(stream));
    if (!seen) this.#remember(stream, read);
    const history = read.events as readonly Recorded<Event>[];
    if (history.length === 0) return undefined;
    if (workspaceId !== undefined && history[0]?.meta.workspaceId !== workspaceId) return undefined;
    return { state: foldState(decider, history), events: history };
  }
}

/** A refusal or a conflict on what was seen last says nothing yet; a fault of the store does. */
const unlessFault = (error: unknown): undefined => {
  if (error instanceof Refused || error instanceof RevisionConflict) return undefined;
  throw error;
};

const isForeign = (history: readonly Recorded[], context: CommandContext): boolean =>
  history[0] !== undefined && history[0].meta.workspaceId !== context.meta.workspaceId;

/** Event ids come from the command, so a resend of an unanswered append is recognised by the store. */
const stamp = <Event extends NewEvent>(decided: readonly Event[], { commandId, meta }: CommandContext) =>
  decided.map((event, index) => ({
    ...event,
    id: eventIdFor(commandId, index),
    meta: { ...meta, $causationId: commandId },
  }));
