import type { EventOfType } from '../../domain/events.ts';
import { uploadKey } from '../../domain/media/media-keys.ts';
import { media } from '../../domain/media/media.ts';
import type { ObjectStorage } from '../../domain/media/object-storage.ts';
import type { FetchFile, ProcessMedia } from '../../domain/media/processing.ts';
import type { StoredBytesOf } from '../../domain/media/storage-room.ts';
import { processOf } from '../kernel/process.ts';
import { importFile } from './import-file.ts';
import { processFile } from './process-file.ts';

export type MediaWork = Readonly<
  { mediaId: string; at: string } & (
    | { phase: 'awaiting'; expiresAt: string }
    | { phase: 'importing' }
    | { phase: 'processing'; attempt: number }
    | { phase: 'removing'; keys: readonly string[] }
  )
>;

export type MediaProcessPorts = Readonly<{
  storage: ObjectStorage;
  processMedia: ProcessMedia;
  fetchFile: FetchFile;
  storedBytes: StoredBytesOf;
}>;

/** A storage may still accept bytes whose upload started before their address expired. */
const graceMs = 60_000;

/** Seconds from the start of an attempt to the next: only an attempt whose service died is repeated. */
const retrySeconds = [5, 30, 120, 600];

const later = (at: string, milliseconds: number): string => new Date(Date.parse(at) + milliseconds).toISOString();

/**
 * The handler of an event that a deleted file ignores: during its removal nothing else is done with
 * it.
 */
const unlessRemoving =
  <Event>(evolve: (work: MediaWork | undefined, event: Event) => MediaWork | undefined) =>
  (work: MediaWork | undefined, event: Event): MediaWork | undefined =>
    work?.phase === 'removing' ? work : evolve(work, event);

const awaiting = unlessRemoving(
  (_, { data: { mediaId, expiresAt }, meta }: EventOfType<'MediaUploadRequested' | 'MediaUploadRenewed'>) => ({
    mediaId,
    at: meta.occurredAt,
    phase: 'awaiting',
    expiresAt,
  }),
);

const ended = unlessRemoving(() => undefined);

/**
 * The step of the one command that records a file's arrival, whether a notification or the process
 * found it.
 */
export const receiveStep = 'receive';

/**
 * Brings files from their announcement to READY or FAILED, and removes the stored bytes of deleted
 * ones.
 */
export const mediaProcess = processOf<MediaWork, MediaWork, MediaProcessPorts>()({
  name: 'media',
  description: 'Waits for uploads, fetches imports, looks into files and removes deleted ones.',
  outlivesWorkspace: ({ phase }) => phase === 'removing',
  on: {
    MediaUploadRequested: awaiting,
    MediaUploadRenewed: awaiting,
    MediaUploadExpired: ended,
    MediaImportStarted: unlessRemoving((_, { data, meta }) => ({
      mediaId: data.mediaId,
      at: meta.occurredAt,
      phase: 'importing',
    })),
    MediaBytesReceived: unlessRemoving((_, { data, meta }) => ({
      mediaId: data.mediaId,
      at: meta.occurredAt,
      phase: 'processing',
      attempt: 1,
    })),
    MediaProcessingStarted: unlessRemoving((_, { data: { mediaId, attempt }, meta }) => {
      const waitMs = (retrySeconds[attempt - 1] ?? 600) * 1000;
      return { mediaId, at: later(meta.occurredAt, waitMs), phase: 'processing', attempt: attempt + 1 };
    }),
    MediaReady: ended,
    MediaProcessingFailed: ended,
    MediaDeleted: unlessRemoving((work, { data: { mediaId, keys }, meta: { occurredAt } }) => {
      // Bytes may still arrive at an issued address; they are removed once it accepts no more.
      const until = work?.phase === 'awaiting' ? later(work.expiresAt, graceMs) : occurredAt;
      const at = until > occurredAt ? until : occurredAt;
      return keys.length === 0 ? undefined : { mediaId, at, phase: 'removing', keys };
    }),
    MediaObjectsRemoved: () => undefined,
  },
  instancesOf: ({ data }) => data.mediaId,
  next: (work) => ({ at: work.at, action: work }),
  act: async (work, context, ports) => {
    const { storage } = ports;
    const { mediaId } = work;
    switch (work.phase) {
      case 'awaiting': {
        const stored = await storage.head(uploadKey(context.workspaceId, mediaId));
        const now = context.now().toISOString();
        if (stored) {
          const { contentType, sizeBytes } = stored;
          await context.send(media, mediaId, { type: 'receive-bytes', contentType, sizeBytes }, { step: receiveStep });
        } else if (now >= later(work.expiresAt, graceMs)) {
          await context.send(media, mediaId, { type: 'expire-upload', now }, { step: `expire/${work.expiresAt}` });
        }
        return;
      }
      case 'importing':
        return importFile(work, ports, context);
      case 'processing':
        return processFile(work, ports, context);
      case 'removing':
        for (const key of work.keys) await storage.delete(key);
        await context.send(media, mediaId, { type: 'forget-objects' }, { step: 'forget' });
    }
  },
});
