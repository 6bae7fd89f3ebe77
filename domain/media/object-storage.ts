import type { Mode } from '../kernel/mode.ts';

/** The facts of a stored object. Times are ISO 8601. */
export type StoredObject = Readonly<{ sizeBytes: number; contentType: string; etag: string; modifiedAt: string }>;

/** Permission to upload one file, exactly as announced, until it expires. */
export type PresignedUpload = Readonly<{
  /** Where to PUT the bytes. */
  url: string;
  /** Required headers of the PUT, beside the length that every client sends by itself. */
  headers: Readonly<Record<string, string>>;
  /** ISO 8601. */
  expiresAt: string;
}>;

export type UploadRequest = Readonly<{
  key: string;
  contentType: string;
  /** The length of the file: a longer or shorter body is refused. */
  sizeBytes: number;
  /**
   * False: `sizeBytes` is only an upper limit. A storage whose addresses cannot fix a length
   * accepts any, which must be checked afterwards. Default true.
   */
  exactSize?: boolean;
  expiresInSeconds: number;
  /**
   * The clock of `expiresAt`; a storage outside this service only knows real time. Default live.
   */
  clock?: Mode;
}>;

/** Bytes from `start` (inclusive) to `end` (exclusive). */
export type ByteRange = Readonly<{ start: number; end: number }>;

/** The key has no object. */
export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing';

  constructor(key: string) {
    super(`no object ${key}`);
  }
}

/** The object was replaced since it was read. */
export class ObjectChanged extends Error {
  override readonly name = 'ObjectChanged';

  constructor(key: string) {
    super(`object ${key} was replaced`);
  }
}

export type CopyOptions = Readonly<{ etag?: string; contentType?: string }>;

/** The storage of media bytes. Bytes are streamed: no code holds a whole file. */
export interface ObjectStorage {
  /** The longest file that one presigned upload can carry, in bytes. */
  readonly maxUploadBytes: number;
  /** Whether an address without an exact size still takes no more than its upper limit. */
  readonly keepsUpperLimits: boolean;
  presignUpload(request: UploadRequest): Promise<PresignedUpload>;
  head(key: string): Promise<StoredObject | undefined>;
  /**
   * The whole object, or a part of it, clipped to its end. Throws `ObjectMissing`, before or with
   * the first bytes.
   */
  open(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
  /** Replaces the object atomically, or not at all when `bytes` throws. */
  put(key: string, contentType: string, bytes: AsyncIterable<Uint8Array>): Promise<StoredObject>;
  /**
   * Copies without moving the bytes through this service. `etag` is the expected version of the
   * source: else `ObjectChanged`.
   * `contentType` replaces the source's. Throws `ObjectMissing`.
   */
  copy(from: string, to: string, options?: CopyOptions): Promise<void>;
  /** Also succeeds when the object does not exist. */
  delete(key: string): Promise<void>;
  /** Deletes every object whose key begins with `folder/`. Also succeeds when there is none. */
  deleteFolder(folder: string): Promise<void>;
  /** The public address of the object, if its key is a public one. */
  publicUrl(key: string): string;
}

/** The prefixes of public keys; `uploads/` holds files that are not inspected yet. */
export const publicPrefixes = ['media/', 'avatars/'] as const;

export const isPublicKey = (key: string): boolean => publicPrefixes.some((prefix) => key.startsWith(prefix));

/**
 * Whether a text has the form of a key: segments of letters, digits, dots, dashes and underscores,
 * none beginning with a dot.
 */
export const isObjectKey = (key: string): boolean =>
  key.length <= 300 && /^[A-Za-z0-9_-][\w.-]*(\/[A-Za-z0-9_-][\w.-]*)*$/.test(key);
