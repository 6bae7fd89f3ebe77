import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { MediaFile, PublishRun } from '../../../../domain/platforms/publisher.ts';
import { storedOrRedone } from '../parted-upload.ts';
import { shaped } from '../shape.ts';
import { multipartUpload } from '../upload.ts';
import type { MastodonApi } from './api.ts';
import { cutText } from '../../../../domain/kernel/stored-text.ts';

const Attachment = z.object({ id: z.string(), url: z.string().nullish() });

const processingLimitMs = 10 * 60_000;
const pollMs = 1000;

/** Waits until the instance has processed an attachment: 206 while it works, 200 when it is done (Mastodon docs: media). */
const processed = async (api: MastodonApi, id: string, run: PublishRun): Promise<void> => {
  const giveUp = run.now().getTime() + processingLimitMs;
  for (;;) {
    const reply = await api({ method: 'GET', path: `/api/v1/media/${id}`, effect: 'read' }, run);
    if (reply.status === 200) return;
    if (run.now().getTime() >= giveUp)
      throw new PlatformError('not_stored', 'MEDIA_NOT_READY', 'the instance is still processing the media', {
        platformCode: String(reply.status),
      });
    await run.wait(pollMs);
  }
};

/** Uploads a file, or takes the upload an earlier try made, and answers the id to attach. */
export const attach = async (
  api: MastodonApi,
  file: MediaFile,
  {
    step,
    /** Mastodon's own default, where the instance has none. */
    maxAltTextLength: maxAltTextLength = 1500,
  }: Readonly<{ step: string; maxAltTextLength?: number | undefined }>,
  run: PublishRun,
): Promise<string> => {
  const upload = async (): Promise<string> => {
    const fields = file.altText ? { description: cutText(file.altText, maxAltTextLength) } : {};
    const body = multipartUpload(fields, { name: 'file', file });
    const reply = await api({ method: 'POST', path: '/api/v2/media', upload: body, effect: 'step' }, run);
    return `${shaped(Attachment, reply, 'step').id} ${reply.status === 202 ? 'processing' : 'ready'}`;
  };
  const ready = async (): Promise<string> => {
    const [id = '', state] = (await run.step(step, upload)).split(' ');
    if (state === 'processing') await processed(api, id, run);
    return id;
  };
  // Instances delete media that have long been unattached.
  return storedOrRedone(run, step, ready, { isFinal: ({ platformCode }) => platformCode !== '404' });
};
