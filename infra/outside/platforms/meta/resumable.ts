import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { MediaFile, PublishRun } from '../../../../domain/platforms/publisher.ts';
import { shaped } from '../shape.ts';
import { rawUpload } from '../upload.ts';
import type { Graph } from './graph.ts';
import { Done } from './nodes.ts';

/** How far the bytes of a video have come (Meta spells the count in two ways). */
export const UploadingPhase = z.object({
  status: z.string(),
  bytes_transferred: z.coerce.number().optional(),
  bytes_transfered: z.coerce.number().optional(),
});

/** The bytes that Meta has of a file; undefined where it does not answer with a number. */
export const bytesIn = (phase: z.infer<typeof UploadingPhase> | undefined, total: number): number | undefined =>
  phase?.status === 'complete' ? total : (phase?.bytes_transferred ?? phase?.bytes_transfered);

/** A video whose bytes go to an address of their own in one request, from an offset on (Meta: "Resumable uploads"). */
export type ResumableUpload = Readonly<{
  /** The step under which the upload is recorded: `<id> <address>`. */
  step: string;
  begin(): Promise<Readonly<{ id: string; address: string }>>;
  /** How many bytes Meta has; undefined where it does not continue the upload. */
  has(id: string): Promise<number | undefined>;
  send(address: string, offset: number): Promise<void>;
}>;

/** Sends a file to the address Meta named for it, from `offset` on. Throws where Meta does not take it. */
export const sendFrom = async (
  graph: Graph,
  to: Readonly<{ url: string; token: string; signal: AbortSignal }>,
  file: MediaFile,
  offset: number,
): Promise<void> => {
  const headers = { authorization: `OAuth ${to.token}`, offset: String(offset), file_size: String(file.sizeBytes) };
  const upload = rawUpload(file, { start: offset, end: file.sizeBytes }, 'application/octet-stream');
  const reply = await graph({ ...to, method: 'POST', headers, upload, effect: 'step' });
  if (!shaped(Done, reply, 'step').success)
    throw new PlatformError('not_stored', 'PUBLISH_ERROR', 'Meta did not take the video');
};

/**
 * Sends a video of `total` bytes and returns its id. After a break it continues at Meta's offset;
 * where Meta has dropped the upload, it starts again.
 */
export const uploadResumably = async (run: PublishRun, total: number, upload: ResumableUpload): Promise<string> => {
  const inherited = run.remembered(upload.step) !== undefined;
  const begun = await run.step(upload.step, async () => {
    const { id, address } = await upload.begin();
    return `${id} ${address}`;
  });
  const [id = '', address = ''] = begun.split(' ');
  const at = inherited ? await upload.has(id) : 0;
  if (at === total) return id;
  if (at !== undefined && at < total) {
    try {
      await upload.send(address, at);
      return id;
    } catch (error) {
      if (!(error instanceof PlatformError) || error.kind !== 'refused') throw error;
      if (!inherited) {
        await run.forget(upload.step);
        throw error;
      }
    }
  }
  await run.forget(upload.step);
  return uploadResumably(run, total, upload);
};

/** The state of an upload, or undefined where Meta no longer has it. */
export const orGone = async <T>(request: Promise<T>): Promise<T | undefined> => {
  try {
    return await request;
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'refused') return undefined;
    throw error;
  }
};
