import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { Platform } from '../platforms/platform.ts';

/** The result of inspecting a file. Absent means not known, never a default. */
export const MeasuredFacts = z.object({
  /** Pixels as displayed: rotated where the file asks for it. */
  width: z.number().int().positive().optional(),
  height: z.number().int().positive().optional(),
  durationMs: z.number().int().nonnegative().optional(),
  /** The codec string of the video track, for example `avc1.64001f`. */
  codec: z.string().optional(),
  /** GIFs: whether there is more than one frame. */
  animated: z.boolean().optional(),
  /** Videos: whether there is an audio track. */
  hasAudio: z.boolean().optional(),
});
export type MeasuredFacts = z.output<typeof MeasuredFacts>;

export const ValidationResults = z.partialRecord(
  Platform,
  z.object({ valid: z.boolean(), errors: z.array(z.string()), warnings: z.array(z.string()).optional() }),
);
export type ValidationResults = z.output<typeof ValidationResults>;

const mediaId = z.string();
const file = { filename: z.string(), contentType: z.string(), sizeBytes: z.number().int().nonnegative() };
const createdById = z.string().nullable();

export const MediaUploadRequested = defineEvent(
  'MediaUploadRequested',
  z.object({
    mediaId,
    ...file,
    /** Whether `sizeBytes` is the announced length, or an upper limit. */
    exactSize: z.boolean(),
    /** ISO 8601: until when the bytes may be sent. */
    expiresAt: z.string(),
    /** Validated for these as soon as the file is ready. */
    targetPlatforms: z.array(Platform),
    createdById,
  }),
  { description: 'An upload address for a file was issued.' },
);

export const MediaUploadRenewed = defineEvent('MediaUploadRenewed', z.object({ mediaId, expiresAt: z.string() }), {
  description: 'A new upload address was issued for an upload that had not arrived.',
});

export const MediaUploadExpired = defineEvent('MediaUploadExpired', z.object({ mediaId }), {
  description: 'The address of an upload expired before the bytes arrived.',
});

export const MediaImportStarted = defineEvent(
  'MediaImportStarted',
  z.object({
    mediaId,
    sourceUrl: z.string(),
    filename: z.string(),
    /** As the client states it; absent: as the source states it. */
    contentType: z.string().optional(),
    targetPlatforms: z.array(Platform),
    createdById,
  }),
  { description: 'A file is to be fetched from a public address.' },
);

export const MediaImportProgressed = defineEvent(
  'MediaImportProgressed',
  z.object({
    mediaId,
    receivedBytes: z.number().int().nonnegative(),
    /** Absent where the source does not say. */
    totalBytes: z.number().int().nonnegative().optional(),
  }),
  { description: 'A part of an imported file has been fetched.' },
);

export const MediaBytesReceived = defineEvent(
  'MediaBytesReceived',
  z.object({ mediaId, contentType: z.string(), sizeBytes: z.number().int().nonnegative() }),
  { description: 'The bytes of a file are in the object storage.' },
);

export const MediaProcessingStarted = defineEvent(
  'MediaProcessingStarted',
  z.object({ mediaId, attempt: z.number().int().positive() }),
  { description: 'The service began to inspect a file. Attempts are counted, because some files crash the service.' },
);

export const MediaReady = defineEvent(
  'MediaReady',
  z.object({
    mediaId,
    ...file,
    /** The key of the finished file, and of its poster frame. */
    key: z.string(),
    posterKey: z.string().nullable(),
    ...MeasuredFacts.shape,
  }),
  { description: 'A file was accepted, converted to its final form and can be used.' },
);

export const MediaProcessingFailed = defineEvent('MediaProcessingFailed', z.object({ mediaId, reason: z.string() }), {
  description: 'A file cannot be used.',
});

export const MediaRegistered = defineEvent(
  'MediaRegistered',
  z.object({
    mediaId,
    url: z.string(),
    filename: z.string(),
    contentType: z.string(),
    createdById,
  }),
  { description: 'A file that stays at its own public address was registered.' },
);

export const MediaValidationRequested = defineEvent(
  'MediaValidationRequested',
  z.object({ mediaId, jobId: z.string(), targetPlatforms: z.array(Platform) }),
  { description: 'A file is to be checked against the rules of some platforms.' },
);

export const MediaValidated = defineEvent('MediaValidated', z.object({ mediaId, results: ValidationResults }), {
  description: 'A file was checked against the rules of some platforms.',
});

export const MediaDescribed = defineEvent('MediaDescribed', z.object({ mediaId, altText: z.string() }), {
  description: 'The text in place of a file that cannot be seen was set; an empty one clears it.',
});

export const MediaDeleted = defineEvent('MediaDeleted', z.object({ mediaId, keys: z.array(z.string()) }), {
  description: 'A file was deleted; its stored bytes are removed next.',
});

export const MediaObjectsRemoved = defineEvent('MediaObjectsRemoved', z.object({ mediaId }), {
  description: 'All stored bytes of a deleted file were removed.',
});

export const mediaEvents = [
  MediaUploadRequested,
  MediaUploadRenewed,
  MediaUploadExpired,
  MediaImportStarted,
  MediaImportProgressed,
  MediaBytesReceived,
  MediaProcessingStarted,
  MediaReady,
  MediaProcessingFailed,
  MediaRegistered,
  MediaValidationRequested,
  MediaValidated,
  MediaDescribed,
  MediaDeleted,
  MediaObjectsRemoved,
] as const;

export type MediaEvent = EventOf<(typeof mediaEvents)[number]>;
