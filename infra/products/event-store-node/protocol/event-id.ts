import { WireReader } from './wire.ts';

/** An id that is not a UUID, or is the empty UUID. */
export class InvalidEventId extends Error {
  override readonly name = 'InvalidEventId';
}

const canonical = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const otherForms = /^(?:[{(]([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})[})]|([0-9a-f]{32}))$/;
const empty = '00000000-0000-0000-0000-000000000000';

const hyphenated = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;

/** A UUID in its canonical lower-case form. Input may have no hyphens, or braces. */
export const canonicalId = (text: string): string => {
  const lower = text.trim().toLowerCase();
  if (canonical.test(lower)) return lower;
  const match = otherForms.exec(lower);
  const bare = match?.[1] ?? (match?.[2] === undefined ? undefined : hyphenated(match[2]));
  if (bare === undefined) throw new InvalidEventId(`Unrecognized Guid format: ${text.slice(0, 64)}`);
  return bare;
};

/** Reads the protocol's UUID message, a text or two 64-bit halves, as canonical text. */
export const readUuid = (reader: WireReader): string => {
  let text: string | undefined;
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 2) text = canonicalId(reader.bytes().toString('latin1'));
    else if (field === 1) {
      const halves = reader.message();
      let most = 0n;
      let least = 0n;
      for (let half = halves.next(); half !== 0; half = halves.next()) {
        if (half === 1) most = halves.int64();
        else if (half === 2) least = halves.int64();
        else halves.skip();
      }
      text = hyphenated(most.toString(16).padStart(16, '0') + least.toString(16).padStart(16, '0'));
    } else reader.skip();
  }
  if (text === undefined) throw new InvalidEventId('Value cannot be null.');
  return text;
};

/** The id of an event: any UUID but the empty UUID. */
export const readEventId = (reader: WireReader): string => {
  const id = readUuid(reader);
  if (id === empty) throw new InvalidEventId('Empty eventId provided.');
  return id;
};
