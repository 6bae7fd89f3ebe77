import { BinaryReader } from '@bufbuild/protobuf/wire';

/**
 * Node's own decoder takes half the time of `TextDecoder`. The reader's parts of a `Buffer` are
 * buffers as well.
 */
const utf8 = (bytes: Uint8Array): string => (bytes as Buffer).toString('utf8');

export const readerOf = (message: Buffer): BinaryReader => new BinaryReader(message, utf8);

/** Where the nested message ends whose length the reader is at. */
export const endOfNested = (reader: BinaryReader): number => reader.uint32() + reader.pos;

/**
 * The text of one field of the nested message the reader is at, or an empty text. The reader ends
 * behind the message.
 */
export const textInNested = (reader: BinaryReader, wanted: number): string => {
  const end = endOfNested(reader);
  let text = '';
  while (reader.pos < end) {
    const [field, wireType] = reader.tag();
    if (field === wanted) text = reader.string();
    else reader.skip(wireType);
  }
  return text;
};

/**
 * A whole number. Throws for a number that a double cannot hold exactly: a position must not be
 * rounded.
 */
export const wholeNumber = (reader: BinaryReader): number => {
  const value = Number(reader.uint64());
  if (!Number.isSafeInteger(value)) throw new RangeError('a number is larger than can be held exactly');
  return value;
};
