import { unreachable } from '../kernel/decider.ts';
import type { Platform } from '../platforms/platform.ts';
import { type MeasuredFacts, type MediaEvent } from './media-events.ts';

export type MediaStatus = 'PENDING' | 'PROCESSING' | 'READY' | 'FAILED';

/** The known facts of the file itself. */
export type MediaFile = Readonly<{ filename: string; contentType: string; sizeBytes?: number }> &
  Partial<MeasuredFacts>;

/** The length of a file that was announced or has arrived. */
export const lengthOf = ({ sizeBytes }: MediaFile): number => {
  if (sizeBytes === undefined) throw new TypeError('The length of this file is not known');
  return sizeBytes;
};

export type KnownMedia = Readonly<{
  id: string;
  status: MediaStatus;
  source: 'upload' | 'import' | 'register';
  file: MediaFile;
  /** Whether the announced size is exact; else it is an upper limit. */
  exactSize: boolean;
  /** Uploads: until when the bytes may be sent. */
  expiresAt: string | undefined;
  hasExpired: boolean;
  /** How many processing attempts were started. */
  attempts: number;
  /** Imports: the bytes fetched so far. */
  receivedBytes: number;
  /** To be validated for these once it is ready. */
  wanted: readonly Platform[];
  validationJobId: string | undefined;
  /** Empty: the file has no description. */
  altText: string;
  /** The facts of the finished file. */
  keys: readonly string[];
  isDeleted: boolean;
  isForgotten: boolean;
}>;

/** Undefined: the file does not exist. */
export type MediaState = KnownMedia | undefined;

const blank = {
  exactSize: true,
  expiresAt: undefined,
  hasExpired: false,
  attempts: 0,
  receivedBytes: 0,
  wanted: [],
  validationJobId: undefined,
  altText: '',
  keys: [],
  isDeleted: false,
  isForgotten: false,
} as const;

const born = (event: MediaEvent): MediaState => {
  switch (event.type) {
    case 'MediaUploadRequested': {
      const { mediaId, filename, contentType, sizeBytes, exactSize, expiresAt, targetPlatforms } = event.data;
      const file = { filename, contentType, sizeBytes };
      return {
        ...blank,
        id: mediaId,
        status: 'PENDING',
        source: 'upload',
        file,
        exactSize,
        expiresAt,
        wanted: targetPlatforms,
      };
    }
    case 'MediaImportStarted': {
      const { mediaId, filename, contentType = 'application/octet-stream', targetPlatforms } = event.data;
      const file = { filename, contentType };
      return { ...blank, id: mediaId, status: 'PENDING', source: 'import', file, wanted: targetPlatforms };
    }
    case 'MediaRegistered': {
      const { mediaId, filename, contentType } = event.data;
      const file = { filename, contentType };
      return { ...blank, id: mediaId, status: 'READY', source: 'register', file };
    }
    default:
      return undefined;
  }
};

/** The fold of the stream. */
export const evolve = (state: MediaState, event: MediaEvent): MediaState => {
  if (!state) return born(event);
  switch (event.type) {
    case 'MediaUploadRenewed':
      return { ...state, expiresAt: event.data.expiresAt, hasExpired: false };
    case 'MediaUploadExpired':
      return { ...state, hasExpired: true };
    case 'MediaImportProgressed':
      return { ...state, receivedBytes: event.data.receivedBytes };
    case 'MediaBytesReceived': {
      const { contentType, sizeBytes } = event.data;
      return { ...state, status: 'PROCESSING', file: { ...state.file, contentType, sizeBytes } };
    }
    case 'MediaProcessingStarted':
      return { ...state, attempts: event.data.attempt };
    case 'MediaReady': {
      const { mediaId: _, key, posterKey, ...file } = event.data;
      return { ...state, status: 'READY', file, keys: posterKey === null ? [key] : [key, posterKey] };
    }
    case 'MediaProcessingFailed':
      return { ...state, status: 'FAILED' };
    case 'MediaValidationRequested':
      return { ...state, wanted: event.data.targetPlatforms, validationJobId: event.data.jobId };
    case 'MediaDescribed':
      return { ...state, altText: event.data.altText };
    case 'MediaDeleted':
      return { ...state, isDeleted: true };
    case 'MediaObjectsRemoved':
      return { ...state, isForgotten: true };
    case 'MediaUploadRequested':
    case 'MediaImportStarted':
    case 'MediaRegistered':
    case 'MediaValidated':
      return state;
    default:
      return unreachable(event);
  }
};
