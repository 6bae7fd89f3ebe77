import { BACKWARDS, END, type EventStoreDBClient, type StreamingRead } from '@eventstore/db-client';
import type { Catalogue } from '../../../domain/kernel/catalogue.ts';
import { requireReadable, UnreadableEvent, type Position, type Recorded } from '../../../domain/kernel/event.ts';
import {
  RevisionConflict,
  StoreUnavailable,
  type Appended,
  type EventBatch,
  type EventStore,
  type EventToAppend,
  type ExpectedRevision,
  type FollowOptions,
  type StreamRange,
  type StreamRead,
} from '../../../domain/kernel/event-store.ts';
import { allEvents } from './all-events.ts';
import type { AppendRefusal } from './append-response.ts';
import { Appends } from './appends.ts';
import { decodeAsStored, encode, lift } from './codec.ts';
import { clientFor } from './connection-string.ts';
import { withLargeFlowWindow } from './extended-client.ts';
import type { WireEvent } from './read-response.ts';
import { streamEvents } from './stream-events.ts';

/**
 * `stored`: in the version they were written in, unknown types included. `lifted`: in their newest
 * version; the default.
 */
type Form = Readonly<{ as?: 'stored' | 'lifted' }>;

/** An event store that reads events in either form. */
export interface VersionedEventStore extends EventStore {
  read(stream: string, range?: StreamRange & Form): Promise<StreamRead>;
  follow(from: Position | 'start', options: FollowOptions & Form): AsyncIterable<EventBatch>;
}

type Options = Readonly<{
  /** How long one try of a call may take. */
  timeoutMilliseconds?: number;
  /** How often an append is sent with the same ids before the store counts as unavailable. */
  tries?: number;
  /** Called with the type of every event of unknown type that a reader skipped. */
  onUnknown?: (type: string) => void;
}>;

/** How long the client may take to end its streams. */
const closeTimeoutMs = 5_000;

/** How many events one reading looks back for the newest event. */
const headPageEvents = 1_000;

/**
 * The event store of the service through `@eventstore/db-client`. Only this folder and tests use
 * the client.
 */
export class EventStoreDb implements VersionedEventStore {
  readonly #client: EventStoreDBClient;
  readonly #appends: Appends;
  readonly #catalogue: Catalogue;
  readonly #timeoutMs: number;
  readonly #tries: number;
  readonly #onUnknown: (type: string) => void;

  constructor(connectionString: string, catalogue: Catalogue, options: Options = {}) {
    this.#client = withLargeFlowWindow(clientFor(connectionString));
    this.#appends = new Appends(this.#client);
    this.#catalogue = catalogue;
    this.#timeoutMs = options.timeoutMilliseconds ?? 5_000;
    this.#tries = options.tries ?? 3;
    this.#onUnknown = options.onUnknown ?? (() => {});
  }

  async read(stream: string, { from, limit, as = 'lifted' }: StreamRange & Form = {}): Promise<StreamRead> {
    try {
      const stored = await streamEvents(this.#client, stream, { from, limit, timeoutMs: this.#timeoutMs });
      const last = stored?.at(-1);
      if (!stored || !last) return { events: [], revision: 'none' };
      const events = stored.flatMap((event) => this.#decoded(event, as) ?? []);
      // A stream without one of its events is another stream: nothing is decided on it.
      events.forEach(requireReadable);
      return { events, revision: Number(last.revision) };
    } catch (error) {
      throw unavailable(error);
    }
  }

  async append(stream: string, expected: ExpectedRevision, events: readonly EventToAppend[]): Promise<Appended> {
    const encoded = events.map((event) => encode(event, this.#catalogue));
    for (let attempt = 1; ; attempt++) {
      try {
        const outcome = await within(this.#timeoutMs, this.#appends.append(stream, expected, encoded));
        if ('refused' in outcome) throw refusalOf(outcome, stream);
        const { revision, position } = outcome;
        if (!position) throw new StoreUnavailable('the store answered without a position');
        return { revision, position };
      } catch (error) {
        if (error instanceof RevisionConflict) throw error;
        // The same ids at the same revision: the store recognises what an unanswered try stored.
        if (attempt === this.#tries) throw unavailable(error);
      }
    }
  }

  async *follow(
    from: Position | 'start',
    { signal, maxBatch = 2_000, fillWithinMs = 0, as = 'lifted' }: FollowOptions & Form,
  ): AsyncIterable<EventBatch> {
    try {
      for await (const { events: stored, isLast } of allEvents(this.#client, from, {
        signal,
        maxBatch,
        fillWithinMs,
      })) {
        const to = stored.at(-1)?.position;
        if (to) yield { events: stored.flatMap((event) => this.#decoded(event, as) ?? []), to, caughtUp: isLast };
      }
    } catch (error) {
      if (!signal.aborted) throw unavailable(error);
    }
  }

  async head(): Promise<Position | undefined> {
    try {
      // The store's own events (links, settings) do not count. A few of them follow each event of
      // the service.
      let from: typeof END | Position = END;
      for (;;) {
        const page = this.#client.readAll({ direction: BACKWARDS, fromPosition: from, maxCount: headPageEvents });
        let read = 0;
        for await (const { event, link } of eachWithin(this.#timeoutMs, page)) {
          if (event && !event.type.startsWith('$')) return event.position;
          read++;
          from = event?.position ?? link?.position ?? from;
        }
        if (read < headPageEvents) return undefined;
      }
    } catch (error) {
      throw unavailable(error);
    }
  }

  async close(): Promise<void> {
    // The client waits until each of its streams has ended. A stream that broke at the wrong moment
    // never ends.
    await within(closeTimeoutMs, this.#client.dispose()).catch(() => undefined);
  }

  #decoded(stored: WireEvent, as: 'stored' | 'lifted'): Recorded | undefined {
    const event = decodeAsStored(stored);
    if (!event || as === 'stored') return event;
    const lifted = lift(event, this.#catalogue);
    if (!lifted) this.#onUnknown(stored.type);
    return lifted;
  }
}

const unavailable = (error: unknown): Error =>
  error instanceof StoreUnavailable || error instanceof UnreadableEvent
    ? error
    : new StoreUnavailable('the event store does not answer', { cause: error });

const refusalOf = ({ refused }: AppendRefusal, stream: string): Error =>
  refused === 'WrongExpectedVersion' ? new RevisionConflict(stream) : new Error(`the store refused: ${refused}`);

const within = async <T>(milliseconds: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StoreUnavailable('no answer in time')), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** Ends a read that goes silent: each event must come within the time. */
async function* eachWithin<T>(milliseconds: number, reading: StreamingRead<T>): AsyncIterable<T> {
  const events = reading.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<T>;
  try {
    for (;;) {
      const next = await within(milliseconds, events.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    void events.return?.();
    void reading.cancel().catch(() => {});
    reading.on('error', () => {}).resume();
  }
}
