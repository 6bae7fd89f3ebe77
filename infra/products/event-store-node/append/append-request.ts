import { anyRevision, noStream, streamExists } from '../log/expected-revision.ts';
import type { ProposedEvent } from '../log/proposed-event.ts';
import { readEventId } from '../protocol/event-id.ts';
import type { WireReader } from '../protocol/wire.ts';

/** An event that lacks one of its required metadata properties. */
export class MissingProperty extends Error {
  override readonly name = 'MissingProperty';
  readonly property: string;

  constructor(property: string) {
    super(`The given key '${property}' was not present in the dictionary.`);
    this.property = property;
  }
}

const nothing = Buffer.alloc(0);

/**
 * Reads a `ProposedMessage`, which single and batch appends share. Throws `InvalidEventId` or
 * `MissingProperty`.
 */
export const readProposedEvent = (reader: WireReader): ProposedEvent => {
  let id: string | undefined;
  let type: Buffer | undefined;
  let contentType: string | undefined;
  let metadata: Buffer = nothing;
  let data: Buffer = nothing;
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 1) id = readEventId(reader.message());
    else if (field === 2) {
      const entry = reader.message();
      let key = '';
      let value: Buffer = nothing;
      for (let part = entry.next(); part !== 0; part = entry.next()) {
        if (part === 1) key = entry.bytes().toString();
        else if (part === 2) value = entry.bytes();
        else entry.skip();
      }
      if (key === 'type') type = value;
      else if (key === 'content-type') contentType = value.toString('latin1');
    } else if (field === 3) metadata = reader.bytes();
    else if (field === 4) data = reader.bytes();
    else reader.skip();
  }
  if (type === undefined) throw new MissingProperty('type');
  if (contentType === undefined) throw new MissingProperty('content-type');
  // An absent id counts as the empty id.
  if (id === undefined) throw new MissingProperty('id');
  return { id, type, isJson: contentType === 'application/json', metadata, data };
};

/** The bytes of the stream name inside a `StreamIdentifier`. */
export const readStreamName = (identifier: WireReader): string => {
  let name = '';
  for (let field = identifier.next(); field !== 0; field = identifier.next()) {
    if (field === 3) name = identifier.bytes().toString();
    else identifier.skip();
  }
  return name;
};

const maxRevision = 2 ** 63;

/**
 * A revision sent as an unsigned 64-bit number; the largest of all means "no stream", as on the
 * real server.
 */
export const expectedFromUint64 = (value: number): number => (value >= maxRevision ? noStream : value);

export type AppendOptions = { stream: string; expected: number | undefined };

/** Reads the options of a single append; `expected` is undefined when the request names none. */
export const readAppendOptions = (reader: WireReader): AppendOptions => {
  const options: AppendOptions = { stream: '', expected: undefined };
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 1) options.stream = readStreamName(reader.message());
    else if (field === 2) options.expected = expectedFromUint64(reader.uint64());
    else {
      if (field === 3) options.expected = noStream;
      else if (field === 4) options.expected = anyRevision;
      else if (field === 5) options.expected = streamExists;
      reader.skip();
    }
  }
  return options;
};
