import type { BinaryReader } from '@bufbuild/protobuf/wire';
import type { Position } from '../../../domain/kernel/event.ts';
import { endOfNested, readerOf, textInNested, wholeNumber } from './protobuf-reader.ts';

export type Appended = Readonly<{
  /** Of the last event appended. */
  revision: number;
  /** Absent where the store sends none. */
  position: Position | undefined;
}>;

/**
 * Why the store refused an append: the name of its error message, `WrongExpectedVersion` for
 * example.
 */
export type AppendRefusal = Readonly<{ refused: string }>;

export type AppendAnswer = Readonly<{ correlation: number; outcome: Appended | AppendRefusal }>;

/** Field numbers of the store's streams.proto, shared.proto and status.proto. */
const inResponse = { correlation: 1, error: 2, success: 3 };
const inSuccess = { revision: 1, position: 3 };
const inPosition = { commit: 1, prepare: 2 };
const inStatus = { details: 3 };
const inDetails = { type: 1 };
const inUuid = { structured: 1, string: 2 };
const inStructured = { least: 2 };

/** The low half of a UUID of two numbers. */
const leastIn = (reader: BinaryReader): number => {
  const end = endOfNested(reader);
  let least = 0;
  while (reader.pos < end) {
    const [field, wireType] = reader.tag();
    if (field === inStructured.least) least = wholeNumber(reader);
    else reader.skip(wireType);
  }
  return least;
};

/** The store answers with the id as text, as it was sent, or as two numbers. */
const correlationIn = (reader: BinaryReader): number => {
  const end = endOfNested(reader);
  let correlation = 0;
  while (reader.pos < end) {
    const [field, wireType] = reader.tag();
    if (field === inUuid.string) correlation = Number.parseInt(reader.string().slice(-12), 16);
    else if (field === inUuid.structured) correlation = leastIn(reader);
    else reader.skip(wireType);
  }
  return correlation;
};

const positionIn = (reader: BinaryReader): Position => {
  const end = endOfNested(reader);
  let [commit, prepare] = [0, 0];
  while (reader.pos < end) {
    const [field, wireType] = reader.tag();
    if (field === inPosition.commit) commit = wholeNumber(reader);
    else if (field === inPosition.prepare) prepare = wholeNumber(reader);
    else reader.skip(wireType);
  }
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
};

const successIn = (reader: BinaryReader): Appended => {
  const end = endOfNested(reader);
  let revision = 0;
  let position: Position | undefined;
  while (reader.pos < end) {
    const [field, wireType] = reader.tag();
    if (field === inSuccess.revision) revision = wholeNumber(reader);
    else if (field === inSuccess.position) position = positionIn(reader);
    else reader.skip(wireType);
  }
  return { revision, position };
};

const refusalIn = (reader: BinaryReader): AppendRefusal => {
  const end = endOfNested(reader);
  let refused = '';
  while (reader.pos < end) {
    const [field, wireType] = reader.tag();
    // The type is a URL; its last part is the name of the message.
    if (field === inStatus.details) refused = textInNested(reader, inDetails.type).replace(/^.*[./]/, '');
    else reader.skip(wireType);
  }
  return { refused: refused || 'Unknown' };
};

/** The store's answer to one append of a call. */
export const appendAnswer = (response: Buffer): AppendAnswer => {
  const reader = readerOf(response);
  let correlation = 0;
  let outcome: AppendAnswer['outcome'] = { refused: 'Unknown' };
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (field === inResponse.correlation) correlation = correlationIn(reader);
    else if (field === inResponse.success) outcome = successIn(reader);
    else if (field === inResponse.error) outcome = refusalIn(reader);
    else reader.skip(wireType);
  }
  return { correlation, outcome };
};
