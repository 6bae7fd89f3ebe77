import type { FinishedFile } from '../../../domain/media/media.ts';
import type { MeasuredFacts } from '../../../domain/media/media-events.ts';
import { posterKey, publicKey } from '../../../domain/media/media-keys.ts';
import {
  categoryOf,
  filenameFor,
  isSupportedType,
  largestOf,
  storedTypeOf,
} from '../../../domain/media/media-types.ts';
import { ObjectMissing, type ObjectStorage } from '../../../domain/media/object-storage.ts';
import type { ProcessMedia, ReceivedFile } from '../../../domain/media/processing.ts';
import { collect, streamOf, TooManyBytes } from './collect.ts';
import { processImage } from './image.ts';
import type { MakePoster } from './poster.ts';
import { Rejected } from './rejected.ts';
import { type Readable, sniffType } from './sniff.ts';
import { measureVideo } from './video.ts';

type Ports = Readonly<{ storage: ObjectStorage; makePoster: MakePoster | undefined }>;

type Looked = Readonly<{ facts: MeasuredFacts; converted?: Buffer; poster?: Buffer }>;

/**
 * An announced size of the same category was checked when it was announced. Any other size is
 * checked against its type's own limit.
 */
const limitFor = (file: ReceivedFile, actual: string): number => {
  const category = categoryOf(actual);
  const announced = isSupportedType(file.contentType) && categoryOf(file.contentType) === category;
  return announced && file.largest !== undefined ? file.largest : largestOf(category);
};

const look = async (
  { sizeBytes }: ReceivedFile,
  contentType: string,
  open: Readable,
  makePoster: MakePoster | undefined,
  signal: AbortSignal,
): Promise<Looked> => {
  switch (categoryOf(contentType)) {
    case 'image':
      return processImage(await collect(await open(), largestOf('image')), contentType);
    case 'video': {
      const { facts, excerpt } = await measureVideo({ contentType, sizeBytes, open }, signal);
      const poster = excerpt && (await makePoster?.(excerpt, signal));
      return poster ? { facts, poster } : { facts };
    }
    case 'document':
    case 'caption':
      return { facts: {} };
  }
};

/**
 * Puts the final form of a file in its public place. The bytes pass through here only where they
 * change.
 */
const place = async (
  storage: ObjectStorage,
  file: ReceivedFile,
  actual: string,
  { facts, converted, poster }: Looked,
  etag: string,
): Promise<FinishedFile> => {
  const { workspaceId, mediaId } = file;
  const contentType = storedTypeOf(actual);
  const key = publicKey(workspaceId, mediaId, contentType);
  if (converted) await storage.put(key, contentType, streamOf(converted));
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
 * A file's type is read from its bytes, never from its name. Images are measured and normalised,
 * videos measured and given a poster, documents and captions recognised.
 */
export const mediaProcessing =
  ({ storage, makePoster }: Ports): ProcessMedia =>
  async (file, signal) => {
    const open: Readable = (range) => storage.open(file.key, range);
    try {
      const stored = await storage.head(file.key);
      if (!stored) throw new ObjectMissing(file.key);
      if (file.sizeBytes === 0) throw new Rejected('The file is empty');
      const actual = await sniffType(file.contentType, open);
      const limit = limitFor(file, actual);
      if (file.sizeBytes > limit) throw new Rejected(`The file has ${file.sizeBytes} bytes; ${limit} are the most`);
      const looked = await look(file, actual, open, makePoster, signal);
      signal.throwIfAborted();
      return { outcome: 'ready', file: await place(storage, file, actual, looked, stored.etag) };
    } catch (fault) {
      if (fault instanceof Rejected) return { outcome: 'rejected', reason: fault.message };
      if (fault instanceof TooManyBytes)
        return { outcome: 'rejected', reason: 'The file is larger than its type allows' };
      if (fault instanceof ObjectMissing) return { outcome: 'rejected', reason: 'The bytes of the file are gone' };
      throw fault;
    }
  };
