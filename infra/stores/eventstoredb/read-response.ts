import type { Position } from '../../../domain/kernel/event.ts';
import { endOfNested, readerOf, wholeNumber } from './protobuf-reader.ts';
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

/** Field numbers of the store's streams.proto. */
const inResponse = { checkpoint: 3, streamNotFound: 4, caughtUp: 8 };
const inCheckpoint = { commit: 1, prepare: 2 };

/** The JSON in these bytes, or the bytes where they are none. */
const parsed = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return bytes;
  }
};

export const parsedMetadata = (metadata: Buffer): unknown => (metadata.length > 0 ? parsed(metadata) : undefined);

export const wireEventOf = ({ stream, contentType, data, metadata, ...event }: RawEvent): WireEvent => {
  const isJson = contentType === 'application/json';
  return {
    id: event.id,
    type: event.type,
    streamId: stream,
    revision: event.revision,
    position: event.position,
    isJson,
    data: isJson ? parsed(data) : data,
    metadata: parsedMetadata(metadata),
  };
};

/** The event in an answer to a read, parsed; undefined for other answers. */
export const eventIn = (response: Buffer): WireEvent | undefined => {
  const event = rawEventIn(response);
  return event && wireEventOf(event);
};

/** Whether an answer is of a kind; the reader is then at its content. */
const isOfKind = (reader: ReturnType<typeof readerOf>, kind: number): boolean => {
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (field === kind) return true;
    reader.skip(wireType);
  }
  return false;
};

/** Whether an answer says that the stream does not exist. */
export const saysStreamNotFound = (response: Buffer): boolean =>
  isOfKind(readerOf(response), inResponse.streamNotFound);

/** Whether an answer says that a subscription has sent all that is in the log. */
export const saysCaughtUp = (response: Buffer): boolean => isOfKind(readerOf(response), inResponse.caughtUp);

/** Up to where a filtered subscription has searched, in an answer that says so. */
export const checkpointIn = (response: Buffer): Position | undefined => {
  const reader = readerOf(response);
  if (!isOfKind(reader, inResponse.checkpoint)) return undefined;
  const end = endOfNested(reader);
  let [commit, prepare] = [0, 0];
  while (reader.pos < end) {
    const [field, wireType] = reader.tag();
    if (field === inCheckpoint.commit) commit = wholeNumber(reader);
    else if (field === inCheckpoint.prepare) prepare = wholeNumber(reader);
    else reader.skip(wireType);
  }
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
};
