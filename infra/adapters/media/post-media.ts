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
import { FetchRefused } from '../../../domain/media/processing.ts';
import type { PostMedia } from '../../../domain/posts/values.ts';
import type { Registered, Source, Sources } from './media-sources.ts';
import { defined } from '../../../domain/kernel/defined.ts';

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
 * The facts of a file by its public address: from its source, else from its name. VALIDATION_ERROR
 * where neither names a supported type, and where the source refuses the file.
 */
export const mediaAtAddress =
  (sources: Sources) =>
  async (url: string, id: string, mode: Mode): Promise<PostMedia> => {
    const filename = filenameIn(url);
    const named = typeByName(filename);
    const details = await askSource(sources(mode), { publicUrl: url, contentType: named ?? '' });
    const contentType = details.contentType ?? named;
    if (contentType === undefined)
      throw new Refused('VALIDATION_ERROR', 'mediaUrl: the file is of no supported type', { field: 'mediaUrl' });
    return { id, filename, contentType, sizeBytes: details.sizeBytes ?? 0, publicUrl: url };
  };

/** A source that cannot be reached for the moment says nothing: the publication finds out. */
const askSource = async (source: Source, file: Registered): Promise<Partial<PostMedia>> => {
  const stop = new AbortController();
  try {
    const { contentType, sizeBytes } = await source(file, maxBytesOf('video'), stop.signal);
    const type = normalType(contentType ?? '');
    return {
      ...(isSupportedType(type) ? { contentType: type } : {}),
      ...defined({ sizeBytes }),
    };
  } catch (fault) {
    if (fault instanceof FetchRefused)
      throw new Refused('VALIDATION_ERROR', `mediaUrl: ${fault.message}`, { field: 'mediaUrl' });
    return {};
  } finally {
    stop.abort();
  }
};
