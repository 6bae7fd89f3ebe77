import type { Mode } from '../../../domain/kernel/mode.ts';
import { filenameIn } from '../../../commands/media/adopt-media.ts';
import type { KnownMedia, PostDirectory } from '../../../commands/posts/ports.ts';
import { foldView } from '../../../domain/kernel/decider.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { media } from '../../../domain/media/media.ts';
import { attachedMedia, mediaView, type UrlOf } from '../../../domain/media/media-view.ts';
import {
  extensionOf,
  isSupportedType,
  maxBytesOf,
  normalType,
  supportedTypes,
} from '../../../domain/media/media-types.ts';
import type { ByteRange, ObjectStorage } from '../../../domain/media/object-storage.ts';
import type { FetchFile } from '../../../domain/media/processing.ts';
import type { MediaFile } from '../../../domain/platforms/publisher.ts';
import type { PostMedia } from '../../../domain/posts/values.ts';
import { streamOf } from './collect.ts';
import { simulatedMedia } from './simulated-media.ts';

/**
 * The files of a workspace that a post may attach, from their own streams: never stale. Unknown ids
 * are left out.
 */
export const mediaOfPosts =
  (urlOf: UrlOf): PostDirectory['media'] =>
  async (ids, streams) => {
    const found = new Map<string, KnownMedia>();
    await Promise.all(
      ids.map(async (id) => {
        const events = (await streams.load(media, id))?.events ?? [];
        const view = foldView(mediaView, events);
        if (view) found.set(id, { media: attachedMedia(view, urlOf), ready: view.status === 'READY' });
      }),
    );
    return found;
  };

const typeByName = (filename: string): string | undefined => {
  const [, extension = ''] = /\.([A-Za-z0-9]+)$/.exec(filename) ?? [];
  const wanted = extension.toLowerCase() === 'jpeg' ? 'jpg' : extension.toLowerCase();
  return supportedTypes.find((type) => extensionOf(type) === wanted);
};

/**
 * The facts of a file by its public address: from the source, else from its name. In test mode no
 * source is contacted. VALIDATION_ERROR where neither names a supported type.
 */
export const mediaAtAddress =
  (fetch: FetchFile) =>
  async (url: string, id: string, mode: Mode): Promise<PostMedia> => {
    const filename = filenameIn(url);
    const details = mode === 'live' ? await askSource(fetch, url) : undefined;
    const contentType = details?.contentType ?? typeByName(filename);
    if (contentType === undefined)
      throw new Refused('VALIDATION_ERROR', 'mediaUrl: the file is of no supported type', { field: 'mediaUrl' });
    return { id, filename, contentType, sizeBytes: details?.sizeBytes ?? 0, publicUrl: url };
  };

const askSource = async (fetch: FetchFile, url: string): Promise<Partial<PostMedia>> => {
  const stop = new AbortController();
  try {
    const { contentType, sizeBytes } = await fetch(url, maxBytesOf('video'), stop.signal);
    const type = normalType(contentType ?? '');
    return {
      ...(isSupportedType(type) ? { contentType: type } : {}),
      ...(sizeBytes === undefined ? {} : { sizeBytes }),
    };
  } catch {
    return {};
  } finally {
    stop.abort();
  }
};

/**
 * The key a public address of this service ends in, wherever it was served from when it was written
 * down.
 */
const keyIn = (media: PostMedia): string | undefined => {
  const [, key] = /\/(media\/[^/?#]+\/[^/?#]+)$/.exec(media.publicUrl) ?? [];
  return key?.split('/')[2]?.startsWith(`${media.id}.`) ? key : undefined;
};

async function* partOf(bytes: AsyncIterable<Uint8Array>, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const chunk of bytes) {
    const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end - at));
    at += chunk.length;
    if (part.length > 0) yield part;
    if (at >= end) return;
  }
}

type OpenBytes = (range?: ByteRange) => Promise<AsyncIterable<Uint8Array>>;

/** A registered file, from its own address; simulated in test mode. */
const openElsewhere = ({ publicUrl, contentType }: PostMedia, mode: Mode, fetch: FetchFile): OpenBytes =>
  mode === 'test'
    ? (range) => {
        const bytes = simulatedMedia(contentType);
        return Promise.resolve(streamOf(bytes.subarray(range?.start ?? 0, range?.end ?? bytes.length)));
      }
    : async (range = { start: 0, end: Infinity }) => {
        const { bytes } = await fetch(publicUrl, maxBytesOf('video'), AbortSignal.timeout(fetchMs));
        return partOf(bytes, range);
      };

const fetchMs = 10 * 60_000;

/** The bytes of what posts attach: from the storage, or from where a registered file stays. */
export const mediaFiles =
  (storage: ObjectStorage, fetch: FetchFile) =>
  (attached: PostMedia, mode: Mode): MediaFile => {
    const { id, filename, contentType, sizeBytes, width, height, durationMs, altText, publicUrl } = attached;
    const key = keyIn(attached);
    return {
      mediaId: id,
      filename,
      contentType,
      sizeBytes: key === undefined && mode === 'test' ? simulatedMedia(contentType).length : sizeBytes,
      ...(width === undefined ? {} : { width }),
      ...(height === undefined ? {} : { height }),
      ...(durationMs === undefined ? {} : { durationMs }),
      ...(altText === undefined ? {} : { altText }),
      publicUrl: key === undefined ? publicUrl : storage.publicUrl(key),
      open: key === undefined ? openElsewhere(attached, mode, fetch) : (range) => storage.open(key, range),
    };
  };
