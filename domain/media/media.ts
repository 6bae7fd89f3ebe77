import { unreachable, type Decider } from '../kernel/decider.ts';
import { notFound, Refused } from '../kernel/refused.ts';
import type { Platform } from '../platforms/platform.ts';
import {
  MediaBytesReceived,
  MediaDeleted,
  MediaDescribed,
  MediaImportProgressed,
  MediaImportStarted,
  MediaObjectsRemoved,
  MediaProcessingFailed,
  MediaProcessingStarted,
  MediaReady,
  MediaRegistered,
  MediaUploadExpired,
  MediaUploadRenewed,
  MediaUploadRequested,
  MediaValidated,
  MediaValidationRequested,
  type MediaEvent,
} from './media-events.ts';
import { uploadKey, withAudioKey } from './media-keys.ts';
import { isSupportedType } from './media-types.ts';
import { validateMedia } from './media-validation.ts';
import { type MediaFile, lengthOf, type KnownMedia, type MediaState, evolve } from './media-state.ts';

/** A file that crashed the service this often is not inspected again. */
export const maxAttempts = 5;

export type FinishedFile = MediaFile & Readonly<{ sizeBytes: number; key: string; posterKey: string | null }>;

export type MediaCommand =
  | Readonly<{
      type: 'request-upload';
      mediaId: string;
      filename: string;
      contentType: string;
      sizeBytes: number;
      exactSize: boolean;
      expiresAt: string;
      targetPlatforms: readonly Platform[];
      altText?: string | undefined;
      createdById: string | null;
    }>
  | Readonly<{ type: 'renew-upload'; expiresAt: string }>
  | Readonly<{ type: 'expire-upload'; now: string }>
  | Readonly<{
      type: 'start-import';
      mediaId: string;
      sourceUrl: string;
      filename: string;
      contentType?: string | undefined;
      targetPlatforms: readonly Platform[];
      altText?: string | undefined;
      createdById: string | null;
    }>
  | Readonly<{ type: 'progress-import'; receivedBytes: number; totalBytes?: number | undefined }>
  /** The object storage has the bytes. */
  | Readonly<{ type: 'receive-bytes'; contentType: string; sizeBytes: number }>
  /** `attempt` counts from 1; an attempt that was already started is not started again. */
  | Readonly<{ type: 'start-processing'; attempt: number }>
  | Readonly<{ type: 'finish-processing'; file: FinishedFile }>
  | Readonly<{ type: 'fail-processing'; reason: string }>
  | Readonly<{
      type: 'register';
      mediaId: string;
      url: string;
      filename: string;
      contentType: string;
      altText?: string | undefined;
      createdById: string | null;
    }>
  | Readonly<{ type: 'request-validation'; jobId: string; targetPlatforms: readonly Platform[] }>
  | Readonly<{ type: 'describe'; altText: string }>
  | Readonly<{ type: 'delete'; workspaceId: string }>
  /** All stored bytes of a deleted file were removed. */
  | Readonly<{ type: 'forget-objects' }>;

type Command<Type extends MediaCommand['type']> = Extract<MediaCommand, { type: Type }>;

const decide = (command: MediaCommand, state: MediaState): readonly MediaEvent[] => {
  switch (command.type) {
    case 'request-upload': {
      const { type: _, targetPlatforms, altText, ...data } = command;
      const requested = MediaUploadRequested({ ...data, targetPlatforms: [...targetPlatforms] });
      return state ? [] : [requested, ...described(data.mediaId, altText)];
    }
    case 'start-import': {
      const { type: _, targetPlatforms, altText, ...data } = command;
      const started = MediaImportStarted({ ...data, targetPlatforms: [...targetPlatforms] });
      return state ? [] : [started, ...described(data.mediaId, altText)];
    }
    case 'register': {
      const { type: _, altText, ...data } = command;
      return state ? [] : [MediaRegistered(data), ...described(data.mediaId, altText)];
    }
    default:
      break;
  }
  if (!state) throw notFound('media');
  if (command.type === 'forget-objects')
    return state.isDeleted && !state.isForgotten ? [MediaObjectsRemoved({ mediaId: state.id })] : [];
  if (state.isDeleted) return deleted(command);
  return ofKnown(command, state);
};

const described = (mediaId: string, altText: string | undefined): readonly MediaEvent[] =>
  altText ? [MediaDescribed({ mediaId, altText })] : [];

/** Work in progress is refused without effect; a client gets NOT_FOUND. */
const deleted = (command: MediaCommand): readonly MediaEvent[] => {
  const byClient = ['renew-upload', 'request-validation', 'describe', 'delete'].includes(command.type);
  if (byClient) throw notFound('media');
  return [];
};

type OfKnown = Exclude<
  MediaCommand,
  { type: 'request-upload' } | { type: 'start-import' } | { type: 'register' } | { type: 'forget-objects' }
>;

const ofKnown = (command: OfKnown, state: KnownMedia): readonly MediaEvent[] => {
  const mediaId = state.id;
  switch (command.type) {
    case 'renew-upload':
      if (state.status !== 'PENDING' || state.source !== 'upload')
        throw new Refused('CONFLICT', `Only an upload that is PENDING can be renewed; this file is ${state.status}`);
      return command.expiresAt === state.expiresAt
        ? []
        : [MediaUploadRenewed({ mediaId, expiresAt: command.expiresAt })];
    case 'expire-upload':
      return state.status === 'PENDING' && !state.hasExpired && command.now >= (state.expiresAt ?? command.now)
        ? [MediaUploadExpired({ mediaId })]
        : [];
    case 'progress-import': {
      const { receivedBytes, totalBytes } = command;
      return state.status === 'PENDING' && state.source === 'import' && receivedBytes > state.receivedBytes
        ? [MediaImportProgressed({ mediaId, receivedBytes, totalBytes })]
        : [];
    }
    case 'receive-bytes':
      return received(command, state);
    case 'start-processing':
      if (state.status !== 'PROCESSING' || command.attempt !== state.attempts + 1) return [];
      return command.attempt > maxAttempts
        ? [MediaProcessingFailed({ mediaId, reason: `The file could not be processed in ${maxAttempts} attempts` })]
        : [MediaProcessingStarted({ mediaId, attempt: command.attempt })];
    case 'finish-processing':
      return state.status === 'PROCESSING'
        ? [MediaReady({ mediaId, ...command.file }), ...validated(state.wanted, command.file, mediaId)]
        : [];
    case 'fail-processing':
      return state.status === 'PROCESSING' || (state.status === 'PENDING' && state.source === 'import')
        ? [MediaProcessingFailed({ mediaId, reason: command.reason })]
        : [];
    case 'request-validation':
      return validationRequested(command, state);
    case 'describe':
      return command.altText === state.altText ? [] : [MediaDescribed({ mediaId, altText: command.altText })];
    case 'delete':
      return [MediaDeleted({ mediaId, keys: keysOf(state, command.workspaceId) })];
    default:
      return unreachable(command);
  }
};

const received = (command: Command<'receive-bytes'>, state: KnownMedia): readonly MediaEvent[] => {
  if (state.status !== 'PENDING') return [];
  const { sizeBytes } = command;
  // A storage that does not know the type adds nothing. The file's bytes decide its type later.
  const contentType = isSupportedType(command.contentType) ? command.contentType : state.file.contentType;
  const arrived = MediaBytesReceived({ mediaId: state.id, contentType, sizeBytes });
  if (state.source !== 'upload' || sizeBytes === state.file.sizeBytes) return [arrived];
  const announced = lengthOf(state.file);
  if (!state.exactSize && sizeBytes < announced) return [arrived];
  const reason = `The file has ${sizeBytes} bytes; ${announced} were announced`;
  return [arrived, MediaProcessingFailed({ mediaId: state.id, reason })];
};

const validated = (platforms: readonly Platform[], file: MediaFile, mediaId: string): readonly MediaEvent[] =>
  platforms.length === 0 ? [] : [MediaValidated({ mediaId, results: validateMedia(file, platforms) })];

/** A file is validated as soon as it is ready. */
const validationRequested = (command: Command<'request-validation'>, state: KnownMedia): readonly MediaEvent[] => {
  if (state.status === 'FAILED') throw new Refused('CONFLICT', 'The file could not be processed; upload it again');
  if (command.jobId === state.validationJobId) return [];
  const targetPlatforms = [...command.targetPlatforms];
  return [
    MediaValidationRequested({ mediaId: state.id, jobId: command.jobId, targetPlatforms }),
    ...(state.status === 'READY' ? validated(targetPlatforms, state.file, state.id) : []),
  ];
};

const keysOf = (state: KnownMedia, workspaceId: string): string[] =>
  state.source === 'register'
    ? []
    : [...new Set([uploadKey(workspaceId, state.id), ...state.keys, ...derivedKeys(state, workspaceId)])];

/** A post may have had a copy with an audio track made. Removing an object that does not exist succeeds. */
const derivedKeys = ({ id, file }: KnownMedia, workspaceId: string): readonly string[] =>
  file.hasAudio === false ? [withAudioKey(workspaceId, id, file.contentType)] : [];

/** A file: uploaded, imported or registered, inspected, used by posts, deleted. */
export const media: Decider<MediaState, MediaCommand, MediaEvent> = {
  category: 'media',
  initial: undefined,
  decide,
  evolve,
};
