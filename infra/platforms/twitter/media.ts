import { z } from 'zod';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { MediaFile, PublishRun } from '../../../domain/platforms/publisher.ts';
import { shaped } from '../shape.ts';
import { chunksOf, multipartUpload } from '../upload.ts';
import type { TwitterApi } from './api.ts';

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

type Category = 'tweet_image' | 'tweet_gif' | 'tweet_video';

const categoryOf = ({ contentType }: MediaFile): Category =>
  contentType === 'image/gif' ? 'tweet_gif' : contentType.startsWith('video/') ? 'tweet_video' : 'tweet_image';

const sendWhole = async (api: TwitterApi, file: MediaFile, run: PublishRun): Promise<Uploaded> => {
  const upload = multipartUpload({ media_category: 'tweet_image' }, { name: 'media', file });
  return shaped(Uploaded, await api({ method: 'POST', path: '/2/media/upload', upload, effect: 'step' }, run), 'step')
    .data;
};

const sendInSegments = async (
  api: TwitterApi,
  file: MediaFile,
  category: Category,
  run: PublishRun,
): Promise<Uploaded> => {
  const json = { media_type: file.contentType, total_bytes: file.sizeBytes, media_category: category };
  const begun = await api({ method: 'POST', path: '/2/media/upload/initialize', json, effect: 'step' }, run);
  const { id } = shaped(Uploaded, begun, 'step').data;
  for (const [index, range] of chunksOf(file.sizeBytes, segmentBytes).entries()) {
    const upload = multipartUpload({ segment_index: String(index) }, { name: 'media', file, range });
    await api({ method: 'POST', path: `/2/media/upload/${id}/append`, upload, effect: 'step' }, run);
  }
  const ended = await api({ method: 'POST', path: `/2/media/upload/${id}/finalize`, effect: 'step' }, run);
  return shaped(Uploaded, ended, 'step').data;
};

const describe = async (api: TwitterApi, id: string, altText: string, run: PublishRun): Promise<void> => {
  const json = { id, metadata: { alt_text: { text: altText.slice(0, 1000) } } };
  await api({ method: 'POST', path: '/2/media/metadata', json, effect: 'step' }, run);
};

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

/** What is remembered of an upload: its id, when it expires (ISO 8601), whether X processes it. */
const Remembered = z.tuple([z.string(), z.string(), z.enum(['ready', 'processing'])]);

const remembered = (run: PublishRun, step: string): z.infer<typeof Remembered> | undefined => {
  const parts = Remembered.safeParse((run.remembered(step) ?? '').split(' ')).data;
  return parts && Date.parse(parts[1]) - marginMs > run.now().getTime() ? parts : undefined;
};

/** The step under which an upload of a thread item is remembered. */
export const uploadStep = (sequence: number, index: number): string => `upload-${sequence}-${index + 1}`;

/** Uploads a file, or takes the upload an earlier try made, and answers the id to attach. */
export const attach = async (api: TwitterApi, file: MediaFile, step: string, run: PublishRun): Promise<string> => {
  if (run.remembered(step) !== undefined && !remembered(run, step)) await run.forget(step);
  const text = await run.step(step, async () => {
    const category = categoryOf(file);
    const done =
      category === 'tweet_image' ? await sendWhole(api, file, run) : await sendInSegments(api, file, category, run);
    if (file.altText) await describe(api, done.id, file.altText, run);
    const expiresAt = new Date(run.now().getTime() + (done.expires_after_secs ?? 86_400) * 1000).toISOString();
    return [done.id, expiresAt, done.processing_info ? 'processing' : 'ready'].join(' ');
  });
  const [id = '', , state] = text.split(' ');
  if (state === 'processing') await processed(api, id, run);
  return id;
};
