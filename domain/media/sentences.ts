import { counted, ended, listed, type Sentences } from '../kernel/sentence.ts';
import type { MediaEvent } from './media-events.ts';

export const mediaSentences: Sentences<MediaEvent> = {
  MediaUploadRequested: ({ contentType, expiresAt }) =>
    `An address was handed out to upload a file (${contentType}) to, good until ${expiresAt}.`,
  MediaUploadRenewed: ({ expiresAt }) =>
    `A new address was handed out for an upload that had not arrived, good until ${expiresAt}.`,
  MediaImportProgressed: ({ receivedBytes, totalBytes }) =>
    `${counted(receivedBytes, 'byte')}${totalBytes === undefined ? '' : ` of ${totalBytes}`} of the file have been fetched.`,
  MediaBytesReceived: ({ sizeBytes, contentType }) =>
    `The ${counted(sizeBytes, 'byte')} of the file (${contentType}) are in the object storage.`,
  MediaProcessingStarted: ({ attempt }) => `The service began to look into the file, try ${attempt}.`,
  MediaReady: ({ contentType, sizeBytes }) =>
    `The file was found good and can be used (${contentType}, ${counted(sizeBytes, 'byte')}).`,
  MediaProcessingFailed: ({ reason }) => ended(`The file cannot be used: ${reason}`),
  MediaValidationRequested: ({ targetPlatforms }) =>
    `The file is to be held against the rules of ${listed(targetPlatforms)}.`,
  MediaValidated: ({ results }) => {
    const failed = Object.entries(results).flatMap(([platform, result]) => (result?.valid ? [] : [platform]));
    const judged = listed(Object.keys(results));
    return `The file was held against the rules of ${judged}: ${failed.length === 0 ? 'it passed' : `not good for ${listed(failed)}`}.`;
  },
};
