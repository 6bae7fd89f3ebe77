import type { z } from 'zod';
import { parseExpecting } from '../kernel/expected.ts';
import { Refused } from '../kernel/refused.ts';
import type { Platform } from '../platforms/platform.ts';
import { platformFields } from './platform-fields.ts';
import { isRecord, platformEntries } from './platform-keyed.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** `platformMetadata` in its stored form: upper-case platforms, no nulls, no empty platforms. */
export type PlatformMetadata = Readonly<Partial<Record<Platform, Fields>>>;

/** A change from PATCH: a null field is removed, a null platform loses all its fields. */
export type PlatformMetadataChange = Readonly<Partial<Record<Platform, Fields | null>>>;

/** Limits the size of unknown fields in an event: UTF-16 units of the whole object as JSON. */
const sizeMax = 16_384;

const checkFields = (platform: Platform, fields: Fields, path: string): void => {
  const known = new Map<string, z.ZodType>(Object.entries(platformFields[platform].shape));
  for (const [name, value] of Object.entries(fields)) {
    const schema = value === null ? undefined : known.get(name);
    const result = schema && parseExpecting(schema, value);
    if (result === undefined || result.success) continue;
    const [issue] = result.error.issues;
    const field = [path, name, ...(issue?.path ?? [])].join('.');
    throw new Refused('VALIDATION_ERROR', `${field}: ${issue?.message ?? 'invalid'}`, { field });
  }
};

/**
 * `platformMetadata` of a request. Keys in any casing; two spellings of one platform are merged, the later wins. Known
 * fields must have their types, others are kept. Throws VALIDATION_ERROR naming the key or field.
 */
export const readPlatformMetadata = (input: unknown, field = 'platformMetadata'): PlatformMetadataChange => {
  const read: Partial<Record<Platform, Fields | null>> = {};
  for (const [platform, value, path] of platformEntries(input, field)) {
    if (value !== null && !isRecord(value))
      throw new Refused('VALIDATION_ERROR', `${path} must be an object of fields`, { field: path });
    if (value !== null) checkFields(platform, value, path);
    read[platform] = value === null ? null : { ...read[platform], ...value };
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
  for (const [platform, fields] of Object.entries(change) as [Platform, Fields | null][])
    merged[platform] = fields === null ? null : mergeFields(stored[platform], fields);
  return Object.fromEntries(
    Object.entries(merged).flatMap(([platform, fields]) =>
      fields == null || Object.keys(fields).length === 0 ? [] : [[platform, fields]],
    ),
  );
};
