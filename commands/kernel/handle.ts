import type { Decider } from '../../domain/kernel/decider.ts';
import type { NewEvent } from '../../domain/kernel/event.ts';
import { RevisionConflict, type LogEntries, type StreamStore } from '../../domain/kernel/event-store.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { batching } from './batching.ts';
import type { Handled, Loaded, Preview, SentCommand } from './command.ts';
import { asDecided, decideOn, previewOn, type Decision, type Write, type Written } from './decide-on.ts';
import type { Fold } from './seen-stream.ts';
import { cachedFirst, StreamCache, type Consistency } from './stream-cache.ts';

const maxAttempts = 3;

type Options = Readonly<{
  /** The whole log, where it may be read: many streams that are asked for at a time then share reads of its end. */
  log?: LogEntries;
  /** Milliseconds of a steady clock. */
  clock?: () => number;
  /** Waits for other commands of the same stream, to append them together; by default not at all. */
  linger?: () => Promise<void>;
}>;

/**
 * Carries out commands: load the stream, recognise a command that was carried out before, decide, append at the revision that was
 * loaded, and retry after a lost race. A stream of another workspace does not exist for the caller.
 *
 * @example
 * const counter: Decider<number, { by: number }, NewEvent<'Counted', { by: number }>> = {
 *   category: 'counter',
 *   initial: 0,
 *   decide: ({ by }) => [{ type: 'Counted', data: { by } }],
 *   evolve: (sum, { data }) => sum + data.by,
 * };
 * const meta = {
 *   workspaceId: 'w1',
 *   mode: 'live',
 *   actor: { kind: 'user', id: 'u1' },
 *   $correlationId: 'r1',
 *   occurredAt: '2026-12-01T10:00:00.000Z',
 * } as const;
 * declare const store: StreamStore;
 * const commands = new CommandHandler(store);
 * const { state, revision } = await commands.handle(counter, 'c1', { by: 2 }, { commandId: 'k1', meta });
 */
export class CommandHandler {
  readonly #streams: StreamCache;
  readonly #write: Write;

  constructor(store: StreamStore, { log, clock = () => performance.now(), linger }: Options = {}) {
    this.#streams = new StreamCache(store, clock, log);
    this.#write = batching(cachedFirst(this.#streams, this.#carryOut.bind(this)), linger);
  }

  async handle<State, Command, Event extends NewEvent>(
    decider: Decider<State, Command, Event>,
    id: string,
    command: Command,
    context: SentCommand<Event>,
  ): Promise<Handled<State, Event>> {
    const stream = `${decider.category}-${id}`;
    const decide: Decision = (seen) =>
      asDecided(stream, seen, decider, { ...context, decided: decideOn(seen, decider, command, context) });
    const { after, ...written } = await this.#write(stream, decide, context);
    return { events: after.history(decider), state: after.state(decider), revision: after.revision, ...written };
  }

  async #carryOut(stream: string, decide: Decision): Promise<Written> {
    for (let attempt = 1; ; attempt += 1) {
      const seen = await this.#streams.read(stream);
      try {
        return await this.#streams.append(stream, seen, decide(seen));
      } catch (error) {
        if (!(error instanceof RevisionConflict) || attempt === maxAttempts) throw error;
      }
    }
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
    const seen = this.#streams.expected(stream, context);
    try {
      if (seen) return previewOn(seen, decider, command, context);
    } catch (error) {
      // The cached stream may be stale. Only the log refuses.
      if (!(error instanceof Refused)) throw error;
    }
    return previewOn(await this.#streams.read(stream), decider, command, context);
  }

  /** Folds a stream without a decision; `undefined` where it is absent or another workspace's. */
  async load<State, Event extends NewEvent>(
    decider: Fold<State, Event>,
    id: string,
    workspaceId: string | undefined,
    consistency: Consistency = 'latest',
  ): Promise<Loaded<State, Event> | undefined> {
    const read = await this.#streams.load(`${decider.category}-${id}`, consistency);
    const events = read.history(decider);
    const isForeign = workspaceId !== undefined && events[0]?.meta.workspaceId !== workspaceId;
    return events.length === 0 || isForeign ? undefined : { state: read.state(decider), events };
  }

  /** Drops all events in memory: personal data in them may have been erased. */
  forget(): void {
    this.#streams.clear();
  }
}
