import type { Position } from '../../../domain/kernel/event.ts';
import { endOfNested, readerOf, wholeNumber, textInNested } from './protobuf-reader.ts';
import type { BinaryReader } from '@bufbuild/protobuf/wire';

/**
 * Decodes answers to reads field by field with the wire reader of `@bufbuild/protobuf`. Per event
 * of 1.2 KB: 5.1 µs of processor time, 4 for parsing its JSON, against 10.4 µs with the
 * client's generated messages.
 */

/** An event byte for byte: nothing of it is parsed. */
export type RawEvent = Readonly<{
  id: string;
  type: string;
  stream: string;
  /** `Infinity` for the event that deletes a stream for good. */
  revision: number;
  position: Position;
  contentType: string;
  /** When the store wrote it, in the store's own units. */
  created: string;
  data: Buffer;
  metadata: Buffer;
}>;

/**
 * Field numbers of the store's streams.proto, which the client ships compiled as
 * `generated/streams_pb`.
 */
const inResponse = { event: 1, checkpoint: 3, streamNotFound: 4, caughtUp: 8 };
const inReadEvent = { event: 1 };
const inEvent = { id: 1, stream: 2, revision: 3, prepare: 4, commit: 5, metadata: 6, customMetadata: 7, data: 8 };
const inUuid = { string: 2 };
const inStream = { name: 3 };
const inEntry = { key: 1, value: 2 };

const noBytes: Buffer = Buffer.alloc(0);

/** One entry of the store's own metadata. */
const entryIn = (reader: BinaryReader): readonly [key: string, value: string] => {
  const end = endOfNested(reader);
  let [key, value] = ['', ''];
  while (reader.pos < end) {
    const [field, wireType] = reader.tag();
    if (field === inEntry.key) key = reader.string();
    else if (field === inEntry.value) value = reader.string();
    else reader.skip(wireType);
  }
  return [key, value];
};

/** The store numbers the event that deletes a stream with the largest revision there is. */
const revisionIn = (reader: BinaryReader): number => {
  const value = Number(reader.uint64());
  return Number.isSafeInteger(value) ? value : Infinity;
};

const eventOf = (reader: BinaryReader): RawEvent => {
  const end = endOfNested(reader);
  let [id, stream, revision, commit, prepare] = ['', '', 0, 0, 0];
  let [type, contentType, created] = ['', '', ''];
  let [data, metadata] = [noBytes, noBytes];
  while (reader.pos < end) {
    const [field, wireType] = reader.tag();
    switch (field) {
      case inEvent.id:
        id = textInNested(reader, inUuid.string);
        break;
      case inEvent.stream:
        stream = textInNested(reader, inStream.name);
        break;
      case inEvent.revision:
        revision = revisionIn(reader);
        break;
      case inEvent.prepare:
        prepare = wholeNumber(reader);
        break;
      case inEvent.commit:
        commit = wholeNumber(reader);
        break;
      case inEvent.metadata: {
        const [key, value] = entryIn(reader);
        if (key === 'type') type = value;
        else if (key === 'content-type') contentType = value;
        else if (key === 'created') created = value;
        break;
      }
      case inEvent.customMetadata:
        metadata = reader.bytes() as Buffer;
        break;
      case inEvent.data:
        data = reader.bytes() as Buffer;
        break;
      default:
        reader.skip(wireType);
    }
  }
  const position = { commit: BigInt(commit), prepare: BigInt(prepare) };
  return { id, type, stream, revision, position, contentType, created, data, metadata };
};

/**
 * The event in an answer to a read; undefined for other answers: a confirmation, a checkpoint,
 * "caught up".
 */
export const rawEventIn = (response: Buffer): RawEvent | undefined => {
  const reader = readerOf(response);
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (field !== inResponse.event) {
      reader.skip(wireType);
      continue;
    }
    const end = endOfNested(reader);
    while (reader.pos < end) {
      const [inner, innerType] = reader.tag();
      if (inner === inReadEvent.event) return eventOf(reader);
      reader.skip(innerType);
    }
  }
  return undefined;
};

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
