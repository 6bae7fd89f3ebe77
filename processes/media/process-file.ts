import { uploadKey } from '../../domain/media/media-keys.ts';
import { media } from '../../domain/media/media.ts';
import { lengthOf } from '../../domain/media/media-state.ts';
import type { ObjectStorage } from '../../domain/media/object-storage.ts';
import type { ProcessMedia } from '../../domain/media/processing.ts';
import type { ActContext } from '../kernel/act-context.ts';

type Attempt = Readonly<{ mediaId: string; attempt: number }>;
type Ports = Readonly<{ storage: ObjectStorage; processMedia: ProcessMedia }>;

/**
 * One attempt to process a file. It is recorded before it starts, because the file may crash the
 * service.
 */
export const processFile = async (
  { mediaId, attempt }: Attempt,
  { storage, processMedia }: Ports,
  context: ActContext,
): Promise<void> => {
  const { state } = await context.send(
    media,
    mediaId,
    { type: 'start-processing', attempt },
    { step: `start/${attempt}` },
  );
  const key = uploadKey(context.workspaceId, mediaId);
  if (state?.status === 'PROCESSING' && !state.isDeleted) {
    const { file, source } = state;
    const { filename, contentType } = file;
    const sizeBytes = lengthOf(file);
    const received = { mediaId, workspaceId: context.workspaceId, key, filename, contentType, sizeBytes };
    // An upload may not exceed its announced size, an import only the largest size of any type.
    const processed = await processMedia(
      source === 'upload' ? { ...received, maxBytes: sizeBytes } : received,
      context.signal,
    );
    if (processed.outcome === 'ready')
      await context.send(
        media,
        mediaId,
        { type: 'finish-processing', file: processed.file },
        { step: `finish/${attempt}` },
      );
    else
      await context.send(
        media,
        mediaId,
        { type: 'fail-processing', reason: processed.reason },
        { step: `fail/${attempt}` },
      );
  }
  // The finished file has its own key. Whatever a crash leaves there is deleted together with the
  // file.
  await storage.delete(key).catch(() => undefined);
};
