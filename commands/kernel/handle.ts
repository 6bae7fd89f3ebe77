import { foldState, type Decider } from '../../domain/kernel/decider.ts';
import type { EventMeta, NewEvent, Position, Recorded } from '../../domain/kernel/event.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { eventIdFor } from './deterministic-ids.ts';
import { RevisionConflict, type EventStore, type ExpectedRevision, type StreamRead } from './event-store.ts';
import { oneAtATime } from './one-at-a-time.ts';

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

type Options = Readonly<{
  /** The stream is expected not to exist, so it is not read first. A conflict reads it after all. */
  fresh?: boolean;
  /** Aggregates that belong to no workspace (users, reservations) are open to every workspace's commands. */
  shared?: boolean;
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

  constructor(store: EventStore) {
    this.#store = store;
  }

  handle<State, Command, Event extends NewEvent>(
    decider: Decider<State, Command, Event>,
    id: string,
    command: Command,
    context: CommandContext,
    options: Options = {},
  ): Promise<Handled<State, Event>> {
    const stream = `${decider.category}-${id}`;
    // Commands for one stream queue up here rather than lose races against each other.
    return this.#queued(stream, async () => {
      for (let attempt = 1; ; attempt++) {
        const read = options.fresh && attempt === 1 ? absent : await this.#store.read(stream);
        const history = read.events as readonly Recorded<Event>[];
        if (!options.shared && isForeign(history, context))
          throw new Refused('NOT_FOUND', `${decider.category} not found`);
        const state = foldState(decider, history);
        const done = history.some((event) => event.meta.$causationId === context.commandId);
        const decided = done ? [] : decider.decide(command, state);
        if (decided.length === 0) {
          return { events: history, state, revision: read.revision, position: undefined, appended: 0 };
        }
        try {
          const events = stamp(decided, context);
          const { revision, position } = await this.#store.append(stream, read.revision, events);
          const first = revision - events.length + 1;
          const recorded = events.map((event, index) => ({ ...event, stream, revision: first + index, position }));
          return {
            events: [...history, ...recorded],
            state: foldState(decider, decided, state),
            revision,
            position,
            appended: events.length,
          };
        } catch (error) {
          if (!(error instanceof RevisionConflict) || attempt === attempts) throw error;
        }
      }
    });
  }

  /** Folds a stream without deciding anything; `undefined` where it is absent or another workspace's. */
  async load<State, Event extends NewEvent>(
    decider: Pick<Decider<State, never, Event>, 'category' | 'initial' | 'evolve'>,
    id: string,
    workspaceId: string | undefined,
  ): Promise<{ state: State; events: readonly Recorded<Event>[] } | undefined> {
    const { events } = await this.#store.read(`${decider.category}-${id}`);
    const history = events as readonly Recorded<Event>[];
    if (history.length === 0) return undefined;
    if (workspaceId !== undefined && history[0]?.meta.workspaceId !== workspaceId) return undefined;
    return { state: foldState(decider, history), events: history };
  }
}

const isForeign = (history: readonly Recorded[], context: CommandContext): boolean =>
  history[0] !== undefined && history[0].meta.workspaceId !== context.meta.workspaceId;

/** Event ids come from the command, so a resend of an unanswered append is recognised by the store. */
const stamp = <Event extends NewEvent>(decided: readonly Event[], { commandId, meta }: CommandContext) =>
  decided.map((event, index) => ({
    ...event,
    id: eventIdFor(commandId, index),
    meta: { ...meta, $causationId: commandId },
  }));
