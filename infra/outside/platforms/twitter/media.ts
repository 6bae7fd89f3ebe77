import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { MediaFile, PublishRun } from '../../../../domain/platforms/publisher.ts';
import { forgetUpload, storedOrRedone, uploadInParts } from '../parted-upload.ts';
import { shaped } from '../shape.ts';
import { chunksOf, multipartUpload } from '../upload.ts';
import type { TwitterApi } from './api.ts';
import { cutText } from '../../../../domain/kernel/stored-text.ts';

const Processing = z.object({
  state: z.string(),
  check_after_secs: z.number().optional(),
  error: z.object({ name: z.string().optional(), message: z.string().optional() }).optional(),
});
const Uploaded = z.object({
  data: z.object({
    id: z.string(),
    expires_after_secs: z.number().optional(),
    processing_info: Processing.optional(),
  }),
});
type Uploaded = z.infer<typeof Uploaded>['data'];

/** X docs: media uploads; five mebibytes a segment. */
const segmentBytes = 5 * 1024 * 1024;
const processingLimitMs = 10 * 60_000;
/** An upload this close to its end is made again rather than attached. */
const marginMs = 60_000;

/** Whether X refuses a media id it does not know (any more), or one whose segments do not make up the file. */
export const isUnknownMedia = ({ platformCode = '' }: PlatformError): boolean =>
  /^(invalid-request|resource-not-found|40[04])$/.test(platformCode);

type Category = 'tweet_image' | 'tweet_gif' | 'tweet_video';

const categoryOf = ({ contentType }: MediaFile): Category =>
  contentType === 'image/gif' ? 'tweet_gif' : contentType.startsWith('video/') ? 'tweet_video' : 'tweet_image';

const endOf = ({ expires_after_secs: seconds = 86_400 }: Uploaded, run: PublishRun): string =>
  new Date(run.now().getTime() + seconds * 1000).toISOString();

const describe = async (api: TwitterApi, id: string, { altText }: MediaFile, run: PublishRun): Promise<void> => {
  if (!altText) return;
  const json = { id, metadata: { alt_text: { text: cutText(altText, 1000) } } };
  await api({ method: 'POST', path: '/2/media/metadata', json, effect: 'step' }, run);
};

/** The record of a finished upload: `<media id> <its end> <ready or processing>`. */
const reported = (done: Uploaded, run: PublishRun): string =>
  [done.id, endOf(done, run), done.processing_info ? 'processing' : 'ready'].join(' ');

const sendWhole = (api: TwitterApi, file: MediaFile, step: string, run: PublishRun): Promise<string> =>
  run.step(step, async () => {
    const upload = multipartUpload({ media_category: 'tweet_image' }, { name: 'media', file });
    const reply = await api({ method: 'POST', path: '/2/media/upload', upload, effect: 'step' }, run);
    const done = shaped(Uploaded, reply, 'step').data;
    await describe(api, done.id, file, run);
    return reported(done, run);
  });

/**
 * X docs: chunked media upload. X does not report which segments it has; the acknowledged ones are
 * recorded.
 */
const sendInSegments = (
  api: TwitterApi,
  file: MediaFile,
  { category, step }: Readonly<{ category: Category; step: string }>,
  run: PublishRun,
): Promise<string> =>
  uploadInParts(run, {
    step,
    begin: async () => {
      const json = { media_type: file.contentType, total_bytes: file.sizeBytes, media_category: category };
      const begun = await api({ method: 'POST', path: '/2/media/upload/initialize', json, effect: 'step' }, run);
      const upload = shaped(Uploaded, begun, 'step').data;
      return { handle: upload.id, endsAt: endOf(upload, run) };
    },
    parts: () => chunksOf(file.sizeBytes, segmentBytes),
    send: async (id, range, index) => {
      const upload = multipartUpload({ segment_index: String(index) }, { name: 'media', file, range });
      await api({ method: 'POST', path: `/2/media/upload/${id}/append`, upload, effect: 'step' }, run);
      return String(index);
    },
    finish: async (id) => {
      const ended = await api({ method: 'POST', path: `/2/media/upload/${id}/finalize`, effect: 'step' }, run);
      const done = shaped(Uploaded, ended, 'step').data;
      await describe(api, id, file, run);
      return reported(done, run);
    },
  });

/** Waits until X has processed a video or GIF. */
const processed = async (api: TwitterApi, id: string, run: PublishRun): Promise<void> => {
  const giveUp = run.now().getTime() + processingLimitMs;
  for (;;) {
    const query = { command: 'STATUS', media_id: id };
    const reply = await api({ method: 'GET', path: '/2/media/upload', query, effect: 'read' }, run);
    const info = shaped(Uploaded, reply, 'read').data.processing_info;
    if (!info || info.state === 'succeeded') return;
    if (info.state === 'failed')
      throw new PlatformError('refused', 'MEDIA_REJECTED', info.error?.message ?? 'X could not process the media', {
        platformCode: info.error?.name ?? 'processing-failed',
      });
    if (run.now().getTime() >= giveUp)
      throw new PlatformError('not_stored', 'MEDIA_NOT_READY', 'X is still processing the media', {
        platformCode: info.state,
      });
    await run.wait((info.check_after_secs ?? 1) * 1000);
  }
};

/** When the upload that an earlier try finished ends; undefined without such an upload. */
const endsAt = (run: PublishRun, step: string): number | undefined => {
  const end = run.remembered(step)?.split(' ')[1];
  return end === undefined ? undefined : Date.parse(end);
};

/** The step under which an upload of a thread item is remembered. */
export const uploadStep = (sequence: number, index: number): string => `upload-${sequence}-${index + 1}`;

/** Uploads a file, or continues the upload of an earlier attempt, and returns the id to attach. */
export const attach = async (api: TwitterApi, file: MediaFile, step: string, run: PublishRun): Promise<string> => {
  const end = endsAt(run, step);
  // An unreadable end counts as past.
  if (end !== undefined && !(end - marginMs > run.now().getTime())) await forgetUpload(run, step);
  const category = categoryOf(file);
  const ready = async (): Promise<string> => {
    const text = await (category === 'tweet_image'
      ? sendWhole(api, file, step, run)
      : sendInSegments(api, file, { category, step }, run));
    const [id = '', , state] = text.split(' ');
    if (state === 'processing') await processed(api, id, run);
    return id;
  };
  // Only an unknown upload is made again. X would refuse a video that it could not process again.
  return storedOrRedone(run, step, ready, { isFinal: (error) => !isUnknownMedia(error) });
};
