import { counted, ended, listed, type Sentences } from '../kernel/sentence.ts';
import type { MediaEvent } from './media-events.ts';

export const mediaSentences: Sentences<MediaEvent> = {
  MediaUploadRequested: ({ contentType, expiresAt }) =>
    `An upload address for a file (${contentType}) was issued, valid until ${expiresAt}.`,
  MediaUploadRenewed: ({ expiresAt }) =>
    `A new upload address was issued for an upload that had not arrived, valid until ${expiresAt}.`,
  MediaImportProgressed: ({ receivedBytes, totalBytes }) =>
    `${counted(receivedBytes, 'byte')}${totalBytes === undefined ? '' : ` of ${totalBytes}`} of the file have been fetched.`,
  MediaBytesReceived: ({ sizeBytes, contentType }) =>
    `The ${counted(sizeBytes, 'byte')} of the file (${contentType}) are in the object storage.`,
  MediaProcessingStarted: ({ attempt }) => `The service began to inspect the file, attempt ${attempt}.`,
  MediaReady: ({ contentType, sizeBytes }) =>
    `The file was accepted and can be used (${contentType}, ${counted(sizeBytes, 'byte')}).`,
  MediaProcessingFailed: ({ reason }) => ended(`The file cannot be used: ${reason}`),
  MediaValidationRequested: ({ targetPlatforms }) =>
    `The file is to be checked against the rules of ${listed(targetPlatforms)}.`,
  MediaValidated: ({ results }) => {
    const failed = Object.entries(results).flatMap(([platform, result]) => (result?.valid ? [] : [platform]));
    const checked = listed(Object.keys(results));
    return `The file was held against the rules of ${checked}: ${failed.length === 0 ? 'it passed' : `not good for ${listed(failed)}`}.`;
  },
};
