import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { MediaFile, PublishRun } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { shaped } from '../shape.ts';
import { rawUpload } from '../upload.ts';
import type { TiktokApi } from './api.ts';
import { statusOf } from './status.ts';

/** The step under which a begun publishing is remembered: `<publish id> <end of its upload address> <upload address>`. */
export const begunStep = 'init';
/** The step under which it is remembered that all parts but the last are with TikTok. */
export const partsStep = 'parts';

/** TikTok docs, "Media transfer guide": 5 to 64 MB a part, the rest goes with the last one. */
const partBytes = 5 * 1024 * 1024;
const uploadLifeMs = 3600_000;
const marginMs = 5 * 60_000;

const Begun = z.object({ data: z.object({ publish_id: z.string(), upload_url: z.string() }) });

type Part = Readonly<{ start: number; end: number }>;

const layout = (total: number) => {
  const size = Math.min(partBytes, total);
  const count = Math.max(1, Math.floor(total / size));
  const parts = Array.from({ length: count }, (_, index): Part => ({
    start: index * size,
    end: index === count - 1 ? total : (index + 1) * size,
  }));
  return { size, parts };
};

export type VideoPublishing = Readonly<{ publishId: string; uploadUrl: string }>;

const remembered = (run: PublishRun): (VideoPublishing & Readonly<{ endsAt: number }>) | undefined => {
  const [publishId, ends, uploadUrl] = (run.remembered(begunStep) ?? '').split(' ');
  return publishId && ends && uploadUrl ? { publishId, uploadUrl, endsAt: Date.parse(ends) } : undefined;
};

export const publishIdIn = (step: string | undefined): string | undefined => step?.split(' ')[0];

export const forgetPublishing = async (run: PublishRun): Promise<void> => {
  if (run.remembered(partsStep) !== undefined) await run.forget(partsStep);
  if (run.remembered(begunStep) !== undefined) await run.forget(begunStep);
};

/**
 * Forgets the upload of an earlier attempt where TikTok does not continue it. Returns how many
 * bytes TikTok has of it.
 */
const usable = async (api: TiktokApi, parts: readonly Part[], run: PublishRun): Promise<number> => {
  const known = remembered(run);
  if (!known) return 0;
  const { status, uploadedBytes } = await statusOf(api, known.publishId, run).catch((error: unknown) => {
    if (error instanceof PlatformError && error.platformCode === 'invalid_publish_id')
      return { status: 'FAILED', uploadedBytes: 0 };
    throw error;
  });
  if (status === 'PUBLISH_COMPLETE') return uploadedBytes;
  const late = known.endsAt - marginMs <= run.now().getTime();
  const goesOn = status === 'PROCESSING_UPLOAD' && parts.some(({ start }) => start === uploadedBytes);
  if (goesOn && !late) return uploadedBytes;
  await forgetPublishing(run);
  return 0;
};

const sendPart = (
  { http, hosts }: PlatformTools,
  {
    url,
    file,
    part: { start, end },
    effect,
  }: Readonly<{ url: string; file: MediaFile; part: Part; effect: 'step' | 'send' }>,
  run: PublishRun,
) =>
  http.call({
    method: 'PUT',
    url: hosts.uploadUrl('TIKTOK', url),
    headers: { 'content-range': `bytes ${start}-${end - 1}/${file.sizeBytes}` },
    upload: rawUpload(file, { start, end }),
    effect,
    signal: run.signal,
  });

/**
 * Begins a video's publishing and sends everything but the last part: nothing is visible before
 * that part arrives. Returns the call that sends it.
 */
export const prepareVideo = async (
  tools: PlatformTools,
  api: TiktokApi,
  { file, postInfo }: Readonly<{ file: MediaFile; postInfo: Readonly<Record<string, unknown>> }>,
  run: PublishRun,
): Promise<VideoPublishing & Readonly<{ finish(): Promise<void> }>> => {
  const total = file.sizeBytes;
  const { size, parts } = layout(total);
  const has = await usable(api, parts, run);
  await run.step(begunStep, async () => {
    const source = { source: 'FILE_UPLOAD', video_size: total, chunk_size: size, total_chunk_count: parts.length };
    const json = { post_info: postInfo, source_info: source };
    const reply = await api({ method: 'POST', path: '/post/publish/video/init/', json, effect: 'step' }, run);
    const { publish_id: publishId, upload_url: uploadUrl } = shaped(Begun, reply, 'step').data;
    return `${publishId} ${new Date(run.now().getTime() + uploadLifeMs).toISOString()} ${uploadUrl}`;
  });
  const publishing = remembered(run);
  if (!publishing) throw new PlatformError('not_stored', 'PUBLISH_ERROR', 'the started upload is not known');
  const { publishId, uploadUrl } = publishing;
  const last = parts.at(-1) ?? { start: 0, end: total };
  if (parts.length > 1)
    await run
      .step(partsStep, async () => {
        for (const part of parts.slice(0, -1))
          if (part.start >= has) await sendPart(tools, { url: uploadUrl, file, part, effect: 'step' }, run);
        return String(last.start);
      })
      .catch(async (error: unknown) => {
        // How much of the broken part has arrived is unknown, so the next try uploads from the start.
        if (error instanceof PlatformError) await forgetPublishing(run);
        throw error;
      });
  return {
    publishId,
    uploadUrl,
    finish: async () => void (await sendPart(tools, { url: uploadUrl, file, part: last, effect: 'send' }, run)),
  };
};
