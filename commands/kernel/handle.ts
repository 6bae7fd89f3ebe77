import { foldState, type Decider } from '../../domain/kernel/decider.ts';
import type { EventMeta, NewEvent, Position, Recorded } from '../../domain/kernel/event.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { eventIdFor } from './deterministic-ids.ts';
import { foreignRefusal } from './foreign-refusal.ts';
import {
  RevisionConflict,
  StoreUnavailable,
  type LogEntries,
  type StreamStore,
  type EventToAppend,
  type ExpectedRevision,
} from '../../domain/kernel/event-store.ts';
import { batchByKey } from './batch-by-key.ts';
import { SeenStream, type Fold } from './seen-stream.ts';
import type { Patience } from './store-budget.ts';
import { StreamCache, type Consistency } from './stream-cache.ts';

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

export type CommandOptions<Event extends NewEvent> = Readonly<{
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

type Options = Readonly<{
  /** The whole log, where it may be read: many streams that are asked for at a time then share reads of its end. */
  log?: LogEntries;
  /** Milliseconds of a steady clock. */
  clock?: () => number;
  /**
   * Waits for other commands of the same stream, to append them together; by default not at all.
   */
  linger?: () => Promise<void>;
}>;

type Loaded<State, Event extends NewEvent> = Readonly<{ state: State; events: readonly Recorded<Event>[] }>;

/** A command in the queue of its stream, with its types hidden behind functions. */
type Queued = Readonly<{
  isFresh: boolean;
  isGuarded: boolean;
  isLast: boolean;
  patience: Patience | undefined;
  /** The events that it adds to a stream, and the resulting stream; throws its refusal. */
  decide(now: SeenStream): Readonly<{ added: readonly EventToAppend[]; after: SeenStream }>;
  done(after: SeenStream, appended: number, position: Position | undefined): void;
  failed(error: unknown): void;
}>;

/** The decision on a command: the stream after it, or its refusal. */
type Outcome =
  Readonly<{ command: Queued; after: SeenStream; appended: number }> | Readonly<{ command: Queued; error: unknown }>;

const maxAttempts = 3;
/** The largest number of commands of one stream in one append: one for each platform, and one more. */
const maxBatchedCommands = 16;
/** The position of events that are not appended yet. */
const unplaced: Position = { commit: -1n, prepare: -1n };

/**
 * Carries out commands: load, decide, append at the revision that was read. A lost race is read and decided again, three times in
 * all. A command that was carried out before appends nothing. A stream of another workspace does not exist for the caller.
 *
 * A process keeps the streams it saw last and decides on them first. An answer of such a stream counts only when an append at its
 * revision succeeds: a refusal, or "nothing to do", is decided again on the log. Commands for one stream queue up instead of racing
 * each other; those that wait together are decided one after the other and appended together.
 */
export class CommandHandler {
  readonly #store: StreamStore;
  readonly #streams: StreamCache;
  readonly #enqueue: (stream: string, command: Queued) => void;
  readonly #clock: () => number;

  constructor(store: StreamStore, { log, clock = () => performance.now(), linger }: Options = {}) {
    this.#store = store;
    this.#clock = clock;
    this.#streams = new StreamCache(store, clock, log);
    this.#enqueue = batchByKey((stream, batch) => this.#carryOut(stream, batch), {
      maxBatch: maxBatchedCommands,
      linger,
      // A guard checks stored events, not those that the commands before it in the batch will add.
      alone: ({ isGuarded }) => isGuarded,
    });
  }

  handle<State, Command, Event extends NewEvent>(
    decider: Decider<State, Command, Event>,
    id: string,
    command: Command,
    context: CommandContext,
    options: CommandOptions<Event> = {},
  ): Promise<Handled<State, Event>> {
    const stream = `${decider.category}-${id}`;
    return new Promise((resolve, failed) => {
      this.#enqueue(stream, {
        isFresh: options.fresh === true,
        isGuarded: options.guard !== undefined,
        isLast: options.last === true,
        patience: options.patience,
        failed,
        decide: (now) => {
          const added = stamp(decidedOn(now, decider, command, context, options), context);
          const first = now.revision === 'none' ? 0 : now.revision + 1;
          const recorded = added.map((event, index) => ({
            stream,
            revision: first + index,
            position: unplaced,
            ...event,
          }));
          return { added, after: now.with(recorded, decider) };
        },
        done: (after, appended, position) =>
          resolve({
            events: after.history(decider),
            state: after.state(decider),
            revision: after.revision,
            position,
            appended,
          }),
      });
    });
  }

  /**
   * The state that a command would lead to, without an append: refuses as the command would. A
   * request that claims reservations for a command calls this first, so that a refused command
   * claims nothing.
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
      foldState(decider, decidedOn(now, decider, command, context, options), now.state(decider));
    const seen = this.#streams.cached(stream) ?? (options.fresh ? SeenStream.absent(this.#clock()) : undefined);
    if (seen) {
      try {
        return stateAfter(seen);
      } catch (error) {
        // The cached stream may be stale. Only the log refuses.
        if (!(error instanceof Refused)) throw error;
      }
    }
    return stateAfter(await this.#streams.read(stream));
  }

  /** Folds a stream without a decision; `undefined` where it is absent or another workspace's. */
  async load<State, Event extends NewEvent>(
    decider: Fold<State, Event>,
    id: string,
    workspaceId: string | undefined,
    consistency: Consistency = 'latest',
  ): Promise<Loaded<State, Event> | undefined> {
    const stream = `${decider.category}-${id}`;
    const read = await this.#streams.load(stream, consistency);
    const events = read.history(decider);
    if (events.length === 0) return undefined;
    if (workspaceId !== undefined && events[0]?.meta.workspaceId !== workspaceId) return undefined;
    return { state: read.state(decider), events };
  }

  /** Drops all events in memory: personal data in them may have been erased. */
  forget(): void {
    this.#streams.clear();
  }

  async #carryOut(stream: string, queued: readonly Queued[]): Promise<void> {
    const batch = queued.filter(isWantedStill);
    let left: readonly Queued[] = batch;
    if (batch.length === 0) return;
    try {
      const isFresh = batch.every((command) => command.isFresh);
      const seen = this.#streams.cached(stream) ?? (isFresh ? SeenStream.absent(this.#clock()) : undefined);
      if (seen) left = await this.#attempt(stream, seen, left, 'mayBeStale').catch(unlessConflict(left));
      for (let attempt = 1; left.length > 0; attempt++) {
        const undecided = left;
        const read = await this.#streams.read(stream);
        left = await this.#attempt(stream, read, left, 'latest').catch((error: unknown) => {
          if (attempt === maxAttempts) throw error;
          return unlessConflict(undecided)(error);
        });
      }
    } catch (error) {
      // An append that the store rejects may fail because of one of its commands: each is then
      // tried alone.
      const [one, ...others] = left;
      if (others.length === 0 || error instanceof StoreUnavailable) for (const { failed } of left) failed(error);
      else for (const command of [one, ...others]) if (command) await this.#carryOut(stream, [command]);
    }
  }

  /**
   * Decides a batch on a stream and appends its events. Returns the commands that remain undecided:
   * all of them where nothing is appended and the stream may be stale; else none.
   */
  async #attempt(
    stream: string,
    seen: SeenStream,
    batch: readonly Queued[],
    consistency: 'latest' | 'mayBeStale',
  ): Promise<readonly Queued[]> {
    const outcomes: Outcome[] = [];
    const events: EventToAppend[] = [];
    let now = seen;
    for (const command of batch) {
      try {
        const { added, after } = command.decide(now);
        now = after;
        events.push(...added);
        outcomes.push({ command, after, appended: added.length });
      } catch (error) {
        outcomes.push({ command, error });
      }
    }
    if (events.length === 0 && consistency === 'mayBeStale') return batch;
    const position = events.length > 0 ? await this.#append(stream, now, seen, events) : undefined;
    if (batch.some(({ isLast }) => isLast)) this.#streams.drop(stream);
    for (const outcome of outcomes) {
      if ('error' in outcome) outcome.command.failed(outcome.error);
      else {
        const { after, appended } = outcome;
        const stored = position ? after.placed(seen.events.length, position, seen.asOf) : after;
        outcome.command.done(stored, appended, appended > 0 ? position : undefined);
      }
    }
    return [];
  }

  /** Appends at the revision seen, and caches the resulting stream. */
  async #append(
    stream: string,
    after: SeenStream,
    seen: SeenStream,
    events: readonly EventToAppend[],
  ): Promise<Position> {
    const asOf = this.#clock();
    try {
      const { position } = await this.#store.append(stream, seen.revision, events);
      this.#streams.keep(stream, after.placed(seen.events.length, position, asOf));
      return position;
    } catch (error) {
      this.#streams.drop(stream);
      throw error;
    }
  }
}

const decidedOn = <State, Command, Event extends NewEvent>(
  now: SeenStream,
  decider: Decider<State, Command, Event>,
  command: Command,
  context: CommandContext,
  { shared, guard }: CommandOptions<Event>,
): readonly Event[] => {
  const history = now.history(decider);
  if (!shared && isForeign(history, context)) throw foreignRefusal(decider, command);
  if (history.some((event) => event.meta.$causationId === context.commandId)) return [];
  guard?.(history);
  return decider.decide(command, now.state(decider));
};

/** Refuses a command whose caller no longer waits. */
const isWantedStill = ({ patience, failed }: Queued): boolean => {
  if (patience?.aborted) failed(patience.reason);
  return !patience?.aborted;
};

/** After a conflict the batch is decided again. Any other fault ends it. */
const unlessConflict =
  (batch: readonly Queued[]) =>
  (error: unknown): readonly Queued[] => {
    if (error instanceof RevisionConflict) return batch;
    throw error;
  };

const isForeign = (history: readonly Recorded[], context: CommandContext): boolean =>
  history[0] !== undefined && history[0].meta.workspaceId !== context.meta.workspaceId;

/**
 * Event ids are derived from the command and its decision, so the store recognises a resend of an
 * unanswered append. The same command with another decision, from a process with an older stream,
 * is not a resend: it loses the race and reads the outcome.
 */
const stamp = <Event extends NewEvent>(decided: readonly Event[], { commandId, meta }: CommandContext) =>
  decided.map((event, index) => ({
    id: eventIdFor(commandId, index, [event.type, event.data, meta.occurredAt]),
    meta: { $causationId: commandId, ...meta },
    ...event,
  }));
