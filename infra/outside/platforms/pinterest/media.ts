import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { MediaFile, PublishRun } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { shaped } from '../shape.ts';
import { explainStorageUpload } from '../storage-upload.ts';
import { multipartUpload } from '../upload.ts';
import type { PinterestApi } from './api.ts';

const Registered = z.object({
  media_id: z.string(),
  upload_url: z.string(),
  upload_parameters: z.record(z.string(), z.string().nullable()),
});
const State = z.object({ status: z.enum(['registered', 'processing', 'succeeded', 'failed']) });

const processingLimitMs = 10 * 60_000;
const pollMs = 1000;

export const videoStep = 'video';

/** Registers a video and sends its bytes to the storage Pinterest names, or takes the upload an earlier try made. */
export const uploadVideo = (
  { http, hosts }: PlatformTools,
  api: PinterestApi,
  file: MediaFile,
  run: PublishRun,
): Promise<string> =>
  run.step(videoStep, async () => {
    const json = { media_type: 'video' };
    const begun = await api({ method: 'POST', path: '/media', json, effect: 'step' }, run);
    const registered = shaped(Registered, begun, 'step');
    const fields = Object.fromEntries(
      Object.entries(registered.upload_parameters).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
    );
    await http.call(
      {
        method: 'POST',
        url: hosts.uploadUrl('PINTEREST', registered.upload_url),
        upload: multipartUpload(fields, { name: 'file', file }),
        effect: 'step',
        signal: run.signal,
      },
      explainStorageUpload,
    );
    return registered.media_id;
  });

/** Waits until Pinterest has processed a video. */
export const processed = async (api: PinterestApi, mediaId: string, run: PublishRun): Promise<void> => {
  const giveUp = run.now().getTime() + processingLimitMs;
  for (;;) {
    const reply = await api({ method: 'GET', path: `/media/${mediaId}`, effect: 'read' }, run);
    const { status } = shaped(State, reply, 'read');
    if (status === 'succeeded') return;
    if (status === 'failed')
      throw new PlatformError('refused', 'MEDIA_REJECTED', 'Pinterest could not process the video', {
        platformCode: status,
      });
    if (run.now().getTime() >= giveUp)
      throw new PlatformError('not_stored', 'MEDIA_NOT_READY', 'Pinterest is still processing the video', {
        platformCode: status,
      });
    await run.wait(pollMs);
  }
};
