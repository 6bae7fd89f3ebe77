import type { ExpectedRevision } from '../../../commands/kernel/event-store.ts';
import { WireWriter } from './wire-writer.ts';

/** An event as it is sent: its data and metadata are JSON. */
export type EncodedEvent = Readonly<{ id: string; type: string; data: string; metadata: string }>;

export type Append = Readonly<{
  /** Comes back with the answer; positive, and once for each connection. */
  correlation: number;
  stream: string;
  expected: ExpectedRevision;
  events: readonly EncodedEvent[];
  /** After this the store no longer begins to write, in milliseconds since 1970. */
  deadline: number;
}>;

/** Numbers of the fields in the store's streams.proto and shared.proto, which ship inside the client as `generated/streams_pb`. */
const inRequest = { correlation: 1, options: 2, events: 3, isFinal: 4 };
const inOptions = { stream: 1, revision: 2, noStream: 3, deadline: 6 };
const inStream = { name: 3 };
const inTimestamp = { seconds: 1, nanoseconds: 2 };
const inEvent = { id: 1, metadata: 2, customMetadata: 3, data: 4 };
const inEntry = { key: 1, value: 2 };
const inUuid = { string: 2 };

/** One message of a call has less than four megabytes; so many characters certainly fit. */
const mostInOne = 1_000_000;

/** A correlation as the id it travels as: small, so that either half of it can be read as a number. */
const idOf = (correlation: number): string => `00000000-0000-0000-0000-${correlation.toString(16).padStart(12, '0')}`;

const writeEvent = (to: WireWriter, { id, type, data, metadata }: EncodedEvent): void => {
  const entry = (key: string, value: string): void =>
    to.message(inEvent.metadata, () => {
      to.text(inEntry.key, key);
      to.text(inEntry.value, value);
    });
  to.message(inEvent.id, () => to.text(inUuid.string, id));
  entry('type', type);
  entry('content-type', 'application/json');
  to.text(inEvent.customMetadata, metadata);
  to.text(inEvent.data, data);
};

const writeOptions = (to: WireWriter, { stream, expected, deadline }: Append): void => {
  to.message(inOptions.stream, () => to.text(inStream.name, stream));
  if (expected === 'none') to.message(inOptions.noStream, () => {});
  else to.number(inOptions.revision, expected);
  to.message(inOptions.deadline, () => {
    to.number(inTimestamp.seconds, Math.floor(deadline / 1000));
    to.number(inTimestamp.nanoseconds, Math.floor(deadline % 1000) * 1_000_000);
  });
};

/** Where the events of the first message end. */
const endOfMessage = (events: readonly EncodedEvent[]): number => {
  let characters = 0;
  const end = events.findIndex(({ data, metadata }, index) => {
    characters += data.length + metadata.length;
    return index > 0 && characters > mostInOne;
  });
  return end < 0 ? events.length : end;
};

/**
 * The messages that ask the store for an append, the last of them marked as such. Written here: the client's general encoding took most of
 * the time of an append (`npm run bench -- commands`).
 */
export const appendRequests = (append: Append): readonly Buffer[] => {
  const requests: Buffer[] = [];
  let left = append.events;
  do {
    const to = new WireWriter();
    const events = left.slice(0, endOfMessage(left));
    left = left.slice(events.length);
    to.message(inRequest.correlation, () => to.text(inUuid.string, idOf(append.correlation)));
    if (requests.length === 0) to.message(inRequest.options, () => writeOptions(to, append));
    for (const event of events) to.message(inRequest.events, () => writeEvent(to, event));
    if (left.length === 0) to.number(inRequest.isFinal, 1);
    requests.push(to.bytes);
  } while (left.length > 0);
  return requests;
};
