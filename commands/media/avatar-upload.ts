import { z } from 'zod';
import { Refused } from '../../domain/kernel/refused.ts';
import { avatar } from '../../domain/media/avatar.ts';
import { avatarKey } from '../../domain/media/media-keys.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';
import { presigned, type MediaPorts } from './ports.ts';
import { uploadSeconds } from './new-upload.ts';
import { after, Filename } from './request-fields.ts';
import { requireStorage } from './require-storage.ts';

const maxAvatarBytes = 5 * 1024 * 1024;
const avatarTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;

/**
 * POST /v1/uploads/avatar-url: an address to upload a logo or avatar to, and its future address. A
 * workspace accepts only such addresses as its logo.
 */
export const avatarUpload = (ports: MediaPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/uploads/avatar-url',
    id: 'requestAvatarUpload',
    summary: 'Get an address to upload an avatar or logo to',
    description:
      '`contentType` is an image type, PNG by default; `sizeBytes` is at most 5 MB. `publicUrl` and ' +
      '`avatarUrl` are the same address. The address takes no other size than `sizeBytes`, and without it no more ' +
      'than 5 MB; S3 can limit no upload of an unknown size, so there `sizeBytes` is required. A picture loses its ' +
      'metadata, such as the place where it was taken, when it is set as an avatar or a logo: upload it before.',
    body: z
      .object({
        filename: Filename.optional(),
        contentType: z.string().toLowerCase().pipe(z.enum(avatarTypes)).default('image/png'),
        sizeBytes: z.int().positive().max(maxAvatarBytes).optional(),
      })
      .prefault({}),
    reply: z.object({
      uploadUrl: z.string(),
      uploadHeaders: z.record(z.string(), z.string()),
      publicUrl: z.string(),
      avatarUrl: z.string().meta({ description: 'The same address' }),
      key: z.string(),
      expiresAt: z.string(),
    }),
    status: 201,
    errors: ['VALIDATION_ERROR', 'LIMIT_EXCEEDED', 'UPLOAD_UNAVAILABLE'],
    idempotent: true,
    async run({ body: { contentType, sizeBytes } }, context) {
      const { workspaceId, mode } = context.caller;
      const { storage } = ports;
      if (sizeBytes === undefined && !storage.keepsUpperLimits)
        throw new Refused('VALIDATION_ERROR', 'sizeBytes: is required', { field: 'sizeBytes' });
      await requireStorage(sizeBytes ?? maxAvatarBytes, ports, context);
      const avatarId = context.newId('avatar');
      const key = avatarKey(workspaceId, avatarId, contentType);
      const { url, headers } = await presigned(storage, {
        key,
        contentType,
        sizeBytes: sizeBytes ?? maxAvatarBytes,
        exactSize: sizeBytes !== undefined,
        expiresInSeconds: uploadSeconds,
        clock: mode,
      });
      const command = {
        ...({ type: 'request-avatar-upload', avatarId, contentType } as const),
        sizeBytes: sizeBytes ?? maxAvatarBytes,
      };
      await context.handle(avatar, avatarId, command, { fresh: true });
      const publicUrl = storage.publicUrl(key);
      const expiresAt = after(context.now, uploadSeconds);
      return { body: { uploadUrl: url, uploadHeaders: headers, publicUrl, avatarUrl: publicUrl, key, expiresAt } };
    },
  });
