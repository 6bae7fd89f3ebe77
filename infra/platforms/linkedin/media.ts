import { z } from 'zod';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { MediaFile, PublishRun } from '../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { shaped } from '../shape.ts';
import { rawUpload } from '../upload.ts';
import { encodedUrn, linkedinApi, type LinkedinApi } from './api.ts';
import { explain } from './errors.ts';

const Image = z.object({ value: z.object({ uploadUrl: z.string(), image: z.string() }) });
const Document = z.object({ value: z.object({ uploadUrl: z.string(), document: z.string() }) });
const Video = z.object({
  value: z.object({
    video: z.string(),
    uploadToken: z.string(),
    uploadInstructions: z
      .array(z.object({ uploadUrl: z.string(), firstByte: z.number(), lastByte: z.number() }))
      .min(1),
  }),
});
const Asset = z.object({ status: z.string(), processingFailureReason: z.string().optional() });

const processingLimitMs = 10 * 60_000;
const pollMs = 1000;

type Kind = 'images' | 'documents' | 'videos';

export const kindOf = ({ contentType }: MediaFile): Kind =>
  contentType.startsWith('video/') ? 'videos' : contentType === 'application/pdf' ? 'documents' : 'images';

export const uploadStep = (index: number): string => `upload-${index + 1}`;

type Uploading = Readonly<{ tools: PlatformTools; api: LinkedinApi; owner: string; run: PublishRun }>;

const initialized = ({ api, run }: Uploading, kind: Kind, request: Readonly<Record<string, unknown>>) =>
  api(
    {
      method: 'POST',
      path: `/${kind}?action=initializeUpload`,
      json: { initializeUploadRequest: request },
      effect: 'step',
    },
    run,
  );

const sendBytes = (
  { tools: { http, hosts }, run }: Uploading,
  url: string,
  file: MediaFile,
  range?: { start: number; end: number },
) =>
  http.call(
    {
      method: 'PUT',
      url: hosts.uploadUrl('LINKEDIN', url),
      headers: { authorization: `Bearer ${run.credentials.accessToken}` },
      upload: rawUpload(file, range, 'application/octet-stream'),
      effect: 'step',
      signal: run.signal,
    },
    explain,
  );

/** LinkedIn docs: "Videos API". Each part's ETag is its id; they are named in order when the upload ends. */
const uploadVideo = async (uploading: Uploading, file: MediaFile): Promise<string> => {
  const { api, owner, run } = uploading;
  const request = { owner, fileSizeBytes: file.sizeBytes, uploadCaptions: false, uploadThumbnail: false };
  const begun = shaped(Video, await initialized(uploading, 'videos', request), 'step').value;
  const uploadedPartIds: string[] = [];
  for (const { uploadUrl, firstByte, lastByte } of begun.uploadInstructions) {
    const reply = await sendBytes(uploading, uploadUrl, file, { start: firstByte, end: lastByte + 1 });
    const etag = reply.headers.get('etag');
    if (etag === null)
      throw new PlatformError('not_stored', 'PUBLISH_ERROR', 'LinkedIn answered a part of the video without its ETag');
    uploadedPartIds.push(etag);
  }
  const json = { finalizeUploadRequest: { video: begun.video, uploadToken: begun.uploadToken, uploadedPartIds } };
  await api({ method: 'POST', path: '/videos?action=finalizeUpload', json, effect: 'step' }, run);
  return begun.video;
};

const upload = async (uploading: Uploading, file: MediaFile, kind: Kind): Promise<string> => {
  if (kind === 'videos') return uploadVideo(uploading, file);
  const reply = await initialized(uploading, kind, { owner: uploading.owner });
  const { uploadUrl, urn } =
    kind === 'images'
      ? (({ value }) => ({ uploadUrl: value.uploadUrl, urn: value.image }))(shaped(Image, reply, 'step'))
      : (({ value }) => ({ uploadUrl: value.uploadUrl, urn: value.document }))(shaped(Document, reply, 'step'));
  await sendBytes(uploading, uploadUrl, file);
  return urn;
};

/** Waits until LinkedIn can show the asset. */
const available = async ({ api, run }: Uploading, kind: Kind, urn: string): Promise<void> => {
  const giveUp = run.now().getTime() + processingLimitMs;
  for (;;) {
    const reply = await api({ method: 'GET', path: `/${kind}/${encodedUrn(urn)}`, effect: 'read' }, run);
    const { status, processingFailureReason } = shaped(Asset, reply, 'read');
    if (status === 'AVAILABLE') return;
    if (status === 'PROCESSING_FAILED')
      throw new PlatformError('refused', 'MEDIA_REJECTED', processingFailureReason ?? 'LinkedIn could not process it', {
        platformCode: status,
      });
    if (run.now().getTime() >= giveUp)
      throw new PlatformError('not_stored', 'MEDIA_NOT_READY', 'LinkedIn is still processing the media', {
        platformCode: status,
      });
    await run.wait(pollMs);
  }
};

/** Uploads a file, or takes the upload an earlier try made, and answers the URN to attach. */
export const attach = async (
  tools: PlatformTools,
  owner: string,
  file: MediaFile,
  step: string,
  run: PublishRun,
): Promise<string> => {
  const uploading = { tools, api: linkedinApi(tools), owner, run };
  const kind = kindOf(file);
  const urn = await run.step(step, () => upload(uploading, file, kind));
  try {
    await available(uploading, kind, urn);
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'MEDIA_REJECTED') await run.forget(step);
    throw error;
  }
  return urn;
};
