/**
 * Encodes appends field by field with the wire writer of `@bufbuild/protobuf`. Per append of one
 * event of 1.1 KB: 2.2 µs of processor time, against 16.7 µs with the client's generated messages,
 * when an append takes 43 µs in all.
 */
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { ExpectedRevision } from '../../../domain/kernel/event-store.ts';

/** The form of an event in an append: its data and metadata are JSON, as text or as bytes. */
export type EncodedEvent = Readonly<{
  id: string;
  type: string;
  data: string | Uint8Array;
  metadata: string | Uint8Array;
  /** `application/json` where it is absent. */
  contentType?: string;
}>;

export type Append = Readonly<{
  /** The store returns it with its answer. Positive, and unique within a connection. */
  correlation: number;
  stream: string;
  expected: ExpectedRevision;
  events: readonly EncodedEvent[];
  /**
   * The store does not start to write later than this after it received the append. A duration, not
   * a time, because the clocks of two machines may differ by minutes.
   */
  withinMs: number;
}>;

/**
 * Field numbers of the store's streams.proto and shared.proto, which the client ships compiled as
 * `generated/streams_pb`. The client's copy lacks `withinDuration`, which releases after 21.10 have.
 */
const inRequest = { correlation: 1, options: 2, events: 3, isFinal: 4 };
const inOptions = { stream: 1, revision: 2, noStream: 3, withinDuration: 7 };
const inStream = { name: 3 };
const inDuration = { seconds: 1, nanoseconds: 2 };
const inEvent = { id: 1, metadata: 2, customMetadata: 3, data: 4 };
const inEntry = { key: 1, value: 2 };
const inUuid = { string: 2 };

/**
 * A message may have four megabytes. This many characters fit, however many bytes each of them
 * takes.
 */
const maxMessageCharacters = 1_000_000;

/**
 * A correlation as the UUID it is sent as: small, so that either half of it can be read as a
 * number.
 */
const uuidOf = (correlation: number): string => `00000000-0000-0000-0000-${correlation.toString(16).padStart(12, '0')}`;

const text = (to: BinaryWriter, field: number, value: string): BinaryWriter =>
  to.tag(field, WireType.LengthDelimited).string(value);

const textOrBytes = (to: BinaryWriter, field: number, value: string | Uint8Array): BinaryWriter =>
  typeof value === 'string' ? text(to, field, value) : to.tag(field, WireType.LengthDelimited).bytes(value);

const wholeNumber = (to: BinaryWriter, field: number, value: number): BinaryWriter =>
  to.tag(field, WireType.Varint).uint64(value);

/** Begins a nested message; `join` ends it. */
const nested = (to: BinaryWriter, field: number): BinaryWriter => to.tag(field, WireType.LengthDelimited).fork();

const writeUuid = (to: BinaryWriter, field: number, uuid: string): void => {
  text(nested(to, field), inUuid.string, uuid).join();
};

const writeEntry = (to: BinaryWriter, key: string, value: string): void => {
  nested(to, inEvent.metadata);
  text(to, inEntry.key, key);
  text(to, inEntry.value, value).join();
};

const writeEvent = (to: BinaryWriter, event: EncodedEvent): void => {
  const { id, type, data, metadata, contentType = 'application/json' } = event;
  nested(to, inRequest.events);
  writeUuid(to, inEvent.id, id);
  writeEntry(to, 'type', type);
  writeEntry(to, 'content-type', contentType);
  textOrBytes(to, inEvent.customMetadata, metadata);
  textOrBytes(to, inEvent.data, data).join();
};

const writeOptions = (to: BinaryWriter, { stream, expected, withinMs }: Append): void => {
  nested(to, inRequest.options);
  text(nested(to, inOptions.stream), inStream.name, stream).join();
  if (expected === 'none') nested(to, inOptions.noStream).join();
  else wholeNumber(to, inOptions.revision, expected);
  nested(to, inOptions.withinDuration);
  wholeNumber(to, inDuration.seconds, Math.floor(withinMs / 1000));
  wholeNumber(to, inDuration.nanoseconds, Math.floor(withinMs % 1000) * 1_000_000).join();
  to.join();
};

/** How many events fit into the first message. */
const countInFirstMessage = (events: readonly EncodedEvent[]): number => {
  let characters = 0;
  const end = events.findIndex(({ data, metadata }, index) => {
    characters += data.length + metadata.length;
    return index > 0 && characters > maxMessageCharacters;
  });
  return end < 0 ? events.length : end;
};

/**
 * One writer for all appends, because growing its buffer is most of its cost. `finish` copies what
 * was written and empties it, so nothing may throw before.
 */
const to = new BinaryWriter();

/** The messages that ask the store for one append. The last of them is marked as final. */
export const appendRequests = (append: Append): readonly Buffer[] => {
  const { expected } = append;
  if (expected !== 'none' && !(Number.isSafeInteger(expected) && expected >= 0))
    throw new RangeError(`${expected} is not a revision`);
  const requests: Buffer[] = [];
  let left = append.events;
  do {
    const events = left.slice(0, countInFirstMessage(left));
    left = left.slice(events.length);
    writeUuid(to, inRequest.correlation, uuidOf(append.correlation));
    if (requests.length === 0) writeOptions(to, append);
    for (const event of events) writeEvent(to, event);
    if (left.length === 0) to.tag(inRequest.isFinal, WireType.Varint).bool(true);
    const { buffer, byteOffset, length } = to.finish();
    requests.push(Buffer.from(buffer, byteOffset, length));
  } while (left.length > 0);
  return requests;
};
