import type { Mode } from '../kernel/mode.ts';

/** What a stored object is. Times are ISO 8601. */
export type StoredObject = Readonly<{ sizeBytes: number; contentType: string; etag: string; modifiedAt: string }>;

/** Permission to send one file, exactly as announced, until it expires. */
export type PresignedUpload = Readonly<{
  /** Where to PUT the bytes. */
  url: string;
  /** Headers the PUT must carry, beside the length every client sends by itself. */
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
   * False: `sizeBytes` is only the most it may have. A storage whose addresses cannot say so takes any length, which must be
   * looked at afterwards. Default true.
   */
  exactSize?: boolean;
  expiresInSeconds: number;
  /** Whose clock `expiresAt` is on; a storage outside this service knows only the real one. Default live. */
  clock?: Mode;
}>;

/** Bytes from `start` (inclusive) to `end` (exclusive). */
export type ByteRange = Readonly<{ start: number; end: number }>;

/** There is no object of this key. */
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

/** Where the bytes of media live. Bytes are streamed: nothing holds a whole file. */
export interface ObjectStorage {
  /** The longest file that one presigned upload can carry, in bytes. */
  readonly largestUpload: number;
  presignUpload(request: UploadRequest): Promise<PresignedUpload>;
  head(key: string): Promise<StoredObject | undefined>;
  /** The whole object, or a part of it, clipped to its end. Throws `ObjectMissing`, before or with the first bytes. */
  open(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
  /** Replaces the object at once and whole, or not at all when `bytes` throws. */
  put(key: string, contentType: string, bytes: AsyncIterable<Uint8Array>): Promise<StoredObject>;
  /**
   * Copies without moving the bytes through this service. `etag` is what the source must still be: else `ObjectChanged`.
   * `contentType` replaces the source's. Throws `ObjectMissing`.
   */
  copy(from: string, to: string, options?: CopyOptions): Promise<void>;
  /** Also succeeds when there is nothing to delete. */
  delete(key: string): Promise<void>;
  /** Where anybody can read the object, if its key is a public one. */
  publicUrl(key: string): string;
}

/** Keys anybody may read begin with one of these; `uploads/` holds what was not looked into yet. */
export const publicPrefixes = ['media/', 'avatars/'] as const;

export const isPublicKey = (key: string): boolean => publicPrefixes.some((prefix) => key.startsWith(prefix));

/** Whether a text can be an object's key: segments of letters, digits, dots, dashes and underscores, none beginning with a dot. */
export const isObjectKey = (key: string): boolean =>
  key.length <= 300 && /^[A-Za-z0-9_-][\w.-]*(\/[A-Za-z0-9_-][\w.-]*)*$/.test(key);
