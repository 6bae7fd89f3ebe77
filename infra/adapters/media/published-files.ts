import { ObjectMissing, type ByteRange, type ObjectStorage } from '../../../domain/media/object-storage.ts';
import { maxBytesOf, normalType } from '../../../domain/media/media-types.ts';
import { FetchRefused } from '../../../domain/media/processing.ts';
import { changedMedia, unreadableMedia, unusableMedia } from '../../../domain/platforms/media-failure.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { MediaFile } from '../../../domain/platforms/publisher.ts';
import type { PostMedia } from '../../../domain/posts/values.ts';
import type { AttachedFile, MediaFiles, ReadyFile } from '../../../processes/posts/ports.ts';
import { copyToDisk, type FileCopy } from './file-copy.ts';
import type { Source, Sources } from './media-sources.ts';
import { defined } from '../../../domain/kernel/defined.ts';

/**
 * The key a public address of this service ends in, wherever it was served from when it was written
 * down.
 */
const keyIn = (media: PostMedia): string | undefined => {
  const [, key] = /\/(media\/[^/?#]+\/[^/?#]+)$/.exec(media.publicUrl) ?? [];
  return key?.split('/')[2]?.startsWith(`${media.id}.`) ? key : undefined;
};

const reasonOf = (fault: unknown): string => {
  for (let each = fault, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1)
    if ('code' in each && typeof each.code === 'string') return each.code;
  return fault instanceof Error ? fault.message : String(fault);
};

/** What a fault of the storage or of a registered address means to the person whose post it is. */
const failureOf = (filename: string, fault: unknown): PlatformError => {
  if (fault instanceof PlatformError) return fault;
  if (fault instanceof ObjectMissing) return unusableMedia(filename, 'it was deleted', fault);
  if (fault instanceof FetchRefused) return unusableMedia(filename, fault.message, fault);
  return unreadableMedia(filename, reasonOf(fault), fault);
};

async function* explained(filename: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (fault) {
    throw failureOf(filename, fault);
  }
}

type OpenBytes = MediaFile['open'];

/** Every fault of opening and of reading is a failure of the file, and not of the platform. */
export const ownFault =
  (filename: string, open: (range?: ByteRange) => Promise<AsyncIterable<Uint8Array>>): OpenBytes =>
  async (range) => {
    try {
      return explained(filename, await open(range));
    } catch (fault) {
      throw failureOf(filename, fault);
    }
  };

type Described = Omit<MediaFile, 'open'>;

const stored = (file: Described, key: string, storage: ObjectStorage): AttachedFile => ({
  ...file,
  publicUrl: storage.publicUrl(key),
  open: ownFault(file.filename, (range) => storage.open(key, range)),
  async ready() {
    try {
      const found = await storage.head(key);
      if (!found) throw new ObjectMissing(key);
      return { sizeBytes: found.sizeBytes };
    } catch (fault) {
      throw failureOf(file.filename, fault);
    }
  },
});

/** Types of pages that answer in the place of a file. */
const pages = ['text/html', 'application/xhtml+xml', 'application/json'];

const fetched = async (source: Source, file: Described, signal: AbortSignal) => {
  const answer = await source(file, maxBytesOf('video'), signal);
  const type = normalType(answer.contentType ?? '');
  if (pages.includes(type)) throw new FetchRefused(`its address answered with ${type} instead of a file`);
  if (answer.sizeBytes === 0) throw new FetchRefused('the file at its address is empty');
  return answer;
};

/**
 * A registered file. Its length comes from its source, or from the copy of it where the source
 * states none. A platform that takes the bytes gets those of one copy, so that every part of an
 * upload is of the same version.
 */
const elsewhere = (file: Described, source: Source): AttachedFile => ({
  ...file,
  open: () => Promise.reject(unreadableMedia(file.filename, 'it was not prepared')),
  isElsewhere: true,
  async ready(known, signal): Promise<ReadyFile> {
    const { filename } = file;
    let copy: Promise<FileCopy> | undefined;
    const copied = (answer: () => ReturnType<typeof fetched>): Promise<FileCopy> => {
      copy ??= answer().then(({ bytes }) => copyToDisk(bytes, signal));
      copy.catch(() => (copy = undefined));
      return copy;
    };
    const measure = async (): Promise<number> => {
      const stop = new AbortController();
      const answer = await fetched(source, file, AbortSignal.any([signal, stop.signal]));
      if (answer.sizeBytes === undefined) return (await copied(() => Promise.resolve(answer))).sizeBytes;
      stop.abort();
      return answer.sizeBytes;
    };
    try {
      const sizeBytes = known ?? (await measure());
      if (sizeBytes === 0) throw new FetchRefused('the file at its address is empty');
      const open = ownFault(filename, async (range) => {
        const whole = await copied(() => fetched(source, file, signal));
        if (whole.sizeBytes !== sizeBytes) throw changedMedia(filename);
        return whole.read(range);
      });
      return { sizeBytes, open, close: async () => (await copy?.catch(() => undefined))?.remove() };
    } catch (fault) {
      throw failureOf(filename, fault);
    }
  },
});

/** The bytes of what posts attach: from the storage, or from where a registered file stays. */
export const mediaFiles =
  (storage: ObjectStorage, sources: Sources): MediaFiles =>
  (attached, mode) => {
    const { id, filename, contentType, sizeBytes, width, height, durationMs, altText, publicUrl } = attached;
    const key = keyIn(attached);
    const file: Described = {
      mediaId: id,
      filename,
      contentType,
      sizeBytes,
      publicUrl,
      ...defined({ width, height, durationMs, altText }),
    };
    return key === undefined ? elsewhere(file, sources(mode)) : stored(file, key, storage);
  };
