import { bulleted } from '../../domain/kernel/sentence.ts';
import { z } from 'zod';
import { AltText } from '../../domain/content/alt-text.ts';
import { acceptedType, supportedTypes } from '../../domain/media/media-types.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';
import type { MediaPorts } from './ports.ts';
import { newUpload, uploadSeconds } from './new-upload.ts';
import { Filename } from './request-fields.ts';
import { requireStorage } from './require-storage.ts';

/** POST /v1/media/upload: an address to upload one file to, within 15 minutes. */
export const requestUpload = (ports: MediaPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/media/upload',
    id: 'requestMediaUpload',
    summary: 'Get an address to upload a file to',
    description: bulleted(
      'Answers an address for one upload, which fixes the type and the length. `publicUrl` is the future address of the file, and answers when the file is READY.',
      [
        'An upload without its bytes stays PENDING. refreshMediaUpload renews an expired address.',
        'A file of another type of the same category is accepted with its real type. A file of another category is FAILED, with the reason in `error`.',
        'PNG and WebP with transparency or animation become JPEG: the first frame, on white.',
        '503 UPLOAD_UNAVAILABLE: a file of more than 5 GiB on S3. The embedded storage takes 10 GB.',
        '402 LIMIT_EXCEEDED: the storage of the plan is full. getBillingUsage answers what is used.',
      ],
    ),
    body: z.object({
      filename: Filename,
      contentType: z
        .string()
        .min(1)
        .max(100)
        .meta({ description: supportedTypes.join(', ') }),
      sizeBytes: z.int().positive(),
      altText: AltText.optional().meta({ description: 'As of describeMedia' }),
    }),
    reply: z.object({
      mediaId: z.string(),
      uploadUrl: z.string().meta({ description: 'PUT the bytes here' }),
      uploadHeaders: z.record(z.string(), z.string()).meta({ description: 'Required headers of the PUT' }),
      expiresAt: z.string(),
    }),
    status: 201,
    errors: ['VALIDATION_ERROR', 'LIMIT_EXCEEDED', 'UPLOAD_UNAVAILABLE'],
    idempotent: true,
    async run({ body: { filename, contentType, sizeBytes, altText } }, context) {
      const upload = {
        filename,
        contentType: acceptedType(contentType, sizeBytes),
        sizeBytes,
        exactSize: true,
        expiresInSeconds: uploadSeconds,
        targetPlatforms: [],
        altText,
      };
      await requireStorage(sizeBytes, ports, context);
      const { mediaId, url, headers, expiresAt } = await newUpload(upload, 'media', ports, context);
      return { body: { mediaId, uploadUrl: url, uploadHeaders: headers, expiresAt } };
    },
  });
