import { AiFailure, type ModelImage } from '../../domain/ai/ai-provider.ts';
import { media } from '../../domain/media/media.ts';
import { uploadKey } from '../../domain/media/media-keys.ts';
import { extensionOf, isSupportedType } from '../../domain/media/media-types.ts';
import type { ObjectStorage } from '../../domain/media/object-storage.ts';
import type { ActContext } from '../kernel/act-context.ts';

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** A run that comes after a killed one may store another picture than the announced one, of another size. */
const largestBytes = 64 * 1024 * 1024;
/** An upload that a killed run announced is still open for the next one. */
const openForMs = 60 * 60_000;

/**
 * Stores the image as a file of the workspace, which then is processed like any upload. Throws
 * `AiFailure` for what is no picture.
 */
export const storeImage = async (
  mediaId: string,
  { bytes, contentType }: ModelImage,
  context: ActContext,
  { storage }: Readonly<{ storage: Pick<ObjectStorage, 'put'> }>,
): Promise<void> => {
  if (!isSupportedType(contentType) || !contentType.startsWith('image/'))
    throw new AiFailure('nonsense', 'The provider answered no picture');
  const { workspaceId } = context;
  const sizeBytes = bytes.length;
  await storage.put(uploadKey(workspaceId, mediaId), contentType, only(bytes));
  const upload = {
    ...({ type: 'request-upload', mediaId, filename: `${mediaId}.${extensionOf(contentType)}`, contentType } as const),
    sizeBytes: largestBytes,
    exactSize: false,
    targetPlatforms: [],
    createdById: null,
    expiresAt: new Date(context.now().getTime() + openForMs).toISOString(),
  };
  await context.send(media, mediaId, upload, { step: `store/${mediaId}` });
  await context.send(media, mediaId, { type: 'receive-bytes', contentType, sizeBytes }, { step: `stored/${mediaId}` });
};
