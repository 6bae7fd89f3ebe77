import type { Recorded } from '../../domain/kernel/event.ts';
import type { MediaEvent } from '../../domain/media/media-events.ts';
import { uploadKey } from '../../domain/media/media-keys.ts';
import { media } from '../../domain/media/media.ts';
import type { ObjectStorage } from '../../domain/media/object-storage.ts';
import type { FetchFile, ProcessMedia } from '../../domain/media/processing.ts';
import { runnable, type ProcessManager, type RunnableProcess } from '../kernel/process-manager.ts';
import { importFile } from './import-file.ts';
import { lookIntoFile } from './look-into-file.ts';

export type MediaWork = Readonly<
  { mediaId: string; at: string } & (
    | { phase: 'awaiting'; expiresAt: string }
    | { phase: 'importing' }
    | { phase: 'processing'; attempt: number }
    | { phase: 'removing'; keys: readonly string[] }
  )
>;

export type MediaProcessPorts = Readonly<{ storage: ObjectStorage; process: ProcessMedia; fetch: FetchFile }>;

/** A storage may take bytes that were under way when their address expired. */
const graceMs = 60_000;

/** Seconds after an attempt began until the next: only those are repeated whose service died under them. */
const retrySeconds = [5, 30, 120, 600];

const later = (at: string, milliseconds: number): string => new Date(Date.parse(at) + milliseconds).toISOString();

/** Brings files from their announcement to READY or FAILED, and removes what is stored of deleted ones. */
export const mediaProcess: ProcessManager<MediaWork, MediaWork> = {
  name: 'media',
  description: 'Waits for uploads, fetches imports, looks into files and removes deleted ones.',
  handles: [
    'MediaUploadRequested',
    'MediaUploadRenewed',
    'MediaUploadExpired',
    'MediaImportStarted',
    'MediaBytesReceived',
    'MediaProcessingStarted',
    'MediaReady',
    'MediaProcessingFailed',
    'MediaDeleted',
    'MediaObjectsRemoved',
  ],
  instancesOf: ({ data }) => [(data as { mediaId: string }).mediaId],
  evolve(work, recorded) {
    const event = recorded as Recorded<MediaEvent>;
    const { mediaId } = event.data;
    const at = event.meta.occurredAt;
    // Once a file is deleted, nothing else is to be done with it.
    if (work?.phase === 'removing' && event.type !== 'MediaObjectsRemoved') return work;
    switch (event.type) {
      case 'MediaUploadRequested':
      case 'MediaUploadRenewed':
        return { mediaId, at, phase: 'awaiting', expiresAt: event.data.expiresAt };
      case 'MediaImportStarted':
        return { mediaId, at, phase: 'importing' };
      case 'MediaBytesReceived':
        return { mediaId, at, phase: 'processing', attempt: 1 };
      case 'MediaProcessingStarted': {
        const { attempt } = event.data;
        const wait = (retrySeconds[attempt - 1] ?? 600) * 1000;
        return { mediaId, at: later(at, wait), phase: 'processing', attempt: attempt + 1 };
      }
      case 'MediaDeleted': {
        const { keys } = event.data;
        // Bytes may still come to an address that was handed out; they are removed when no more can.
        const until = work?.phase === 'awaiting' ? later(work.expiresAt, graceMs) : at;
        return keys.length === 0 ? undefined : { mediaId, at: until > at ? until : at, phase: 'removing', keys };
      }
      case 'MediaUploadExpired':
      case 'MediaReady':
      case 'MediaProcessingFailed':
      case 'MediaObjectsRemoved':
        return undefined;
      default:
        return work;
    }
  },
  next: (work) => ({ at: work.at, action: work }),
};

/** The process with the hands that read, fetch and remove bytes. */
export const mediaProcessing = ({ storage, process, fetch }: MediaProcessPorts): RunnableProcess =>
  runnable(mediaProcess, async (work, context) => {
    const { mediaId } = work;
    switch (work.phase) {
      case 'awaiting': {
        const stored = await storage.head(uploadKey(context.workspaceId, mediaId));
        const now = context.now().toISOString();
        if (stored) {
          const { contentType, sizeBytes } = stored;
          await context.send(media, mediaId, { type: 'receive-bytes', contentType, sizeBytes }, receiveStep);
        } else if (now >= later(work.expiresAt, graceMs)) {
          await context.send(media, mediaId, { type: 'expire-upload', now }, `expire/${work.expiresAt}`);
        }
        return;
      }
      case 'importing':
        return importFile(work, { storage, fetch }, context);
      case 'processing':
        return lookIntoFile(work, { storage, process }, context);
      case 'removing':
        for (const key of work.keys) await storage.delete(key);
        await context.send(media, mediaId, { type: 'forget-objects' }, 'forget');
    }
  });

/** The step of the one command by which a file's bytes are received, whoever saw them first. */
export const receiveStep = 'receive';
