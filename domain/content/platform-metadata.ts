import type { z } from 'zod';
import { parseExpecting } from '../kernel/expected.ts';
import { ignoredFields, meantBy, plainName } from '../kernel/ignored-fields.ts';
import { Refused } from '../kernel/refused.ts';
import { cutText } from '../kernel/stored-text.ts';
import type { Platform } from '../platforms/platform.ts';
import { platformFields } from './platform-fields.ts';
import { platformEntries } from './platform-keyed.ts';
import { entriesOf } from '../kernel/keys-of.ts';
import { isRecord } from '../kernel/record.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** `platformMetadata` in its stored form: upper-case platforms, no nulls, no empty platforms. */
export type PlatformMetadata = Readonly<Partial<Record<Platform, Fields>>>;

/** A change from PATCH: a null field is removed, a null platform loses all its fields. */
export type PlatformMetadataChange = Readonly<Partial<Record<Platform, Fields | null>>>;

/** Limits the size of the fields in an event: UTF-16 units of the whole object as JSON. */
const sizeMax = 16_384;

type Unknown = Readonly<{ of: string; field: string; known: readonly string[]; meant: string | undefined }>;

const unknownField = ({ of, field, known, meant }: Unknown): Refused => {
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
  const message = `${field} is no field of ${of}${hint || '.'} Known are ${known.join(', ')}`;
  return new Refused('VALIDATION_ERROR', message, { field, allowed: known });
};

/** Throws where a value has another type than its field, or names a field inside that is not known. */
const checkValue = (schema: z.ZodType, value: unknown, path: string): void => {
  const result = parseExpecting(schema, value);
  if (!result.success) {
    const [issue] = result.error.issues;
    const field = [path, ...(issue?.path ?? [])].join('.');
    throw new Refused('VALIDATION_ERROR', `${field}: ${issue?.message ?? 'invalid'}`, { field });
  }
  const [ignored] = ignoredFields(schema, value);
  if (!ignored) return;
  const field = [path, ...ignored.path.map((name) => cutText(name, 100))].join('.');
  throw unknownField({ of: path, field, known: ignored.known, meant: ignored.meant });
};

/** The fields by their documented names. A misspelled one would publish in public what was meant to be private. */
const checkedFields = (platform: Platform, fields: Fields, path: string): Fields => {
  const schemas = new Map<string, z.ZodType>(Object.entries(platformFields[platform].shape));
  const known = [...schemas.keys()];
  const checked = Object.entries(fields).map(([given, value]): [string, unknown] => {
    const name = known.find((each) => plainName(each) === plainName(given)) ?? given;
    const field = `${path}.${cutText(given, 100)}`;
    const schema = schemas.get(name);
    // A null removes a field, also one that earlier versions stored.
    if (value === null) return [name, null];
    if (!schema) throw unknownField({ of: platform, field, known, meant: meantBy(given, known) });
    checkValue(schema, value, field);
    return [name, value];
  });
  return Object.fromEntries(checked);
};

/**
 * `platformMetadata` of a request. Platforms and fields in any casing; two spellings of one are merged, the later wins.
 * Throws VALIDATION_ERROR naming the platform or field that is not known, or that has another type.
 */
export const readPlatformMetadata = (input: unknown, field = 'platformMetadata'): PlatformMetadataChange => {
  const read: Partial<Record<Platform, Fields | null>> = {};
  for (const [platform, value, path] of platformEntries(input, field)) {
    if (value !== null && !isRecord(value))
      throw new Refused('VALIDATION_ERROR', `${path} must be an object of fields`, { field: path });
    read[platform] = value === null ? null : { ...read[platform], ...checkedFields(platform, value, path) };
  }
  if (JSON.stringify(read).length > sizeMax)
    throw new Refused('VALIDATION_ERROR', `${field} must not exceed ${sizeMax} characters as JSON`, { field });
  return read;
};

const mergeFields = (stored: Fields | undefined, change: Fields): Fields =>
  Object.fromEntries(Object.entries({ ...stored, ...change }).filter(([, value]) => value != null));

/** Metadata after a change, per platform and per field. Of a new post `stored` is `{}`. */
export const mergePlatformMetadata = (stored: PlatformMetadata, change: PlatformMetadataChange): PlatformMetadata => {
  const merged: Partial<Record<Platform, Fields | null>> = { ...stored };
  for (const [platform, fields] of entriesOf(change))
    merged[platform] = fields === null ? null : mergeFields(stored[platform], fields);
  return Object.fromEntries(
    Object.entries(merged).flatMap(([platform, fields]) =>
      fields == null || Object.keys(fields).length === 0 ? [] : [[platform, fields]],
    ),
  );
};
