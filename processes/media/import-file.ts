import { uploadKey } from '../../domain/media/media-keys.ts';
import { isSupportedType, maxBytesOf, normalType } from '../../domain/media/media-types.ts';
import { media } from '../../domain/media/media.ts';
import type { ObjectStorage } from '../../domain/media/object-storage.ts';
import { FetchRefused, type FetchFile } from '../../domain/media/processing.ts';
import { storageFull, type StoredBytesOf } from '../../domain/media/storage-room.ts';
import type { ActContext } from '../kernel/act-context.ts';
import { storageLeft } from './storage-left.ts';

/** The largest size that any media type allows. */
const maxBytes = maxBytesOf('video');
/** Bytes between two records of progress. */
const progressBytes = 16 * 1024 * 1024;
/** A source that has not answered for this long has failed. */
const sourceTimeoutMs = 60 * 60_000;

type Import = Readonly<{ mediaId: string; at: string }>;
type Ports = Readonly<{ storage: ObjectStorage; fetchFile: FetchFile; storedBytes: StoredBytesOf }>;

/** Streams a file from its source into the storage and records its progress. */
export const importFile = async (work: Import, ports: Ports, context: ActContext): Promise<void> => {
  const { storage, fetchFile, storedBytes } = ports;
  const { mediaId } = work;
  const events = (await context.load(media, mediaId))?.events ?? [];
  const started = events.find((event) => event.type === 'MediaImportStarted');
  if (started?.type !== 'MediaImportStarted') return;
  const key = uploadKey(context.workspaceId, mediaId);

  const noted = async function* (bytes: AsyncIterable<Uint8Array>, totalBytes: number | undefined) {
    let receivedBytes = 0;
    let nextNote = 0;
    for await (const chunk of bytes) {
      context.signal.throwIfAborted();
      receivedBytes += chunk.length;
      if (receivedBytes >= nextNote) {
        nextNote = receivedBytes + progressBytes;
        const command = { type: 'progress-import', receivedBytes, totalBytes } as const;
        await context.send(media, mediaId, command, { step: `progress/${receivedBytes}` });
      }
      yield chunk;
    }
  };

  try {
    const left = await storageLeft(context, storedBytes);
    if (left === 0) throw new FetchRefused(storageFull);
    const fetched = await fetchFile(started.data.sourceUrl, Math.min(maxBytes, left), context.signal);
    const said = normalType(fetched.contentType ?? '');
    const contentType = started.data.contentType ?? (isSupportedType(said) ? said : 'application/octet-stream');
    const { sizeBytes } = await storage.put(key, contentType, noted(fetched.bytes, fetched.sizeBytes));
    await context.send(media, mediaId, { type: 'receive-bytes', contentType, sizeBytes }, { step: 'receive' });
  } catch (fault) {
    const tooLate = context.now().getTime() - Date.parse(work.at) > sourceTimeoutMs;
    if (context.signal.aborted || !(fault instanceof FetchRefused || tooLate)) throw fault;
    const reason = fault instanceof FetchRefused ? fault.message : 'the source does not answer';
    await context.send(
      media,
      mediaId,
      { type: 'fail-processing', reason: `Import failed: ${reason}` },
      { step: 'fail-import' },
    );
  }
};
