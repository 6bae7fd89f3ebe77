import { foldState, type Decider } from '../../domain/kernel/decider.ts';
import type { NewEvent, Position, Recorded } from '../../domain/kernel/event.ts';
import type { LogEntries, StreamStore } from '../../domain/kernel/event-store.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import type { Handled, Preview, SentCommand } from './command.ts';
import { decideOn, stamp } from './decide-on.ts';
import { SeenStream, type Fold } from './seen-stream.ts';
import { StreamCache, type Consistency } from './stream-cache.ts';
import { StreamWriter, type Decision } from './stream-writer.ts';

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

/** The position of events that are not appended yet. */
const unplaced: Position = { commit: -1n, prepare: -1n };

/**
 * Carries out commands: load the stream, recognise a command that was carried out before, decide, append at the revision that was
 * loaded, and begin again after a lost race. A stream of another workspace does not exist for the caller.
 *
 * `decideOn` recognises and decides; `StreamWriter` appends and repeats; `StreamCache` loads.
 */
export class CommandHandler {
  readonly #streams: StreamCache;
  readonly #writer: StreamWriter;
  readonly #clock: () => number;

  constructor(store: StreamStore, { log, clock = () => performance.now(), linger }: Options = {}) {
    this.#clock = clock;
    this.#streams = new StreamCache(store, clock, log);
    this.#writer = new StreamWriter(this.#streams, clock, linger);
  }

  async handle<State, Command, Event extends NewEvent>(
    decider: Decider<State, Command, Event>,
    id: string,
    command: Command,
    context: SentCommand<Event>,
  ): Promise<Handled<State, Event>> {
    const stream = `${decider.category}-${id}`;
    const decide: Decision = (now) => {
      const added = stamp(decideOn(now, decider, command, context), context);
      const first = now.revision === 'none' ? 0 : now.revision + 1;
      const recorded = added.map((event, index) => ({ stream, revision: first + index, position: unplaced, ...event }));
      return { added, after: now.with(recorded, decider) };
    };
    const { fresh = false, guard, last = false, patience } = context;
    const { after, appended, position } = await this.#writer.write(stream, decide, {
      fresh,
      alone: guard !== undefined,
      last,
      patience,
    });
    const { revision } = after;
    return { events: after.history(decider), state: after.state(decider), revision, position, appended };
  }

  /**
   * What a command would decide and the state that it would lead to, without an append: refuses as the command would.
   * A request that claims reservations for a command calls this first, so that a refused command claims nothing, and
   * gives the preview to `handle`, so that an accepted one is decided once.
   */
  async preview<State, Command, Event extends NewEvent>(
    decider: Decider<State, Command, Event>,
    id: string,
    command: Command,
    context: SentCommand<Event>,
  ): Promise<Preview<State, Event>> {
    const stream = `${decider.category}-${id}`;
    const previewOn = (now: SeenStream): Preview<State, Event> => {
      const decided = decideOn(now, decider, command, context);
      return { command, revision: now.revision, decided, state: foldState(decider, decided, now.state(decider)) };
    };
    const seen = this.#streams.cached(stream) ?? (context.fresh ? SeenStream.absent(this.#clock()) : undefined);
    if (seen) {
      try {
        return previewOn(seen);
      } catch (error) {
        // The cached stream may be stale. Only the log refuses.
        if (!(error instanceof Refused)) throw error;
      }
    }
    return previewOn(await this.#streams.read(stream));
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
}
