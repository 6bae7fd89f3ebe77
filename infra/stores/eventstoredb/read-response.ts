import type { Position } from '../../../domain/kernel/event.ts';
import { readerOf } from './protobuf-reader.ts';
import { rawEventIn, type RawEvent } from './raw-event.ts';

/**
 * An event as the store sent it. `data` and `metadata` are parsed JSON, or bytes where they are not
 * JSON.
 */
export type WireEvent = Readonly<{
  id: string;
  type: string;
  streamId: string;
  revision: number | bigint;
  position?: Position | undefined;
  isJson: boolean;
  data: unknown;
  metadata: unknown;
}>;

/** Of the store's streams.proto. */
const streamNotFoundField = 4;

/** The JSON in these bytes, or the bytes where they are none. */
const parsed = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return bytes;
  }
};

export const wireEventOf = ({ stream, contentType, data, metadata, ...event }: RawEvent): WireEvent => {
  const isJson = contentType === 'application/json';
  return {
    ...{ id: event.id, type: event.type, streamId: stream, revision: event.revision, position: event.position, isJson },
    data: isJson ? parsed(data) : data,
    metadata: metadata.length > 0 ? parsed(metadata) : undefined,
  };
};

/** The event in an answer to a read, parsed; undefined for other answers. */
export const eventIn = (response: Buffer): WireEvent | undefined => {
  const event = rawEventIn(response);
  return event && wireEventOf(event);
};

/** Whether an answer says that the stream does not exist. */
export const saysStreamNotFound = (response: Buffer): boolean => {
  const reader = readerOf(response);
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (field === streamNotFoundField) return true;
    reader.skip(wireType);
  }
  return false;
};
