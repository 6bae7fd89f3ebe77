import { UnknownEvent, type Catalogue } from '../../../domain/kernel/catalogue.ts';
import type { EventMeta, Recorded } from '../../../domain/kernel/event.ts';
import type { EventToAppend } from '../../../domain/kernel/event-store.ts';
import type { EncodedEvent } from './append-request.ts';
import type { WireEvent } from './read-response.ts';

/**
 * The largest event. Larger ones break paging long before the store's own limit; media and imports
 * go to object storage.
 */
export const maxEventBytes = 64 * 1024;

export class EventTooLarge extends Error {
  override readonly name = 'EventTooLarge';
}

/** Versions of the store before 22.10 send no position with an event of a stream. */
const nowhere = { commit: 0n, prepare: 0n };

type StoredMeta = EventMeta & { v: number };

/** The stored form of an event. The number of its version is in the metadata. */
export const encode = (event: EventToAppend, catalogue: Catalogue): EncodedEvent => {
  const { type, version, data } = catalogue.encode(event);
  const json = JSON.stringify(data);
  const bytes = Buffer.byteLength(json);
  if (bytes > maxEventBytes) throw new EventTooLarge(`${type} has ${bytes} bytes, more than ${maxEventBytes}`);
  return { id: event.id, type, data: json, metadata: JSON.stringify({ ...event.meta, v: version }) };
};

/** The event lifted to its newest version, or undefined for a type this build does not know. */
export const decode = (event: WireEvent, catalogue: Catalogue): Recorded | undefined => {
  if (!event.isJson || event.type.startsWith('$')) return undefined;
  const { v, ...meta } = event.metadata as unknown as StoredMeta;
  try {
    const { type, data } = catalogue.decode({ type: event.type, version: v, data: event.data });
    return {
      id: event.id,
      type,
      data,
      stream: event.streamId,
      revision: Number(event.revision),
      position: event.position ?? nowhere,
      meta,
    };
  } catch (error) {
    if (error instanceof UnknownEvent) return undefined;
    throw error;
  }
};

/**
 * Stored events lifted to their newest version. Events of unknown type are left out and reported.
 */
export const liftAll = (
  stored: readonly Recorded[],
  catalogue: Catalogue,
  onUnknown: (type: string) => void,
): readonly Recorded[] =>
  stored.flatMap((event) => {
    const { v, ...meta } = event.meta as StoredMeta;
    try {
      const { data } = catalogue.decode({ type: event.type, version: v, data: event.data });
      return [{ ...event, data, meta }];
    } catch (error) {
      if (!(error instanceof UnknownEvent)) throw error;
      onUnknown(event.type);
      return [];
    }
  });

const binary = (value: unknown): unknown =>
  value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value;

/**
 * The event as it is stored: of any type, in the version it was written in, with that version in
 * its metadata.
 */
export const decodeAsStored = (event: WireEvent): Recorded | undefined => {
  if (event.type.startsWith('$')) return undefined;
  return {
    id: event.id,
    type: event.type,
    data: binary(event.data),
    stream: event.streamId,
    revision: Number(event.revision),
    position: event.position ?? nowhere,
    // This service writes an EventMeta; other writers may have stored anything.
    meta: (binary(event.metadata) ?? {}) as EventMeta,
  };
};
