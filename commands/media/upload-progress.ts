import { z } from 'zod';
import { foldView } from '../../domain/kernel/decider.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { media } from '../../domain/media/media.ts';
import { lengthOf, type KnownMedia } from '../../domain/media/media-state.ts';
import { uploadKey } from '../../domain/media/media-keys.ts';
import { Media, mediaView, presentMedia } from '../../domain/media/media-view.ts';
import { type WriteContext, writeEndpoint } from '../kernel/endpoint.ts';
import { presigned, storedAt, type MediaPorts } from './ports.ts';
import { uploadSeconds } from './new-upload.ts';
import { after, mediaParams } from './request-fields.ts';
import { requireStorage } from './require-storage.ts';

const known = async (id: string, context: WriteContext): Promise<KnownMedia> => {
  const state = (await context.load(media, id))?.state;
  if (!state || state.isDeleted) throw notFound('media');
  return state;
};

/** POST /v1/media/:id/refresh-presign: a new address for an upload that has not arrived. */
export const refreshUpload = (ports: MediaPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/media/:id/refresh-presign',
    id: 'refreshMediaUpload',
    summary: 'Get a new address for a pending upload',
    description:
      'Gives a pending upload a new address, also after the earlier one expired. Bytes that arrive for a ' +
      'file in processing are discarded.',
    params: mediaParams,
    reply: z.object({
      presignedUrl: z.string(),
      uploadHeaders: z.record(z.string(), z.string()),
      expiresAt: z.string(),
    }),
    errors: ['CONFLICT', 'LIMIT_EXCEEDED', 'UPLOAD_UNAVAILABLE'],
    idempotent: true,
    async run({ params: { id } }, context) {
      const { file, exactSize, hasExpired } = await known(id, context);
      const { workspaceId, mode } = context.caller;
      const expiresAt = after(context.now, uploadSeconds);
      // An upload that expired counts nothing until it has a new address.
      if (hasExpired) await requireStorage(lengthOf(file), ports, context);
      await context.handle(media, id, { type: 'renew-upload', expiresAt });
      const { url, headers } = await presigned(ports.storage, {
        key: uploadKey(workspaceId, id),
        contentType: file.contentType,
        sizeBytes: lengthOf(file),
        exactSize,
        expiresInSeconds: uploadSeconds,
        clock: mode,
      });
      return { body: { presignedUrl: url, uploadHeaders: headers, expiresAt } };
    },
  });

/**
 * POST /v1/media/:id/confirm: reports that the bytes have arrived, for a storage that cannot report
 * it itself.
 */
export const confirmUpload = ({ storage }: MediaPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/media/:id/confirm',
    id: 'confirmMediaUpload',
    summary: 'Start processing an uploaded file',
    description:
      'Processing starts by itself when the bytes have arrived, and this request may be repeated. PENDING ' +
      'without bytes is 409 CONFLICT, FAILED is 409; PROCESSING and READY answer the file.',
    params: mediaParams,
    reply: Media,
    errors: ['CONFLICT', 'SERVICE_UNAVAILABLE'],
    idempotent: true,
    async run({ params: { id } }, context) {
      const { status, source } = await known(id, context);
      if (status === 'FAILED') throw new Refused('CONFLICT', 'The file could not be processed; upload it again');
      if (source === 'import' && status === 'PENDING')
        throw new Refused('CONFLICT', 'The file is still being imported');
      const key = uploadKey(context.caller.workspaceId, id);
      const stored = status === 'PENDING' ? await storedAt(storage, key) : undefined;
      if (status === 'PENDING' && !stored) throw new Refused('CONFLICT', 'The file has not been uploaded yet');
      const { events } = stored
        ? await context.handle(media, id, {
            type: 'receive-bytes',
            contentType: stored.contentType,
            sizeBytes: stored.sizeBytes,
          })
        : ((await context.load(media, id)) ?? { events: [] });
      const view = foldView(mediaView, events);
      if (!view) throw notFound('media');
      return { body: presentMedia(view, (key) => storage.publicUrl(key)) };
    },
  });
