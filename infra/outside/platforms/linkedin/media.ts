import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { MediaFile, PublishRun } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { storedOrRedone, uploadInParts } from '../parted-upload.ts';
import { shaped } from '../shape.ts';
import { rawUpload } from '../upload.ts';
import { encodedUrn, linkedinApi, type LinkedinApi } from './api.ts';
import { explain } from './errors.ts';

const Image = z.object({ value: z.object({ uploadUrl: z.string(), image: z.string() }) });
const Document = z.object({ value: z.object({ uploadUrl: z.string(), document: z.string() }) });
const Instruction = z.object({ uploadUrl: z.string(), firstByte: z.number(), lastByte: z.number() });
const Video = z.object({
  value: z.object({
    video: z.string(),
    uploadToken: z.string(),
    /** Milliseconds since 1970. */
    uploadUrlsExpireAt: z.number().optional(),
    uploadInstructions: z.array(Instruction).min(1),
  }),
});
const Asset = z.object({ status: z.string(), processingFailureReason: z.string().optional() });

const processingLimitMs = 10 * 60_000;
const pollMs = 1000;

const processingFailed = 'PROCESSING_FAILED';
const waitingUpload = 'WAITING_UPLOAD';

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

/**
 * The state that a video's upload needs to continue: its URN, its token, and the address of each
 * range of its bytes.
 */
const Handle = z.tuple([z.string(), z.string(), z.array(z.tuple([z.string(), z.number(), z.number()]))]);

/** Packed: of a large film there are a thousand addresses, which differ little. */
const packed = (handle: z.infer<typeof Handle>): string => deflateRawSync(JSON.stringify(handle)).toString('base64url');

const unpacked = (text: string): z.infer<typeof Handle> =>
  Handle.parse(JSON.parse(inflateRawSync(Buffer.from(text, 'base64url')).toString('utf8')));

/** How long addresses are trusted that LinkedIn names no end of. */
const uploadLifeMs = 3600_000;

/** Whether a video whose end was refused has all its bytes nevertheless. */
const isFinished = async ({ api, run }: Uploading, urn: string, error: unknown): Promise<boolean> => {
  if (!(error instanceof PlatformError) || error.kind !== 'refused') return false;
  const path = `/videos/${encodedUrn(urn)}`;
  const reply = await api({ method: 'GET', path, effect: 'read' }, run).catch((asked: unknown) => {
    if (asked instanceof PlatformError && asked.kind === 'refused') return undefined;
    throw asked;
  });
  return reply !== undefined && shaped(Asset, reply, 'read').status !== waitingUpload;
};

/** LinkedIn docs: "Videos API". Each part's ETag is its id and is answered once. The end of the upload names them in order. */
const uploadVideo = (uploading: Uploading, file: MediaFile, step: string): Promise<string> => {
  const { api, owner, run } = uploading;
  return uploadInParts(run, {
    step,
    begin: async () => {
      const request = { owner, fileSizeBytes: file.sizeBytes, uploadCaptions: false, uploadThumbnail: false };
      const begun = shaped(Video, await initialized(uploading, 'videos', request), 'step').value;
      const end = begun.uploadUrlsExpireAt ?? run.now().getTime() + uploadLifeMs;
      const ranges = begun.uploadInstructions.map(({ uploadUrl, firstByte, lastByte }): [string, number, number] => [
        uploadUrl,
        firstByte,
        lastByte + 1,
      ]);
      return { handle: packed([begun.video, begun.uploadToken, ranges]), endsAt: new Date(end).toISOString() };
    },
    parts: (handle) => unpacked(handle)[2],
    send: async (_handle, [url, start, end]) => {
      const etag = (await sendBytes(uploading, url, file, { start, end })).headers.get('etag');
      if (etag) return etag;
      throw new PlatformError('not_stored', 'PUBLISH_ERROR', 'LinkedIn answered a part of the video without its ETag');
    },
    finish: async (handle, uploadedPartIds) => {
      const [video, uploadToken] = unpacked(handle);
      const json = { finalizeUploadRequest: { video, uploadToken, uploadedPartIds } };
      try {
        await api({ method: 'POST', path: '/videos?action=finalizeUpload', json, effect: 'step' }, run);
      } catch (error) {
        // An earlier attempt may have ended the upload and lost the answer.
        if (!(await isFinished(uploading, video, error))) throw error;
      }
      return video;
    },
  });
};

const uploadWhole = async (uploading: Uploading, file: MediaFile, kind: 'images' | 'documents'): Promise<string> => {
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
    if (status === processingFailed)
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

/** Uploads a file, or continues the upload of an earlier attempt, and returns the URN to attach. */
export const attach = (
  tools: PlatformTools,
  { owner, file, step }: Readonly<{ owner: string; file: MediaFile; step: string }>,
  run: PublishRun,
): Promise<string> => {
  const uploading = { tools, api: linkedinApi(tools), owner, run };
  const kind = kindOf(file);
  const ready = async (): Promise<string> => {
    const urn = await (kind === 'videos'
      ? uploadVideo(uploading, file, step)
      : run.step(step, () => uploadWhole(uploading, file, kind)));
    await available(uploading, kind, urn);
    return urn;
  };
  return storedOrRedone(run, step, ready, {
    isFinal: ({ platformCode }) => platformCode === processingFailed,
    isLost: ({ platformCode = '' }) => /WAITING_UPLOAD/.test(platformCode),
  });
};
