import type { ServiceError } from '@grpc/grpc-js';
import { ANY, StreamDeletedError, StreamNotFoundError } from '@eventstore/db-client';
import type { Position } from '../../../domain/kernel/event.ts';
import { StoreUnavailable } from '../../../domain/kernel/event-store.ts';
import { Connection } from './connection.ts';
import { AppendNotTaken, OrderedAppends } from './ordered-appends.ts';
import type { RawEvent } from './read-response.ts';
import type { LogFilter } from './log-filter.ts';
import { rawBatches, requestOfEvent, requestOfLog } from './raw-reads.ts';

/**
 * An event store whose events are read and written byte for byte, for copying and comparing whole
 * stores. It knows nothing of the events of this service.
 */
export class RawLog {
  readonly #connection: Connection;

  constructor(connectionString: string) {
    this.#connection = new Connection(connectionString);
  }

  /** The events that pass the filter, from a position on (itself included), to the end of the log. */
  read(from: Position | 'start', filter: LogFilter): AsyncIterable<readonly RawEvent[]> {
    return translated(rawBatches(this.#connection, requestOfLog(from, filter)));
  }

  /** The last events that pass the filter, the newest first. */
  async newest(count: number, filter: LogFilter): Promise<readonly RawEvent[]> {
    return collected(translated(rawBatches(this.#connection, requestOfLog('end', filter, count))));
  }

  /** One event of a stream; undefined where the stream, or the event, cannot be read. */
  async event(stream: string, revision: number | 'last'): Promise<RawEvent | undefined> {
    try {
      const [event] = await collected(rawBatches(this.#connection, requestOfEvent(stream, revision)));
      return event !== undefined && (revision === 'last' || event.revision === revision) ? event : undefined;
    } catch (fault) {
      if (isGone(fault)) return undefined;
      throw unavailable(fault);
    }
  }

  /** Appends that are written in the order they are sent in. */
  async orderedAppends(): Promise<OrderedAppends> {
    try {
      return await OrderedAppends.open(this.#connection.client);
    } catch (fault) {
      throw unavailable(fault);
    }
  }

  /** Deletes a stream for good. A stream that is deleted already stays so. */
  async tombstone(stream: string): Promise<void> {
    try {
      await this.#connection.client.tombstoneStream(stream, { expectedRevision: ANY });
    } catch (fault) {
      if (fault instanceof StreamDeletedError || fault instanceof StreamNotFoundError) return;
      throw unavailable(fault);
    }
  }

  async close(): Promise<void> {
    await this.#connection.client.dispose().catch(() => undefined);
  }
}

const collected = async (batches: AsyncIterable<readonly RawEvent[]>): Promise<readonly RawEvent[]> => {
  const all: RawEvent[] = [];
  for await (const batch of batches) all.push(...batch);
  return all;
};

/** What the store answers to a read of a stream that was deleted for good. */
const isGone = (fault: unknown): boolean =>
  (fault as Partial<ServiceError>).metadata?.get('exception').includes('stream-deleted') ?? false;

const unavailable = (fault: unknown): Error => {
  if (fault instanceof StoreUnavailable || fault instanceof AppendNotTaken) return fault;
  return new StoreUnavailable('the event store does not answer', { cause: fault });
};

async function* translated<T>(batches: AsyncIterable<T>): AsyncIterable<T> {
  try {
    yield* batches;
  } catch (fault) {
    throw unavailable(fault);
  }
}
