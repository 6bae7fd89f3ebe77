import { BACKWARDS, END, EventStoreDBClient, type StreamingRead } from '@eventstore/db-client';
import {
  RevisionConflict,
  StoreUnavailable,
  type EventStore,
  type EventToAppend,
  type ExpectedRevision,
  type StreamRead,
  type FollowOptions,
  type EventBatch,
} from '../../../domain/kernel/event-store.ts';
import type { Catalogue } from '../../../domain/kernel/catalogue.ts';
import type { Position, Recorded } from '../../../domain/kernel/event.ts';
import { allEvents } from './all-events.ts';
import type { AppendRefusal } from './append-response.ts';
import { widened } from './extended-client.ts';
import { Appends } from './appends.ts';
import { decode, decodeAsStored, encode } from './codec.ts';
import type { StoredEvent } from './read-response.ts';
import { streamEvents } from './stream-events.ts';

type Options = Readonly<{
  /** How long one try of a call may take. */
  timeoutMilliseconds?: number;
  /** How often an append is sent with the same ids before the store counts as unavailable. */
  tries?: number;
  /** Told of every event of unknown type that a reader passed. */
  onUnknown?: (type: string) => void;
  /** Reads events as they stand in the store, of unknown types as well, instead of lifted to their newest version. */
  asStored?: boolean;
}>;

/** How long the client may take to end its streams. */
const closeWithinMs = 5_000;

/** How far one reading looks back for the newest event. */
const headPage = 1_000;

/** The log and its streams through `@eventstore/db-client`; the only module that knows the client. */
export class EventStoreDb implements EventStore {
  readonly #client: EventStoreDBClient;
  readonly #appends: Appends;
  readonly #catalogue: Catalogue;
  readonly #timeout: number;
  readonly #tries: number;
  readonly #onUnknown: (type: string) => void;
  readonly #asStored: boolean;

  constructor(connectionString: string, catalogue: Catalogue, options: Options = {}) {
    this.#client = widened(EventStoreDBClient.connectionString(connectionString));
    this.#appends = new Appends(this.#client);
    this.#catalogue = catalogue;
    this.#timeout = options.timeoutMilliseconds ?? 5_000;
    this.#tries = options.tries ?? 3;
    this.#onUnknown = options.onUnknown ?? (() => {});
    this.#asStored = options.asStored ?? false;
  }

  async read(stream: string, { from, limit }: { from?: number; limit?: number } = {}): Promise<StreamRead> {
    try {
      const stored = await streamEvents(this.#client, stream, { from, limit, withinMs: this.#timeout });
      const last = stored?.at(-1);
      if (!stored || !last) return { events: [], revision: 'none' };
      return { events: stored.flatMap((event) => this.#decoded(event) ?? []), revision: Number(last.revision) };
    } catch (error) {
      throw unavailable(error);
    }
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly EventToAppend[],
  ): Promise<{ revision: number; position: Position }> {
    const encoded = events.map((event) => encode(event, this.#catalogue));
    for (let attempt = 1; ; attempt++) {
      try {
        const outcome = await timed(this.#appends.append(stream, expected, encoded), this.#timeout);
        if ('refused' in outcome) throw refusalOf(outcome, stream);
        const { revision, position } = outcome;
        if (!position) throw new StoreUnavailable('the store answered without a position');
        return { revision, position };
      } catch (error) {
        if (error instanceof RevisionConflict) throw error;
        // The same ids at the same revision: what was stored by an unanswered try is recognised, not stored again.
        if (attempt === this.#tries) throw unavailable(error);
      }
    }
  }

  async *follow(
    from: Position | 'start',
    { signal, maxBatch = 2_000, fillWithinMs = 0 }: FollowOptions,
  ): AsyncIterable<EventBatch> {
    try {
      for await (const { events: stored, isLast } of allEvents(this.#client, from, {
        signal,
        maxBatch,
        fillWithinMs,
      })) {
        const to = stored.at(-1)?.position;
        if (to) yield { events: stored.flatMap((event) => this.#decoded(event) ?? []), to, caughtUp: isLast };
      }
    } catch (error) {
      if (!signal.aborted) throw unavailable(error);
    }
  }

  async head(): Promise<Position | undefined> {
    try {
      // The store's own events (links, settings) are no news to anybody here; behind each of ours stand a few of them.
      let from: typeof END | Position = END;
      for (;;) {
        const page = this.#client.readAll({ direction: BACKWARDS, fromPosition: from, maxCount: headPage });
        let read = 0;
        for await (const { event, link } of withinTime(page, this.#timeout)) {
          if (event && !event.type.startsWith('$')) return event.position;
          read++;
          from = event?.position ?? link?.position ?? from;
        }
        if (read < headPage) return undefined;
      }
    } catch (error) {
      throw unavailable(error);
    }
  }

  async close(): Promise<void> {
    // The client waits for each of its streams to end, and one that broke at the wrong moment never does.
    await timed(this.#client.dispose(), closeWithinMs).catch(() => undefined);
  }

  #decoded(stored: StoredEvent): Recorded | undefined {
    const event = this.#asStored ? decodeAsStored(stored) : decode(stored, this.#catalogue);
    if (!event && !stored.type.startsWith('$')) this.#onUnknown(stored.type);
    return event;
  }
}

const unavailable = (error: unknown): Error =>
  error instanceof StoreUnavailable ? error : new StoreUnavailable('the event store does not answer', { cause: error });

const refusalOf = ({ refused }: AppendRefusal, stream: string): Error =>
  refused === 'WrongExpectedVersion' ? new RevisionConflict(stream) : new Error(`the store refused: ${refused}`);

const timed = async <T>(work: Promise<T>, milliseconds: number): Promise<T> => {
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
async function* withinTime<T>(reading: StreamingRead<T>, milliseconds: number): AsyncIterable<T> {
  const events = reading.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<T>;
  try {
    for (;;) {
      const next = await timed(events.next(), milliseconds);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    void events.return?.();
    void reading.cancel().catch(() => {});
    reading.on('error', () => {}).resume();
  }
}
