import type { Catalogue } from '../../../domain/kernel/catalogue.ts';
import type { EventMeta, Recorded } from '../../../domain/kernel/event.ts';
import type { EventToAppend } from '../../../domain/kernel/event-store.ts';
import { partsOfStream } from '../../../domain/kernel/stream-names.ts';
import type { EncodedEvent } from './append-request.ts';
import { type RawEvent, parsedMetadata, wireEventOf, type WireEvent } from './read-response.ts';

/**
 * The largest event, unless its definition says otherwise. Larger ones break paging long before the store's own
 * limit; media and imports go to object storage.
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
  const most = catalogue.definitions.get(type)?.largest ?? maxEventBytes;
  if (bytes > most) throw new EventTooLarge(`${type} has ${bytes} bytes, more than ${most}`);
  return { id: event.id, type, data: json, metadata: JSON.stringify({ ...event.meta, v: version }) };
};

/** Whether the metadata are those that `encode` writes. Another application in the store writes its own, or none. */
const isOurs = (meta: unknown): boolean => {
  const { workspaceId, mode, actor, occurredAt } = (meta ?? {}) as Partial<EventMeta>;
  return [workspaceId, mode, actor?.kind, actor?.id, occurredAt].every((text) => typeof text === 'string');
};

/** The categories of the streams that the service writes; undefined where they are not known. */
export const categoriesOf = (catalogue: Catalogue): ReadonlySet<string> | undefined =>
  catalogue.categories && new Set([...catalogue.categories.values()].flat());

/**
 * Whether another application wrote the event, as far as its metadata say. A newer build of the
 * service writes types and categories that this one does not know, with metadata like these.
 */
export const isForeign = ({ meta }: Pick<Recorded, 'meta'>): boolean => !isOurs(meta);

/**
 * The stored event in its newest version. Undefined for an event that is not of this build: its type
 * is unknown, or another application wrote it, because it lacks our metadata or is in a stream of a
 * category that we append no such event to. An event of ours that cannot be lifted says why in
 * `unreadable`: never throws.
 */
export const lift = (stored: Recorded, catalogue: Catalogue): Recorded | undefined => {
  if (!catalogue.definitions.has(stored.type)) return undefined;
  const { category } = partsOfStream(stored.stream);
  const fits = catalogue.categories?.get(stored.type)?.includes(category) ?? true;
  if (!fits || !isOurs(stored.meta)) return undefined;
  const { v, ...meta } = stored.meta as StoredMeta;
  const unreadable = (reason: string): Recorded => ({ ...stored, meta, unreadable: reason });
  if (typeof stored.data !== 'object' || stored.data === null) return unreadable('its data are no object');
  try {
    return { ...stored, meta, data: catalogue.decode({ type: stored.type, version: v, data: stored.data }).data };
  } catch (error) {
    return unreadable(error instanceof Error ? error.message : String(error));
  }
};

/** The events that are of this build, lifted. The others are left out and reported. */
export const liftAll = (
  stored: readonly Recorded[],
  catalogue: Catalogue,
  onUnknown: (type: string) => void,
): readonly Recorded[] =>
  stored.flatMap((event) => {
    const lifted = lift(event, catalogue);
    if (!lifted) onUnknown(event.type);
    return lifted ?? [];
  });

const binary = (value: unknown): unknown =>
  value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value;

/** This service writes an EventMeta; other writers may have stored anything. */
const metaOf = (metadata: unknown): EventMeta => (binary(metadata) ?? {}) as EventMeta;

/**
 * The stored form of an event: of any type, in the version it was written in, with that version in
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
    meta: metaOf(event.metadata),
  };
};

/** The metadata of a raw event, as readers of the log get them. */
export const rawMeta = ({ metadata }: RawEvent): Pick<Recorded, 'meta'> => ({ meta: metaOf(parsedMetadata(metadata)) });

/** A raw event as readers of the log get it; undefined for an event of the store itself. */
export const rawAsStored = (event: RawEvent): Recorded | undefined => decodeAsStored(wireEventOf(event));
