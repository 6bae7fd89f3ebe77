import type { Catalogue } from '../../../domain/kernel/catalogue.ts';
import { requireReadable, type Position, type Recorded } from '../../../domain/kernel/event.ts';
import { partsOfStream } from '../../../domain/kernel/stream-names.ts';
import {
  RevisionConflict,
  StoreUnavailable,
  type Appended,
  type EventBatch,
  type EventStore,
  type EventToAppend,
  type ExpectedRevision,
  type FollowOptions,
  type LogEntries,
  type StreamRange,
  type StreamRead,
} from '../../../domain/kernel/event-store.ts';
import { allEvents } from './all-events.ts';
import { Appends } from './appends.ts';
import { categoriesOf, decodeAsStored, encode, isForeign, lift, rawMeta } from './codec.ts';
import { Connection, extended } from './connection.ts';
import { AppendRefused, asUnavailable, isFinal } from './faults.ts';
import { logEntries } from './log-entries.ts';
import { type LogFilter, ofCategories, ofTypes } from './log-filter.ts';
import { newestEvent } from './newest-event.ts';
import type { RawEvent, WireEvent } from './read-response.ts';
import { Reachability } from './reachability.ts';
import { streamEvents } from './stream-events.ts';
import { within, withTries } from './tries.ts';

/**
 * `stored`: in the version they were written in, unknown types included. `lifted`: in their newest
 * version; the default.
 */
type Form = Readonly<{ as?: 'stored' | 'lifted' }>;

/** Which of the stored events of a log are given: those of the service, unless it says otherwise. */
export type Breadth = Readonly<{
  /** Events of categories that this build does not know may be left out, by the store itself. */
  ofKnownCategories?: boolean;
  /** Events of other applications are given as well. */
  withForeign?: boolean;
}>;

/** A log whose events are given in the version they were written in. */
export type StoredLog = Readonly<{
  head(): Promise<Position | undefined>;
  follow(from: Position | 'start', options: FollowOptions & Breadth): AsyncIterable<EventBatch>;
}>;

/** An event store that reads events in either form. */
export interface VersionedEventStore extends EventStore {
  readonly entries: LogEntries;
  read(stream: string, range?: StreamRange & Form): Promise<StreamRead>;
  follow(from: Position | 'start', options: FollowOptions & Form & Breadth): AsyncIterable<EventBatch>;
}

type Options = Readonly<{
  /** How long one call may take, with all its tries. */
  budgetMilliseconds?: number;
  /** Called with the type of every event of unknown type that a reader skipped. */
  onUnknown?: (type: string) => void;
}>;

/** A filter for more types than these would let most events through, at the cost of a search. */
const mostTypes = 100;

/** How long the client may take to end its streams. */
const closeTimeoutMs = 5_000;

/** The time limit of the store for a write, so that a request for a write is answered within five seconds. */
const defaultBudgetMs = 4_500;

/**
 * The event store of the service through `@eventstore/db-client`. Only this folder and tests use
 * the client.
 */
export class EventStoreDb implements VersionedEventStore {
  readonly entries: LogEntries;
  readonly #connection: Connection;
  readonly #appends: Appends;
  readonly #reachability: Reachability;
  readonly #catalogue: Catalogue;
  readonly #categories: ReadonlySet<string> | undefined;
  readonly #budgetMs: number;
  readonly #onUnknown: (type: string) => void;

  constructor(connectionString: string, catalogue: Catalogue, options: Options = {}) {
    this.#budgetMs = options.budgetMilliseconds ?? defaultBudgetMs;
    this.#connection = new Connection(connectionString);
    this.#appends = new Appends(this.#connection, this.#budgetMs);
    this.#reachability = new Reachability(connectionString, () =>
      this.#connection.waitingFor(newestEvent(this.#connection, { by: 'leader', timeoutMs: this.#budgetMs })),
    );
    this.#catalogue = catalogue;
    this.#categories = categoriesOf(catalogue);
    this.#onUnknown = options.onUnknown ?? (() => {});
    const entriesOf = (range: Parameters<typeof logEntries>[1]) =>
      this.#tried((timeoutMs) => logEntries(this.#connection, range, { by: 'leader', timeoutMs }));
    this.entries = {
      newest: async () => (await entriesOf({ from: 'end', limit: 1, backwards: true }))[0],
      from: (position, limit) => entriesOf({ from: position, limit }),
    };
  }

  async read(stream: string, { from, limit, as = 'lifted' }: StreamRange & Form = {}): Promise<StreamRead> {
    return this.#tried(async (timeoutMs) => {
      const stored = await streamEvents(this.#connection, stream, { from, limit }, { by: 'leader', timeoutMs });
      const last = stored?.at(-1);
      if (!stored || !last) return { events: [], revision: 'none' };
      const events = stored.flatMap((event) => this.#decoded(event, as) ?? []);
      // A stream without one of its events is another stream: nothing is decided on it.
      events.forEach(requireReadable);
      return { events, revision: Number(last.revision) };
    });
  }

  async append(stream: string, expected: ExpectedRevision, events: readonly EventToAppend[]): Promise<Appended> {
    const encoded = events.map((event) => encode(event, this.#catalogue));
    // The same ids at the same revision: the store recognises what an unanswered try stored.
    return this.#tried(async (timeoutMs) => {
      const outcome = await within(timeoutMs, this.#appends.append(stream, expected, encoded));
      if ('refused' in outcome)
        throw outcome.refused === 'WrongExpectedVersion' ? new RevisionConflict(stream) : new AppendRefused(outcome);
      const { revision, position } = outcome;
      if (!position) throw new StoreUnavailable('the store answered without a position');
      return { revision, position };
    });
  }

  async *follow(
    from: Position | 'start',
    { signal, maxBatch = 2_000, fillWithinMs = 0, types, as = 'lifted', ...breadth }: FollowOptions & Form & Breadth,
  ): AsyncIterable<EventBatch> {
    const ofKnownCategories = as === 'lifted' || breadth.ofKnownCategories === true;
    const wish = {
      signal,
      maxBatch,
      fillWithinMs,
      backlog: this.#backlogOf(types, { ofKnownCategories }),
      isWanted: (event: RawEvent) => breadth.withForeign === true || this.#mayBeOurs(event, { ofKnownCategories }),
    };
    try {
      for await (const { events: stored, to, isLast } of allEvents(this.#connection, from, wish))
        yield { events: stored.flatMap((event) => this.#decoded(event, as) ?? []), to, caughtUp: isLast };
    } catch (error) {
      if (!signal.aborted) throw asUnavailable(error, this.#connection.servers);
    }
  }

  head(): Promise<Position | undefined> {
    return this.#tried((timeoutMs) => newestEvent(this.#connection, { by: 'leader', timeoutMs }));
  }

  headSeen(): Promise<Position | undefined> {
    return this.#tried((timeoutMs) => newestEvent(this.#connection, { by: 'anyNode', timeoutMs }));
  }

  /** Resolves when the leader answers; rejects, in a sentence for the operator, with the reason why it does not. */
  reachable(withinMs: number): Promise<void> {
    return this.#reachability.within(withinMs);
  }

  /** The same, with repeated probes until the time is over or the store refuses permanently. */
  eventuallyReachable(withinMs: number): Promise<void> {
    return this.#reachability.eventually(withinMs);
  }

  /** The version that the server says it has. */
  serverVersion(): Promise<string> {
    return this.#tried(async () => (await extended(this.#connection.client).capabilities).serverVersion);
  }

  async close(): Promise<void> {
    // The client waits until each of its streams has ended. A stream that broke at the wrong moment
    // never ends.
    await within(closeTimeoutMs, this.#connection.client.dispose()).catch(() => undefined);
  }

  async #tried<T>(work: (timeoutMs: number) => Promise<T>): Promise<T> {
    try {
      return await this.#connection.waitingFor(withTries(work, { milliseconds: this.#budgetMs, isFinal }));
    } catch (error) {
      throw asUnavailable(error, this.#connection.servers);
    }
  }

  #backlogOf(
    types: ReadonlySet<string> | undefined,
    { ofKnownCategories }: Readonly<{ ofKnownCategories: boolean }>,
  ): LogFilter | undefined {
    if (types && types.size <= mostTypes) return ofTypes(types);
    return ofKnownCategories && this.#categories ? ofCategories(this.#categories) : undefined;
  }

  /**
   * Whether the service may have written an event. A newer build writes categories that this one
   * does not know, so the metadata of those decide, where they are asked for.
   */
  #mayBeOurs(event: RawEvent, { ofKnownCategories }: Readonly<{ ofKnownCategories: boolean }>): boolean {
    if (!this.#categories || this.#categories.has(partsOfStream(event.stream).category)) return true;
    return !ofKnownCategories && !isForeign(rawMeta(event));
  }

  #decoded(stored: WireEvent, as: 'stored' | 'lifted'): Recorded | undefined {
    const event = decodeAsStored(stored);
    if (!event || as === 'stored') return event;
    const lifted = lift(event, this.#catalogue);
    if (!lifted) this.#onUnknown(stored.type);
    return lifted;
  }
}
