import { foldState, type Decider } from '../../domain/kernel/decider.ts';
import type { EventMeta, NewEvent, Position, Recorded } from '../../domain/kernel/event.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { eventIdFor } from './deterministic-ids.ts';
import {
  RevisionConflict,
  StoreUnavailable,
  type StreamStore,
  type EventToAppend,
  type ExpectedRevision,
} from '../../domain/kernel/event-store.ts';
import { batchByKey } from './batch-by-key.ts';
import { SeenStream } from './seen-stream.ts';
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

export type CommandOptions<Event extends NewEvent> = Readonly<{
  /** The stream is expected not to exist, so it is not read first. A conflict reads it after all. */
  fresh?: boolean;
  /** Aggregates that belong to no workspace (users, reservations) are open to every workspace's commands. */
  shared?: boolean;
  /** Refuses by what the caller expects of the history, the version it saw for example. Asked unless the command is done already. */
  guard?: (history: readonly Recorded<Event>[]) => void;
}>;

type Timing = Readonly<{
  /** Steady time in milliseconds. */
  clock?: () => number;
  /** How long a command waits for others of the same stream, to be appended with them; by default not at all. */
  linger?: () => Promise<void>;
}>;

/** Which of the streams this process saw last will do instead of a new reading of the log; by default none. */
type Accepted = Readonly<{ recent?: boolean; within?: number; atLeast?: number }>;

type Loaded<State, Event extends NewEvent> = Readonly<{ state: State; events: readonly Recorded<Event>[] }>;

/** A command that waits for its turn at its stream, its types put away. */
type Waiting = Readonly<{
  options: CommandOptions<NewEvent>;
  /** What it adds to the stream as it then stands; throws what it refuses with. */
  decide(now: SeenStream): readonly EventToAppend[];
  /** The stream as the command found it with what it added. */
  extended(now: SeenStream, added: readonly Recorded[]): SeenStream;
  done(after: SeenStream, appended: number, position: Position | undefined): void;
  failed(error: unknown): void;
}>;

/** What a command came to while it was decided: how far the stream reached after it, or why it was refused. */
type Outcome =
  Readonly<{ waiting: Waiting; after: SeenStream; appended: number }> | Readonly<{ waiting: Waiting; error: unknown }>;

const attempts = 3;
/** The most commands of one stream that are appended together. */
const together = 8;
/** Where events stand that the log has not taken yet. */
const nowhere: Position = { commit: -1n, prepare: -1n };

/**
 * Carries out commands: load, decide, append at the revision read. A lost race is read and decided again, three times in
 * all; a command that was carried out before appends nothing. A stream of another workspace does not exist for the caller.
 * Commands for one stream queue up rather than lose races against each other, and those that wait are decided one upon the other and
 * appended together.
 */
export class CommandHandler {
  readonly #store: StreamStore;
  readonly #cache = new StreamCache();
  readonly #enqueue: (stream: string, waiting: Waiting) => void;
  readonly #clock: () => number;
  readonly #readings = new Map<string, Readonly<{ reading: Promise<SeenStream>; asOf: number }>>();

  constructor(store: StreamStore, { clock = () => performance.now(), linger }: Timing = {}) {
    this.#store = store;
    this.#clock = clock;
    this.#enqueue = batchByKey((stream, group) => this.#carryOut(stream, group), {
      most: together,
      linger,
      // A guard judges what is stored, not what others are about to add.
      alone: ({ options }) => options.guard !== undefined,
    });
  }

  handle<State, Command, Event extends NewEvent>(
    decider: Decider<State, Command, Event>,
    id: string,
    command: Command,
    context: CommandContext,
    options: CommandOptions<Event> = {},
  ): Promise<Handled<State, Event>> {
    return new Promise((resolve, failed) => {
      this.#enqueue(`${decider.category}-${id}`, {
        options: options as CommandOptions<NewEvent>,
        failed,
        decide: (now) => decideOn(now, decider, command, context, options),
        extended: (now, added) => now.with(added as readonly Recorded<Event>[], decider),
        done: (after, appended, position) => {
          const events = after.events as readonly Recorded<Event>[];
          resolve({ events, state: after.state(decider), revision: after.revision, position, appended });
        },
      });
    });
  }

  /**
   * What a command would come to, without an append: refuses as the command would. A request that takes reservations for a command
   * asks this first, so that a refused command reserves nothing.
   */
  async preview<State, Command, Event extends NewEvent>(
    decider: Decider<State, Command, Event>,
    id: string,
    command: Command,
    context: CommandContext,
    options: CommandOptions<Event> = {},
  ): Promise<State> {
    const stream = `${decider.category}-${id}`;
    const stateAfter = (now: SeenStream): State =>
      foldState(decider, decideOn(now, decider, command, context, options), now.state(decider));
    const seen = this.#cache.get(stream) ?? (options.fresh ? this.#absent() : undefined);
    if (seen) {
      try {
        return stateAfter(seen);
      } catch (error) {
        // What was seen may be old. Only the log refuses.
        if (!(error instanceof Refused)) throw error;
      }
    }
    return stateAfter(await this.#read(stream));
  }

  async #carryOut(stream: string, group: readonly Waiting[]): Promise<void> {
    let left = group;
    try {
      const seen =
        this.#cache.get(stream) ?? (group.every(({ options }) => options.fresh) ? this.#absent() : undefined);
      // What was seen may be old. Only an append at its revision proves that it was not.
      if (seen) left = await this.#attempt(stream, seen, left).catch(unlessConflict(left));
      for (let attempt = 1; left.length > 0; attempt++) {
        const unsettled = left;
        const read = await this.#read(stream);
        left = await this.#attempt(stream, read, left, true).catch((error: unknown) => {
          if (attempt === attempts) throw error;
          return unlessConflict(unsettled)(error);
        });
      }
    } catch (error) {
      // What the store would not take of several commands may be the fault of one.
      const [one, ...others] = left;
      if (others.length === 0 || error instanceof StoreUnavailable) for (const { failed } of left) failed(error);
      else for (const waiting of [one, ...others]) if (waiting) await this.#carryOut(stream, [waiting]);
    }
  }

  /** Decides a group upon a stream and appends what comes of it. Answers whom that told nothing: all of them, where it proved nothing. */
  async #attempt(
    stream: string,
    seen: SeenStream,
    group: readonly Waiting[],
    isKnown = false,
  ): Promise<readonly Waiting[]> {
    const outcomes: Outcome[] = [];
    const events: EventToAppend[] = [];
    let now = seen;
    for (const waiting of group) {
      try {
        const added = waiting.decide(now);
        const first = now.revision === 'none' ? 0 : now.revision + 1;
        now = waiting.extended(
          now,
          added.map((event, index) => ({ stream, revision: first + index, position: nowhere, ...event })),
        );
        events.push(...added);
        outcomes.push({ waiting, after: now, appended: added.length });
      } catch (error) {
        outcomes.push({ waiting, error });
      }
    }
    if (events.length === 0 && !isKnown) return group;
    const position = events.length > 0 ? await this.#append(stream, now, seen, events) : undefined;
    for (const outcome of outcomes) {
      if ('error' in outcome) outcome.waiting.failed(outcome.error);
      else {
        const { after, appended } = outcome;
        const stored = position ? after.placed(seen.events.length, position, seen.asOf) : after;
        outcome.waiting.done(stored, appended, appended > 0 ? position : undefined);
      }
    }
    return [];
  }

  /** Appends at the revision seen, and remembers the stream as it then is. */
  async #append(
    stream: string,
    after: SeenStream,
    seen: SeenStream,
    events: readonly EventToAppend[],
  ): Promise<Position> {
    const asOf = this.#clock();
    try {
      const { position } = await this.#store.append(stream, seen.revision, events);
      this.#cache.put(stream, after.placed(seen.events.length, position, asOf));
      return position;
    } catch (error) {
      this.#cache.drop(stream);
      throw error;
    }
  }

  async #read(stream: string): Promise<SeenStream> {
    const asOf = this.#clock();
    const reading = this.#store.read(stream).then((read) => new SeenStream(read, asOf));
    this.#readings.set(stream, { reading, asOf });
    try {
      const read = await reading;
      const known = this.#cache.get(stream);
      // Never an older view in place of a newer one.
      if (!known || read.events.length >= known.events.length) this.#cache.put(stream, read);
      return read;
    } finally {
      if (this.#readings.get(stream)?.reading === reading) this.#readings.delete(stream);
    }
  }

  /** What was seen of a stream and will do, or is being read and will. */
  #accepted(stream: string, { recent, within, atLeast }: Accepted): SeenStream | Promise<SeenStream> | undefined {
    const seen = this.#cache.get(stream);
    if (atLeast !== undefined) {
      return seen !== undefined && seen.revision !== 'none' && seen.revision >= atLeast ? seen : undefined;
    }
    if (recent) return seen;
    if (within === undefined) return undefined;
    const since = this.#clock() - within;
    if (seen && seen.asOf >= since) return seen;
    const under = this.#readings.get(stream);
    return under && under.asOf >= since ? under.reading : undefined;
  }

  #absent(): SeenStream {
    return new SeenStream({ events: [], revision: 'none' }, this.#clock());
  }

  /**
   * Folds a stream without deciding anything; `undefined` where it is absent or another workspace's. `recent` is content with what this
   * process saw last, for who goes on to send a command and is corrected by it; `within` with what was the whole stream at most so many
   * milliseconds ago; `atLeast` with what reaches this revision.
   */
  async load<State, Event extends NewEvent>(
    decider: Pick<Decider<State, never, Event>, 'category' | 'initial' | 'evolve'>,
    id: string,
    workspaceId: string | undefined,
    accepted: Accepted = {},
  ): Promise<Loaded<State, Event> | undefined> {
    const stream = `${decider.category}-${id}`;
    const read = await (this.#accepted(stream, accepted) ?? this.#read(stream));
    const history = read.events as readonly Recorded<Event>[];
    if (history.length === 0) return undefined;
    if (workspaceId !== undefined && history[0]?.meta.workspaceId !== workspaceId) return undefined;
    return { state: read.state(decider), events: history };
  }
}

const decideOn = <State, Command, Event extends NewEvent>(
  now: SeenStream,
  decider: Decider<State, Command, Event>,
  command: Command,
  context: CommandContext,
  { shared, guard }: CommandOptions<Event>,
): readonly (Event & EventToAppend)[] => {
  const history = now.events as readonly Recorded<Event>[];
  if (!shared && isForeign(history, context)) throw new Refused('NOT_FOUND', `${decider.category} not found`);
  if (history.some((event) => event.meta.$causationId === context.commandId)) return [];
  guard?.(history);
  return stamp(decider.decide(command, now.state(decider)), context);
};

/** A conflict on what was seen says nothing yet: all is decided again. A fault of the store ends it. */
const unlessConflict =
  (group: readonly Waiting[]) =>
  (error: unknown): readonly Waiting[] => {
    if (error instanceof RevisionConflict) return group;
    throw error;
  };

const isForeign = (history: readonly Recorded[], context: CommandContext): boolean =>
  history[0] !== undefined && history[0].meta.workspaceId !== context.meta.workspaceId;

/**
 * Event ids come from the command and what it decided, so a resend of an unanswered append is recognised by the store. The same command
 * decided otherwise, by a process that saw an older stream, is no resend: it must lose the race and read what it came to.
 */
const stamp = <Event extends NewEvent>(decided: readonly Event[], { commandId, meta }: CommandContext) =>
  decided.map((event, index) => ({
    id: eventIdFor(commandId, index, [event.type, event.data, meta.occurredAt]),
    meta: { $causationId: commandId, ...meta },
    ...event,
  }));
