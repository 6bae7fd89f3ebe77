import { z } from 'zod';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { MediaFile, PublishRun } from '../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { graphOf } from '../meta/graph.ts';
import { Done, Made } from '../meta/nodes.ts';
import { shaped } from '../shape.ts';
import { multipartUpload, rawUpload } from '../upload.ts';
import type { ActingPage } from './api.ts';

/** The step under which an unpublished photo is remembered. */
export const photoStep = (index: number): string => `photo-${index + 1}`;
/** The step under which an uploaded video is remembered: `<upload session> <video id>`, or the video id of a reel. */
export const videoStep = 'video';

/** Meta docs: an alternative text of a photo. */
const longestAltText = 1000;

/** Uploads a photo without showing it, to be attached to the post. The bytes are sent, so Meta need not reach this server. */
export const uploadPhoto = (page: ActingPage, file: MediaFile, index: number, run: PublishRun): Promise<string> =>
  run.step(photoStep(index), async () => {
    const fields = {
      published: 'false',
      ...(file.altText !== undefined && { alt_text_custom: file.altText.slice(0, longestAltText) }),
    };
    const upload = multipartUpload(fields, { name: 'source', file });
    const reply = await page.call({ method: 'POST', path: `${page.id}/photos`, upload, effect: 'step' });
    return shaped(Made, reply, 'step').id;
  });

const Offsets = z.object({ start_offset: z.coerce.number(), end_offset: z.coerce.number() });
const Started = Offsets.extend({ video_id: z.string(), upload_session_id: z.string() });

/** Sends a video in the pieces Meta asks for (Meta: "Video API", resumable). */
export const uploadVideo = (page: ActingPage, file: MediaFile, run: PublishRun): Promise<string> =>
  run.step(videoStep, async () => {
    const path = `${page.id}/videos`;
    const parameters = { upload_phase: 'start', file_size: file.sizeBytes };
    const begun = await page.call({ method: 'POST', base: 'video', path, parameters, effect: 'step' });
    const { video_id: videoId, upload_session_id: session, ...first } = shaped(Started, begun, 'step');
    let { start_offset: start, end_offset: end } = first;
    while (start < end) {
      const fields = { upload_phase: 'transfer', upload_session_id: session, start_offset: String(start) };
      const upload = multipartUpload(fields, { name: 'video_file_chunk', file, range: { start, end } });
      const reply = await page.call({ method: 'POST', base: 'video', path, upload, effect: 'step' });
      const next = shaped(Offsets, reply, 'step');
      if (next.start_offset <= start)
        throw new PlatformError('not_stored', 'PUBLISH_ERROR', 'Facebook does not take the video any further');
      ({ start_offset: start, end_offset: end } = next);
    }
    return `${session} ${videoId}`;
  });

const Reel = z.object({ video_id: z.string(), upload_url: z.string() });

/** Sends a reel's bytes to the address Meta names for them (Meta: "Reels publishing"). */
export const uploadReel = (
  { http, hosts }: PlatformTools,
  page: ActingPage,
  file: MediaFile,
  run: PublishRun,
): Promise<string> =>
  run.step(videoStep, async () => {
    const parameters = { upload_phase: 'START' };
    const begun = await page.call({ method: 'POST', path: `${page.id}/video_reels`, parameters, effect: 'step' });
    const { video_id: videoId, upload_url: url } = shaped(Reel, begun, 'step');
    const reply = await graphOf(http)({
      method: 'POST',
      url: hosts.uploadUrl('FACEBOOK', url),
      token: page.token,
      headers: {
        authorization: `OAuth ${page.token}`,
        offset: '0',
        file_size: String(file.sizeBytes),
      },
      upload: rawUpload(file, undefined, 'application/octet-stream'),
      effect: 'step',
      signal: run.signal,
    });
    if (!shaped(Done, reply, 'step').success)
      throw new PlatformError('not_stored', 'PUBLISH_ERROR', 'Facebook did not take the reel');
    return videoId;
  });
