import { objectIn, objectOf } from './stored-json.ts';

/**
 * The settings of a stream's metadata for reading and writing it. Unknown keys belong to the
 * stream's owner.
 */
export type StreamMetadata = Readonly<{
  maxCount?: number;
  /** Seconds. */
  maxAge?: number;
  /**
   * Events of a lower revision are hidden; `Infinity` marks a deleted stream that may be written
   * again.
   */
  truncateBefore?: number;
  acl?: StreamAcl;
}>;

export type StreamAcl = Readonly<{
  read?: readonly string[];
  write?: readonly string[];
  delete?: readonly string[];
  metaRead?: readonly string[];
  metaWrite?: readonly string[];
}>;

export const noMetadata: StreamMetadata = Object.freeze({});

/** A metadata stream keeps its last event only. */
export const metastreamMetadata: StreamMetadata = Object.freeze({ maxCount: 1 });

export const isMetastream = (stream: string): boolean => stream.startsWith('$$');
export const metastreamOf = (stream: string): string => `$$${stream}`;
export const streamOfMetastream = (metastream: string): string => metastream.slice(2);

const positive = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) : undefined;

const revision = (value: unknown): number | undefined => {
  if (typeof value !== 'number' || Number.isNaN(value) || value < 0) return undefined;
  return value > Number.MAX_SAFE_INTEGER ? Infinity : Math.floor(value);
};

const roles = (value: unknown): readonly string[] | undefined => {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return undefined;
  return value.filter((role): role is string => typeof role === 'string');
};

/** An access list in its JSON form (`$r`, `$w`, `$d`, `$mr`, `$mw`). */
export const parseAcl = (value: unknown): StreamAcl | undefined => {
  const source = objectOf(value);
  if (source === undefined) return undefined;
  const [read, write, remove, metaRead, metaWrite] = ['$r', '$w', '$d', '$mr', '$mw'].map((key) => roles(source[key]));
  return {
    ...(read && { read }),
    ...(write && { write }),
    ...(remove && { delete: remove }),
    ...(metaRead && { metaRead }),
    ...(metaWrite && { metaWrite }),
  };
};

/**
 * Reads the payload of a metadata event. As on the real server, invalid metadata counts as none.
 */
export const parseMetadata = (data: Buffer): StreamMetadata => {
  let source: Record<string, unknown> | undefined;
  try {
    source = objectIn(data);
  } catch {
    return noMetadata;
  }
  if (source === undefined) return noMetadata;
  const maxCount = positive(source['$maxCount']);
  const maxAge = positive(source['$maxAge']);
  const truncateBefore = revision(source['$tb']);
  const acl = parseAcl(source['$acl']);
  return {
    ...(maxCount !== undefined && { maxCount }),
    ...(maxAge !== undefined && { maxAge }),
    ...(truncateBefore !== undefined && { truncateBefore }),
    ...(acl !== undefined && { acl }),
  };
};

export const isSoftDeleted = (metadata: StreamMetadata): boolean => metadata.truncateBefore === Infinity;

/**
 * The payload that deletes a stream softly. The number is the real server's and larger than a
 * double holds exactly.
 */
export const deletedMetadata = Buffer.from('{"$tb":9223372036854775807}');

/**
 * The metadata of a deleted stream that is written again: only the revision at which it begins
 * changes.
 */
export const recreatedMetadata = (data: Buffer, from: number): Buffer | undefined => {
  try {
    const source = objectIn(data);
    return source && Buffer.from(JSON.stringify({ ...source, $tb: from }));
  } catch {
    return undefined;
  }
};
