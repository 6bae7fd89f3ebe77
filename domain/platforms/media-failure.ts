import { PlatformError } from './platform-error.ts';

/** A file of a post that no later attempt can publish: it is gone, or no platform could take it. */
export const unusableMedia = (filename: string, why: string, cause?: unknown): PlatformError =>
  new PlatformError('refused', 'MEDIA_REJECTED', `The file ${filename} cannot be published: ${why}`, { cause });

/** A file of a post that could not be read this time. Nothing of it was published. */
export const unreadableMedia = (filename: string, why: string, cause?: unknown): PlatformError =>
  new PlatformError('not_stored', 'MEDIA_NOT_READY', `The file ${filename} could not be read: ${why}`, { cause });

const changedCode = 'FILE_CHANGED';

/** The file at a registered address has another length than at the start of its publication. */
export const changedMedia = (filename: string): PlatformError =>
  new PlatformError(
    'not_stored',
    'MEDIA_NOT_READY',
    `The file ${filename} changed at its address while it was being published`,
    { platformCode: changedCode },
  );

/** Whether uploads of an earlier attempt belong to another version of a file. */
export const isChangedMedia = (error: PlatformError): boolean =>
  error.code === 'MEDIA_NOT_READY' && error.platformCode === changedCode;
