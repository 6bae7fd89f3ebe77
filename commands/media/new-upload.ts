import { media } from '../../domain/media/media.ts';
import { uploadKey } from '../../domain/media/media-keys.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import type { WriteContext } from '../kernel/endpoint.ts';
import { presigned, type MediaPorts } from './ports.ts';
import { after } from './request-fields.ts';

export const uploadSeconds = 15 * 60;
export const bulkUploadSeconds = 60 * 60;

export type NewUpload = Readonly<{
  filename: string;
  contentType: string;
  sizeBytes: number;
  exactSize: boolean;
  expiresInSeconds: number;
  targetPlatforms: readonly Platform[];
  altText?: string | undefined;
}>;

export type GivenUpload = Readonly<{
  mediaId: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  key: string;
  expiresAt: string;
}>;

/** Issues an upload address and records it. `step` names the file where a request has several. */
export const newUpload = async (
  upload: NewUpload,
  step: string,
  { storage }: MediaPorts,
  context: WriteContext,
): Promise<GivenUpload> => {
  const { workspaceId, mode, userId } = context.caller;
  const { filename, contentType, sizeBytes, exactSize, expiresInSeconds, targetPlatforms, altText } = upload;
  const mediaId = context.newId(step);
  const key = uploadKey(workspaceId, mediaId);
  const request = { key, contentType, sizeBytes, exactSize, expiresInSeconds, clock: mode };
  const { url, headers } = await presigned(storage, request);
  const expiresAt = after(context.now, expiresInSeconds);
  const command = {
    type: 'request-upload',
    mediaId,
    filename,
    contentType,
    sizeBytes,
    exactSize,
    expiresAt,
    targetPlatforms,
    altText,
    createdById: userId ?? null,
  } as const;
  await context.handle(media, mediaId, command, { fresh: true, step });
  return { mediaId, url, headers, key, expiresAt };
};
