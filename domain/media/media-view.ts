import { z } from 'zod';
import { unreachable, type ViewFold } from '../kernel/decider.ts';
import type { Platform } from '../platforms/platform.ts';
import { PostMedia } from '../posts/values.ts';
import { ValidationResults, type MediaEvent } from './media-events.ts';
import { publicKey } from './media-keys.ts';
import { isMeasured, isValid } from './media-validation.ts';
import type { MediaFile, MediaStatus } from './media-state.ts';
import { isSupportedType, storedTypeOf } from './media-types.ts';
import { defined } from '../kernel/defined.ts';

export const validationStatuses = ['pending', 'passed', 'failed', 'skipped'] as const;

/** A file as clients see it. */
export const Media = z
  .object({
    id: z.string(),
    filename: z.string(),
    contentType: z.string(),
    sizeBytes: z
      .int()
      .nonnegative()
      .nullable()
      .meta({ description: 'null while unknown: a registered file is not measured' }),
    status: z.enum(['PENDING', 'PROCESSING', 'READY', 'FAILED']),
    publicUrl: z.string().meta({ description: 'Answers once the file is READY' }),
    validationStatus: z.enum(validationStatuses),
    validationResults: ValidationResults,
    thumbnailUrl: z.string().nullable(),
    altText: z.string().optional().meta({ description: 'Takes the place of the file where it cannot be seen' }),
    dimensions: z.object({ width: z.int(), height: z.int() }).optional(),
    durationMs: z.int().optional(),
    metadataPending: z.literal(true).optional(),
    videoDuration: z.number().optional().meta({ description: 'Seconds' }),
    videoCodec: z.string().optional(),
    videoWidth: z.int().optional(),
    videoHeight: z.int().optional(),
    metadata: z
      .object({
        importStatus: z.enum(['importing', 'completed', 'failed']).optional(),
        importedBytes: z.int().optional(),
        totalBytes: z.int().optional(),
      })
      .optional(),
    error: z.string().optional().meta({ description: 'Why the file FAILED' }),
    createdAt: z.string(),
  })
  .meta({ id: 'Media' });
export type Media = Readonly<z.infer<typeof Media>>;

type Import = Readonly<{ receivedBytes: number; totalBytes?: number | undefined }>;

/** The fold behind `Media`: it keeps keys, because the public address of a key may change. */
export type MediaView = Readonly<{
  id: string;
  workspaceId: string;
  status: MediaStatus;
  file: MediaFile;
  /**
   * The key of the finished file, already known before it is ready; or the address of a registered
   * file.
   */
  at: Readonly<{ key: string } | { url: string }>;
  posterKey: string | null;
  targetPlatforms: readonly Platform[];
  validation: ValidationResults | null;
  import: Import | null;
  error: string | null;
  /** Absent: the file has no description. */
  altText?: string;
  createdAt: string;
}>;

const foretold = (workspaceId: string, mediaId: string, contentType: string): string =>
  isSupportedType(contentType) ? publicKey(workspaceId, mediaId, storedTypeOf(contentType)) : '';

const born = (event: Parameters<ViewFold<MediaView, MediaEvent>['evolve']>[1]): MediaView | undefined => {
  const { workspaceId, occurredAt: createdAt } = event.meta;
  const blank = { workspaceId, posterKey: null, validation: null, import: null, error: null, createdAt } as const;
  switch (event.type) {
    case 'MediaUploadRequested': {
      const { mediaId: id, filename, contentType, sizeBytes, targetPlatforms } = event.data;
      const at = { key: foretold(workspaceId, id, contentType) };
      return { ...blank, id, status: 'PENDING', file: { filename, contentType, sizeBytes }, at, targetPlatforms };
    }
    case 'MediaImportStarted': {
      const { mediaId: id, filename, contentType = 'application/octet-stream', targetPlatforms } = event.data;
      const at = { key: foretold(workspaceId, id, contentType) };
      const file = { filename, contentType };
      return { ...blank, id, status: 'PENDING', file, at, targetPlatforms, import: { receivedBytes: 0 } };
    }
    case 'MediaRegistered': {
      const { mediaId: id, filename, contentType, url } = event.data;
      const file = { filename, contentType };
      return { ...blank, id, status: 'READY', file, at: { url }, targetPlatforms: [] };
    }
    default:
      return undefined;
  }
};

export const mediaView: ViewFold<MediaView, MediaEvent> = {
  evolve(view, event) {
    if (!view) return born(event);
    switch (event.type) {
      case 'MediaImportProgressed': {
        const { receivedBytes, totalBytes } = event.data;
        return { ...view, import: totalBytes === undefined ? { receivedBytes } : { receivedBytes, totalBytes } };
      }
      case 'MediaBytesReceived': {
        const { contentType, sizeBytes } = event.data;
        const at = { key: foretold(view.workspaceId, view.id, contentType) };
        return { ...view, status: 'PROCESSING', file: { ...view.file, contentType, sizeBytes }, at };
      }
      case 'MediaReady': {
        const { mediaId: _, key, posterKey, ...file } = event.data;
        return { ...view, status: 'READY', file, at: { key }, posterKey };
      }
      case 'MediaProcessingFailed':
        return { ...view, status: 'FAILED', error: event.data.reason };
      case 'MediaValidationRequested':
        return { ...view, targetPlatforms: event.data.targetPlatforms, validation: null };
      case 'MediaValidated':
        return { ...view, validation: event.data.results };
      case 'MediaDescribed': {
        const { altText: _, ...rest } = view;
        return event.data.altText === '' ? rest : { ...rest, altText: event.data.altText };
      }
      case 'MediaDeleted':
        return undefined;
      case 'MediaUploadRequested':
      case 'MediaImportStarted':
      case 'MediaRegistered':
      case 'MediaUploadRenewed':
      case 'MediaUploadExpired':
      case 'MediaProcessingStarted':
      case 'MediaObjectsRemoved':
        return view;
      default:
        return unreachable(event);
    }
  },
};

/** The public address of a key: `ObjectStorage.publicUrl`. */
export type UrlOf = (key: string) => string;

const isVideoFile = ({ contentType }: MediaFile): boolean => contentType.startsWith('video/');

const urlOfView = ({ at }: MediaView, urlOf: UrlOf): string => {
  if ('url' in at) return at.url;
  return at.key === '' ? '' : urlOf(at.key);
};

/**
 * `pending` while a validation was asked for and has no result; `skipped` where none was asked for,
 * and where nothing is wrong as far as the file is known, but it was not measured.
 */
const validationStatusOf = ({ validation, targetPlatforms, status, file }: MediaView): Media['validationStatus'] => {
  if (validation && !isValid(validation)) return 'failed';
  if (validation) return isMeasured(file) ? 'passed' : 'skipped';
  if (status === 'FAILED') return 'skipped';
  return targetPlatforms.length > 0 || (isVideoFile(file) && status !== 'READY') ? 'pending' : 'skipped';
};

const measured = ({ file, status }: MediaView): Partial<Media> => {
  const { width, height, durationMs, codec } = file;
  const size = width !== undefined && height !== undefined;
  if (!isVideoFile(file)) return size ? { dimensions: { width, height } } : {};
  return {
    ...(status === 'PENDING' || status === 'PROCESSING' ? { metadataPending: true as const } : {}),
    ...(size ? { dimensions: { width, height }, videoWidth: width, videoHeight: height } : {}),
    ...(durationMs === undefined ? {} : { durationMs, videoDuration: durationMs / 1000 }),
    ...defined({ videoCodec: codec }),
  };
};

const importMetadata = ({ import: imported, status }: MediaView): Partial<Media> => {
  if (!imported) return {};
  const { receivedBytes: importedBytes, totalBytes } = imported;
  const importStatus = status === 'PENDING' ? 'importing' : status === 'FAILED' ? 'failed' : 'completed';
  return { metadata: { importStatus, importedBytes, ...defined({ totalBytes }) } };
};

export const presentMedia = (view: MediaView, urlOf: UrlOf): Media => ({
  id: view.id,
  filename: view.file.filename,
  contentType: view.file.contentType,
  sizeBytes: view.file.sizeBytes ?? null,
  status: view.status,
  publicUrl: urlOfView(view, urlOf),
  validationStatus: validationStatusOf(view),
  validationResults: view.validation ?? {},
  thumbnailUrl: view.posterKey === null ? null : urlOf(view.posterKey),
  ...defined({ altText: view.altText }),
  ...measured(view),
  ...importMetadata(view),
  ...(view.error === null ? {} : { error: view.error }),
  createdAt: view.createdAt,
});

/** A post's copy of the facts of a READY file. */
export const attachedMedia = (view: MediaView, urlOf: UrlOf): PostMedia => {
  const { filename, contentType, sizeBytes = 0, width, height, durationMs, hasAudio, codec, animated } = view.file;
  return PostMedia.parse({
    id: view.id,
    filename,
    contentType,
    sizeBytes,
    publicUrl: urlOfView(view, urlOf),
    thumbnailUrl: view.posterKey === null ? null : urlOf(view.posterKey),
    ...(width === undefined || height === undefined ? {} : { width, height }),
    ...defined({ durationMs, hasAudio, codec, animated, altText: view.altText }),
    validationStatus: validationStatusOf(view),
    ...(view.validation ? { validationResults: view.validation } : {}),
    createdAt: view.createdAt,
  });
};
