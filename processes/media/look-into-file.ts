import { uploadKey } from '../../domain/media/media-keys.ts';
import { media } from '../../domain/media/media.ts';
import type { ObjectStorage } from '../../domain/media/object-storage.ts';
import type { ProcessMedia } from '../../domain/media/processing.ts';
import type { ActContext } from '../kernel/process-manager.ts';

type Attempt = Readonly<{ mediaId: string; attempt: number }>;
type Ports = Readonly<{ storage: ObjectStorage; process: ProcessMedia }>;

/** One attempt to look into a file. It is recorded before it is made, because the file may end the one who looks. */
export const lookIntoFile = async (
  { mediaId, attempt }: Attempt,
  { storage, process }: Ports,
  context: ActContext,
): Promise<void> => {
  const { state } = await context.send(media, mediaId, { type: 'start-processing', attempt }, `start/${attempt}`);
  const key = uploadKey(context.workspaceId, mediaId);
  if (state?.status === 'PROCESSING' && !state.isDeleted) {
    const { file, source } = state;
    const { filename, contentType, sizeBytes } = file;
    const received = { mediaId, workspaceId: context.workspaceId, key, filename, contentType, sizeBytes };
    // An upload was held to what was announced for it; an import only to the largest file there is.
    const processed = await process(
      source === 'upload' ? { ...received, largest: sizeBytes } : received,
      context.signal,
    );
    if (processed.outcome === 'ready')
      await context.send(media, mediaId, { type: 'finish-processing', file: processed.file }, `finish/${attempt}`);
    else await context.send(media, mediaId, { type: 'fail-processing', reason: processed.reason }, `fail/${attempt}`);
  }
  // The finished file is elsewhere. What a crash leaves here is taken along when the file is deleted.
  await storage.delete(key).catch(() => undefined);
};
