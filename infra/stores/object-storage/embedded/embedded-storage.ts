import type { Mode } from '../../../../domain/kernel/mode.ts';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  isObjectKey,
  ObjectChanged,
  ObjectMissing,
  type ObjectStorage,
} from '../../../../domain/media/object-storage.ts';
import { objectPath, type ObjectHandler, type OnFault } from '../object-request.ts';
import { linkObject, objectFacts, openObject, type Place, sweepUnfinished, writeObject } from './object-file.ts';
import { objectHandler } from './object-handler.ts';
import { signedUrl } from './signed-url.ts';

export type EmbeddedStorageOptions = Readonly<{
  /** Contains the objects and the key that signs addresses. */
  dir: string;
  /**
   * The origin of the service, without a trailing slash; `handler` must serve
   * `<publicUrl>/media-objects/`.
   */
  publicUrl: string;
  /** The time of a workspace's clock; the real one by default. */
  now?(clock: Mode): Date;
  /** Called after an upload is complete and on disk. */
  onUploaded?(key: string): void;
  onFault?: OnFault;
}>;

const signingKey = async (dir: string): Promise<Buffer> => {
  const file = path.join(dir, 'signing-key');
  await writeFile(file, randomBytes(32), { mode: 0o600, flag: 'wx' }).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code !== 'EEXIST') throw fault;
  });
  return readFile(file);
};

/**
 * Object storage in a folder, with the contract of a bucket: direct signed uploads, public reads,
 * atomic objects.
 */
export const openEmbeddedStorage = async (
  options: EmbeddedStorageOptions,
): Promise<ObjectStorage & { handler: ObjectHandler }> => {
  const dir = path.resolve(options.dir);
  const root = path.join(dir, 'objects');
  await mkdir(root, { recursive: true, mode: 0o700 });
  // Also where the folder was there before.
  await chmod(dir, 0o700);
  const unfinished = path.join(dir, 'unfinished');
  await sweepUnfinished(unfinished);
  const secret = await signingKey(dir);
  const now = options.now ?? (() => new Date());
  const base = `${options.publicUrl}${objectPath}`;

  const placeOf = (key: string): Place => {
    if (!isObjectKey(key)) throw new RangeError(`not an object key: ${key}`);
    return { file: path.join(root, `${key}.object`), unfinished };
  };
  const fileOf = (key: string): string => placeOf(key).file;

  return {
    maxUploadBytes: Number.MAX_SAFE_INTEGER,
    keepsUpperLimits: true,
    presignUpload: async ({ key, contentType, sizeBytes, exactSize = true, expiresInSeconds, clock = 'live' }) => {
      fileOf(key);
      const expires = Math.floor(now(clock).getTime() / 1000) + expiresInSeconds;
      return {
        url: signedUrl(secret, base, {
          key,
          contentType: contentType.toLowerCase(),
          sizeBytes,
          exactSize,
          expires,
          clock,
        }),
        headers: { 'Content-Type': contentType },
        expiresAt: new Date(expires * 1000).toISOString(),
      };
    },
    head: async (key) => objectFacts(fileOf(key)),
    open: async (key, range) => {
      const object = await openObject(fileOf(key));
      if (!object) throw new ObjectMissing(key);
      return object.bytes(range);
    },
    put: async (key, contentType, bytes) => writeObject(placeOf(key), { contentType, bytes, now: now('live') }),
    copy: async (from, to, { etag, contentType } = {}) => {
      if (contentType !== undefined && (await objectFacts(fileOf(from)))?.contentType !== contentType) {
        const source = await openObject(fileOf(from));
        if (!source) throw new ObjectMissing(from);
        const isRight = etag === undefined || source.facts.etag === etag;
        if (isRight) await writeObject(placeOf(to), { contentType, bytes: source.bytes(), now: now('live') });
        else await source.close();
        if (!isRight) throw new ObjectChanged(from);
        return;
      }
      const linked = await linkObject(fileOf(from), placeOf(to), etag);
      if (linked === undefined) throw new ObjectMissing(from);
      if (!linked) throw new ObjectChanged(from);
    },
    delete: async (key) => {
      const file = fileOf(key);
      await rm(file, { force: true });
      // The folder is removed with its last object. Removing a folder that is not empty fails.
      await rmdir(path.dirname(file)).catch(() => undefined);
    },
    deleteFolder: async (folder) => {
      if (!isObjectKey(folder)) throw new RangeError(`not a folder of keys: ${folder}`);
      await rm(path.join(root, folder), { recursive: true, force: true });
    },
    publicUrl: (key) => `${base}/${key}`,
    handler: objectHandler({
      secret,
      placeOf,
      now,
      ...(options.onUploaded ? { onUploaded: options.onUploaded } : {}),
      ...(options.onFault ? { onFault: options.onFault } : {}),
    }),
  };
};
