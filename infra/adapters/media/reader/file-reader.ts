import { FairShare } from '../../../../commands/kernel/fair-share.ts';
import type { ReceivedFile } from '../../../../domain/media/processing.ts';
import type { FileToInspect, Inspected } from '../inspect-file.ts';
import { Rejected } from '../rejected.ts';
import type { Readable } from '../sniff.ts';
import type { FromReader, Job } from './messages.ts';
import { type ReaderChild, ReaderEnded, readerLimits, type ReaderLimits, startReaderChild } from './reader-child.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

/** A file, and the workspace at whose cost it is looked into. */
type FileOfTenant = FileToInspect & Pick<ReceivedFile, 'workspaceId'>;

/** Looks into hostile files in processes of their own, with limits of memory and time. */
export type FileReader = Readonly<{
  /**
   * Throws `Rejected` for a file at fault, and for one that ends its reader; what the source of the
   * bytes throws is thrown on.
   */
  inspect(file: FileOfTenant, open: Readable, signal: AbortSignal): Promise<Inspected>;
  /** A decoded frame of a video, as a poster is to be shown. */
  finishPoster(frame: Buffer, rotation: number, workspaceId: string, signal: AbortSignal): Promise<Buffer>;
  /** A small square JPEG of an image. */
  thumbnail(image: Buffer, workspaceId: string, signal: AbortSignal): Promise<Buffer>;
  /** A picture without metadata, in its own type; undefined where it has none. Throws `Rejected` for what is none. */
  bare(image: Buffer, workspaceId: string, signal: AbortSignal): Promise<Buffer | undefined>;
  close(): void;
}>;

/**
 * Files that are looked into at the same time. Of these a workspace has one, so its slow files leave
 * a reader for the files of others.
 */
const maxReaders = 2;
/** A reader takes a second to start, so it waits a while for the next file. */
const idleMs = 10_000;

const nothing: Readable = () => Promise.reject(new Error('there is no file to read'));

export const openFileReader = (limits: ReaderLimits = readerLimits): FileReader => {
  const turns = new FairShare({ places: maxReaders });
  const idle = new Map<ReaderChild, NodeJS.Timeout>();

  const takeIdle = (): ReaderChild | undefined => {
    for (const [child, timer] of idle) {
      clearTimeout(timer);
      idle.delete(child);
      if (child.isAlive()) return child;
    }
    return undefined;
  };

  const rest = (child: ReaderChild): void => {
    if (!child.isAlive()) return;
    child.hold(false);
    idle.set(child, setTimeout(() => (idle.delete(child), child.end()), idleMs).unref());
  };

  const runIn = async (
    child: ReaderChild,
    job: Job,
    { open, sizeBytes }: Readonly<{ open: Readable; sizeBytes: number }>,
    signal: AbortSignal,
  ): Promise<FromReader> => {
    child.hold(true);
    try {
      return await child.run(job, open, sizeBytes, signal);
    } finally {
      rest(child);
    }
  };

  const run = (
    job: Job,
    { open, sizeBytes, workspaceId }: Readonly<{ open: Readable; sizeBytes: number; workspaceId: string }>,
    signal: AbortSignal,
  ): Promise<FromReader> =>
    turns.run(workspaceId, async () => {
      try {
        const kept = takeIdle();
        if (kept) {
          try {
            return await runIn(kept, job, { open, sizeBytes }, signal);
          } catch (fault) {
            // The file before may have broken this reader: only a fresh one convicts this file.
            if (!(fault instanceof ReaderEnded)) throw fault;
          }
        }
        return await runIn(await startReaderChild(limits), job, { open, sizeBytes }, signal);
      } catch (fault) {
        throw fault instanceof ReaderEnded ? new Rejected('The file cannot be read: it ends its reader') : fault;
      }
    });

  return {
    inspect: async (file, open, signal) => {
      const { contentType, sizeBytes, maxBytes, workspaceId } = file;
      const asked: FileToInspect = { contentType, sizeBytes, ...defined({ maxBytes }) };
      const answer = await run({ kind: 'inspect', file: asked }, { open, sizeBytes, workspaceId }, signal);
      if (!('inspected' in answer)) throw new Error('the reader of files answered something else');
      const { converted, excerpt, ...said } = answer.inspected;
      return {
        ...said,
        ...(converted ? { converted: Buffer.from(converted) } : {}),
        ...(excerpt ? { excerpt: { ...excerpt, bytes: Buffer.from(excerpt.bytes) } } : {}),
      };
    },
    finishPoster: async (frame, rotation, workspaceId, signal) => {
      const answer = await run(
        { kind: 'poster', frame, rotation },
        { open: nothing, sizeBytes: 0, workspaceId },
        signal,
      );
      if (!('poster' in answer)) throw new Error('the reader of files answered something else');
      return Buffer.from(answer.poster);
    },
    thumbnail: async (image, workspaceId, signal) => {
      const answer = await run({ kind: 'thumbnail', image }, { open: nothing, sizeBytes: 0, workspaceId }, signal);
      if (!('thumbnail' in answer)) throw new Error('the reader of files answered something else');
      return Buffer.from(answer.thumbnail);
    },
    bare: async (image, workspaceId, signal) => {
      const answer = await run({ kind: 'bare', image }, { open: nothing, sizeBytes: 0, workspaceId }, signal);
      if (!('bare' in answer)) throw new Error('the reader of files answered something else');
      return answer.bare === null ? undefined : Buffer.from(answer.bare);
    },
    close: () => {
      for (const [child, timer] of idle) {
        clearTimeout(timer);
        child.end();
      }
      idle.clear();
    },
  };
};
