import type { ObjectStorage } from '../../../domain/media/object-storage.ts';
import { collect, streamOf } from './collect.ts';
import type { FileReader } from './reader/file-reader.ts';
import { Rejected } from './rejected.ts';

/** An avatar is at most 5 MB; what is larger is no avatar. */
const maxBytes = 5 * 1024 * 1024;
const patienceMs = 30_000;

/** `avatars/<workspace>/<id>.<extension>` */
const workspaceOf = (key: string): string | undefined => /^avatars\/([^/]+)\/[^/]+$/.exec(key)?.[1];

type Ports = Readonly<{
  storage: Pick<ObjectStorage, 'head' | 'open' | 'put' | 'publicUrl'>;
  reader: Pick<FileReader, 'bare'>;
}>;

/**
 * Takes the metadata, such as the place where a photo was taken, out of an avatar or a logo at its
 * public address, before it is shown as one. What is not there yet, and what is no picture, stays.
 */
export const barePictures =
  ({ storage, reader }: Ports) =>
  async (url: string): Promise<void> => {
    const key = decodeURIComponent(url.slice(storage.publicUrl('').length));
    const workspaceId = workspaceOf(key);
    const stored = workspaceId === undefined ? undefined : await storage.head(key);
    if (workspaceId === undefined || !stored || stored.sizeBytes > maxBytes) return;
    const bytes = await collect(await storage.open(key), maxBytes);
    const bare = await reader.bare(bytes, workspaceId, AbortSignal.timeout(patienceMs)).catch((fault: unknown) => {
      if (fault instanceof Rejected) return undefined;
      throw fault;
    });
    if (bare) await storage.put(key, stored.contentType, streamOf(bare));
  };
