import { z } from 'zod';
import { Refused } from '../../domain/kernel/refused.ts';
import {
  acceptedType,
  bulkTypes,
  bulkVideoTypes,
  maxBulkBytes,
  maxBulkVideoBytes,
  maxBytesOf,
  maxBulkFiles,
  normalType,
} from '../../domain/media/media-types.ts';
import { type WriteContext, writeEndpoint } from '../kernel/endpoint.ts';
import type { MediaPorts } from './ports.ts';
import { bulkUploadSeconds, newUpload, type GivenUpload, type NewUpload } from './new-upload.ts';
import { Filename, platformsIn, TargetPlatforms } from './request-fields.ts';
import { requireStorage } from './require-storage.ts';

const mebibyte = 1024 * 1024;

/** Refuses files that are too large together, or do not fit into the plan's storage. */
const requireRoomFor = async (sizes: readonly number[], ports: MediaPorts, context: WriteContext): Promise<void> => {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total > maxBulkBytes)
    throw new Refused('REQUEST_TOO_LARGE', `The files have ${total} bytes together; ${maxBulkBytes} are the most`);
  await requireStorage(total, ports, context);
};

const oneByOne = async (
  uploads: readonly NewUpload[],
  ports: MediaPorts,
  context: WriteContext,
): Promise<GivenUpload[]> => {
  const given: GivenUpload[] = [];
  for (const [index, upload] of uploads.entries()) given.push(await newUpload(upload, `file/${index}`, ports, context));
  return given;
};

const common = { exactSize: true, expiresInSeconds: bulkUploadSeconds, targetPlatforms: [] } as const;

/** POST /v1/media/bulk-presign: upload addresses for up to 20 videos, valid for an hour. */
export const bulkPresign = (ports: MediaPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/media/bulk-presign',
    id: 'presignMediaInBulk',
    summary: 'Get addresses to upload several videos to',
    description:
      'Upload each file with PUT to its address and with its headers, before `expiresAt`. POST ' +
      '/v1/media/{id}/refresh-presign gives a new address.',
    body: z.object({
      files: z
        .array(
          z.object({
            filename: Filename,
            contentType: z.string().toLowerCase().pipe(z.enum(bulkTypes)),
            size: z.int().positive().max(maxBytesOf('video')),
          }),
        )
        .min(1)
        .max(maxBulkFiles),
    }),
    reply: z.object({
      uploads: z.array(
        z.object({
          mediaId: z.string(),
          presignedUrl: z.string(),
          uploadHeaders: z.record(z.string(), z.string()),
          key: z.string(),
          expiresAt: z.string(),
        }),
      ),
    }),
    status: 201,
    errors: ['VALIDATION_ERROR', 'REQUEST_TOO_LARGE', 'LIMIT_EXCEEDED', 'UPLOAD_UNAVAILABLE'],
    idempotent: true,
    async run({ body: { files } }, context) {
      await requireRoomFor(
        files.map(({ size }) => size),
        ports,
        context,
      );
      const uploads = files.map(({ filename, contentType, size: sizeBytes }) => ({
        ...common,
        filename,
        contentType: acceptedType(contentType, sizeBytes),
        sizeBytes,
      }));
      const given = await oneByOne(uploads, ports, context);
      const presigned = given.map(({ mediaId, url, headers, key, expiresAt }) => ({
        mediaId,
        presignedUrl: url,
        uploadHeaders: headers,
        key,
        expiresAt,
      }));
      return { body: { uploads: presigned } };
    },
  });

/**
 * POST /v1/media/bulk-video-upload-urls: upload addresses for up to 20 long videos, which are
 * validated for their platforms once they are ready. The size comes in megabytes and therefore
 * counts as an upper limit.
 */
export const bulkVideoUploads = (ports: MediaPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/media/bulk-video-upload-urls',
    id: 'requestVideoUploadsInBulk',
    summary: 'Get addresses to upload several long videos to, and have them validated',
    description: "`fileSizeMb` is the upper limit of the file's size, rounded up to bytes.",
    body: z.object({
      videos: z
        .array(
          z.object({
            filename: Filename,
            contentType: z.string().toLowerCase().pipe(z.enum(bulkVideoTypes)),
            fileSizeMb: z
              .number()
              .positive()
              .max(maxBulkVideoBytes / mebibyte),
          }),
        )
        .min(1)
        .max(maxBulkFiles),
      targetPlatforms: TargetPlatforms,
    }),
    reply: z.object({
      videos: z.array(
        z.object({
          mediaId: z.string(),
          uploadUrl: z.string(),
          uploadHeaders: z.record(z.string(), z.string()),
          s3Key: z.string(),
          expiresAt: z.string(),
        }),
      ),
    }),
    status: 201,
    errors: ['VALIDATION_ERROR', 'REQUEST_TOO_LARGE', 'LIMIT_EXCEEDED', 'UPLOAD_UNAVAILABLE'],
    idempotent: true,
    async run({ body: { videos, targetPlatforms } }, context) {
      const platforms = platformsIn(targetPlatforms);
      const sizes = videos.map(({ fileSizeMb }) => Math.ceil(fileSizeMb * mebibyte));
      await requireRoomFor(sizes, ports, context);
      const uploads = videos.map(({ filename, contentType }, index) => ({
        filename,
        contentType: normalType(contentType),
        sizeBytes: sizes[index] ?? 0,
        exactSize: false,
        expiresInSeconds: bulkUploadSeconds,
        targetPlatforms: platforms,
      }));
      const given = await oneByOne(uploads, ports, context);
      const presigned = given.map(({ mediaId, url, headers, key, expiresAt }) => ({
        mediaId,
        uploadUrl: url,
        uploadHeaders: headers,
        s3Key: key,
        expiresAt,
      }));
      return { body: { videos: presigned } };
    },
  });
