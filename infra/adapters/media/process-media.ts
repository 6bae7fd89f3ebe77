import type { FinishedFile } from '../../../domain/media/media.ts';
import { posterKey, publicKey } from '../../../domain/media/media-keys.ts';
import { filenameFor, storedTypeOf } from '../../../domain/media/media-types.ts';
import { ObjectChanged, ObjectMissing, type ObjectStorage } from '../../../domain/media/object-storage.ts';
import type { ProcessMedia, ReceivedFile } from '../../../domain/media/processing.ts';
import { streamOf, TooManyBytes } from './collect.ts';
import type { Inspected } from './inspect-file.ts';
import { blanked } from './mp4-metadata.ts';
import type { MakePoster } from './poster.ts';
import type { FileReader } from './reader/file-reader.ts';
import { Rejected } from './rejected.ts';
import type { Readable } from './sniff.ts';

type Ports = Readonly<{ storage: ObjectStorage; reader: FileReader; makePoster: MakePoster | undefined }>;

type Looked = Readonly<Omit<Inspected, 'excerpt'> & { poster: Buffer | undefined }>;

/**
 * Puts the final form of a file in its public place. The bytes pass through here only where they
 * change.
 */
const place = async (
  storage: ObjectStorage,
  file: ReceivedFile,
  { contentType: actual, facts, converted, blanks, poster }: Looked,
  etag: string,
): Promise<FinishedFile> => {
  const { workspaceId, mediaId } = file;
  const contentType = storedTypeOf(actual);
  const key = publicKey(workspaceId, mediaId, contentType);
  if (converted) await storage.put(key, contentType, streamOf(converted));
  else if (blanks) {
    await storage.put(key, contentType, blanked(await storage.open(file.key), blanks));
    if ((await storage.head(file.key))?.etag !== etag) throw new ObjectChanged(file.key);
  }
  // The bytes made public are the bytes that were inspected, even if the upload's address accepts
  // more.
  else await storage.copy(file.key, key, { etag, contentType });
  if (poster) await storage.put(posterKey(workspaceId, mediaId), 'image/jpeg', streamOf(poster));
  return {
    filename: filenameFor(file.filename, actual, contentType),
    contentType,
    sizeBytes: converted?.length ?? file.sizeBytes,
    key,
    posterKey: poster ? posterKey(workspaceId, mediaId) : null,
    ...facts,
  };
};

/**
 * Looks into a file by a reader in a process of its own, and makes a poster of a video. The reader
 * that a file ends rejects that file, so no file is looked into again after that.
 */
export const mediaProcessing =
  ({ storage, reader, makePoster }: Ports): ProcessMedia =>
  async (file, signal) => {
    const open: Readable = (range) => storage.open(file.key, range);
    try {
      const stored = await storage.head(file.key);
      if (!stored) throw new ObjectMissing(file.key);
      if (file.sizeBytes === 0) throw new Rejected('The file is empty');
      const { excerpt, ...inspected } = await reader.inspect(file, open, signal);
      const poster = excerpt && (await makePoster?.(excerpt, file.workspaceId, signal));
      signal.throwIfAborted();
      return { outcome: 'ready', file: await place(storage, file, { ...inspected, poster }, stored.etag) };
    } catch (fault) {
      if (fault instanceof Rejected) return { outcome: 'rejected', reason: fault.message };
      if (fault instanceof TooManyBytes)
        return { outcome: 'rejected', reason: 'The file is larger than its type allows' };
      if (fault instanceof ObjectMissing)
        return { outcome: 'rejected', reason: 'The bytes of the file no longer exist' };
      throw fault;
    }
  };
