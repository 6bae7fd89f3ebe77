import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { MediaFile, PublishRun } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import type { PlatformReply } from '../http.ts';
import { graphOf } from '../meta/graph.ts';
import { Made } from '../meta/nodes.ts';
import { bytesIn, orGone, sendFrom, uploadResumably, UploadingPhase } from '../meta/resumable.ts';
import { shaped } from '../shape.ts';
import { multipartUpload } from '../upload.ts';
import type { ActingPage } from './api.ts';
import { cutText } from '../../../../domain/kernel/stored-text.ts';

/** The step under which an unpublished photo is remembered. */
export const photoStep = (index: number): string => `photo-${index + 1}`;
/** The step under which an uploaded video is remembered: `<upload session> <video id>`, or the video id of a reel. */
export const videoStep = 'video';

/** Meta docs: an alternative text of a photo. */
const maxAltTextLength = 1000;

/** Uploads a photo without showing it, to be attached to the post. The bytes are sent, so Meta need not reach this server. */
export const uploadPhoto = (page: ActingPage, file: MediaFile, index: number, run: PublishRun): Promise<string> =>
  run.step(photoStep(index), async () => {
    const fields = {
      published: 'false',
      ...(file.altText !== undefined && { alt_text_custom: cutText(file.altText, maxAltTextLength) }),
    };
    const upload = multipartUpload(fields, { name: 'source', file });
    const reply = await page.call({ method: 'POST', path: `${page.id}/photos`, upload, effect: 'step' });
    return shaped(Made, reply, 'step').id;
  });

const Offsets = z.object({ start_offset: z.coerce.number(), end_offset: z.coerce.number() });
type Offsets = z.infer<typeof Offsets>;
const Started = Offsets.extend({ video_id: z.string(), upload_session_id: z.string() });

/** Meta's answer to a piece out of order: it names the offset to continue from. */
const Misplaced = z.object({ error: z.object({ error_subcode: z.literal(1_363_037), error_data: Offsets }) });

/** The step under which a begun upload is remembered: `<upload session> <video id> <end of the first piece>`; of a short one `<video id> <address>`. */
const begunStep = 'video-begun';

const begun = (page: ActingPage, file: MediaFile, run: PublishRun): Promise<string> =>
  run.step(begunStep, async () => {
    const parameters = { upload_phase: 'start', file_size: file.sizeBytes };
    const path = `${page.id}/videos`;
    const reply = await page.call({ method: 'POST', base: 'video', path, parameters, effect: 'step' });
    const { video_id: videoId, upload_session_id: session, end_offset: end } = shaped(Started, reply, 'step');
    return `${session} ${videoId} ${end}`;
  });

/**
 * Sends one piece. Where Meta already has it, or lacks an earlier one, its answer names the offset.
 */
const sendPiece = async (page: ActingPage, file: MediaFile, session: string, at: Offsets): Promise<Offsets> => {
  const { start_offset: start, end_offset: end } = at;
  const fields = { upload_phase: 'transfer', upload_session_id: session, start_offset: String(start) };
  const upload = multipartUpload(fields, { name: 'video_file_chunk', file, range: { start, end } });
  const path = `${page.id}/videos`;
  const tolerates = ({ json }: PlatformReply) => Misplaced.safeParse(json).success;
  const reply = await page.call({ method: 'POST', base: 'video', path, upload, effect: 'step', tolerates });
  const misplaced = Misplaced.safeParse(reply.json).data;
  const next = misplaced?.error.error_data ?? shaped(Offsets, reply, 'step');
  if (next.start_offset <= start)
    throw new PlatformError('not_stored', 'PUBLISH_ERROR', 'Facebook does not take the video any further');
  return next;
};

/** Forgets a video and its upload, so that the next attempt uploads it again. */
export const forgetVideo = async (run: PublishRun): Promise<void> => {
  for (const step of [videoStep, begunStep]) await run.forget(step);
};

/**
 * Sends a video in the pieces that Meta requests (Meta: "Video API", resumable). After a break it
 * continues from Meta's offset, which Meta returns when it is offered the first piece again.
 */
export const uploadVideo = async (page: ActingPage, file: MediaFile, run: PublishRun): Promise<string> => {
  const [session = '', videoId = '', firstEnd] = (await begun(page, file, run)).split(' ');
  return run.step(videoStep, async () => {
    let at: Offsets = { start_offset: 0, end_offset: Number(firstEnd) };
    try {
      while (at.start_offset < at.end_offset) at = await sendPiece(page, file, session, at);
    } catch (error) {
      // The next try opens a new session when Meta no longer continues this one.
      if (error instanceof PlatformError && error.kind === 'refused') await run.forget(begunStep);
      throw error;
    }
    return `${session} ${videoId}`;
  });
};

const Short = z.object({ video_id: z.string(), upload_url: z.string() });

/** What a short video becomes, and the word Meta's documents begin it with there. */
const beginnings = { video_reels: 'START', video_stories: 'start' } as const;

const Uploading = z.object({ status: z.object({ uploading_phase: UploadingPhase.optional() }).optional() });

/** How much Facebook has of a reel or a story that was begun. */
const uploadedOf = async (page: ActingPage, id: string, total: number): Promise<number | undefined> => {
  const parameters = { fields: 'status' };
  const reply = await orGone(page.call({ method: 'GET', path: id, parameters, effect: 'read' }));
  return reply && bytesIn(shaped(Uploading, reply, 'read').status?.uploading_phase, total);
};

/** Sends the bytes of a reel or a story to the address Meta names for them (Meta: "Reels publishing", "Facebook Stories API"). */
export const uploadShort = (
  { http, hosts }: PlatformTools,
  { page, edge, file }: Readonly<{ page: ActingPage; edge: keyof typeof beginnings; file: MediaFile }>,
  run: PublishRun,
): Promise<string> =>
  run.step(videoStep, () =>
    uploadResumably(run, file.sizeBytes, {
      step: begunStep,
      begin: async () => {
        const parameters = { upload_phase: beginnings[edge] };
        const started = await page.call({ method: 'POST', path: `${page.id}/${edge}`, parameters, effect: 'step' });
        const { video_id: id, upload_url: address } = shaped(Short, started, 'step');
        return { id, address };
      },
      has: (id) => uploadedOf(page, id, file.sizeBytes),
      send: (address, offset) => {
        const to = { url: hosts.uploadUrl('FACEBOOK', address), token: page.token, signal: run.signal };
        return sendFrom(graphOf(http), to, file, offset);
      },
    }),
  );
