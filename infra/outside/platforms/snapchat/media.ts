import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { MediaFile, PublishRun } from '../../../../domain/platforms/publisher.ts';
import { forgetUpload, isInherited, storedOrRedone, orUploadedAgain, uploadInParts } from '../parted-upload.ts';
import { shaped } from '../shape.ts';
import { multipartUpload } from '../upload.ts';
import { profilePath, type SnapchatApi } from './api.ts';
import { encryptedPart, encryptionOf, fingerprintOf, partsOf } from './encryption.ts';

const Created = z.object({
  media_id: z.string(),
  add_path: z.string().startsWith('/'),
  finalize_path: z.string().startsWith('/'),
});

/** The step under which uploaded media is remembered: `<media id> <its end>`. */
export const mediaStep = 'media';

/** Snap docs: media can be used for a day. */
const lifeMs = 24 * 3600_000;
const marginMs = 10 * 60_000;

/**
 * The state that an upload needs to continue. It does not contain the key, which is derived again.
 */
const Handle = z.object({
  mediaId: z.string(),
  addPath: z.string(),
  finalizePath: z.string(),
  nonce: z.string(),
  fingerprint: z.string(),
  endsAt: z.string(),
});
type Handle = z.infer<typeof Handle>;

const readHandle = (text: string): Handle => Handle.parse(JSON.parse(text));

/**
 * The service's secret has changed since the upload started: the rest of the file would not fit the
 * sent parts.
 */
const otherKey = (): PlatformError =>
  new PlatformError('refused', 'MEDIA_REJECTED', 'the upload was begun with another key', {
    platformCode: 'OTHER_KEY',
  });

const upload = (api: SnapchatApi, file: MediaFile, secret: string, run: PublishRun): Promise<string> => {
  const sendForm = (path: string, body: ReturnType<typeof multipartUpload>) =>
    api({ method: 'POST', base: 'files', path, upload: body, effect: 'step' }, run);
  return uploadInParts(run, {
    step: mediaStep,
    begin: async () => {
      const endsAt = new Date(run.now().getTime() + lifeMs).toISOString();
      const encryption = encryptionOf(secret);
      const key = encryption.key.toString('base64');
      const type = file.contentType.startsWith('video/') ? 'VIDEO' : 'IMAGE';
      const json = { type, name: file.filename, key, iv: encryption.iv.toString('base64') };
      const path = `${profilePath(run.account)}/media`;
      const reply = await api({ method: 'POST', path, json, effect: 'step', secrets: [key] }, run);
      const created = shaped(Created, reply, 'step');
      const handle: Handle = {
        mediaId: created.media_id,
        addPath: created.add_path,
        finalizePath: created.finalize_path,
        nonce: encryption.nonce,
        fingerprint: fingerprintOf(encryption),
        endsAt,
      };
      return { handle: JSON.stringify(handle), endsAt };
    },
    parts: () => Array.from({ length: partsOf(file.sizeBytes) }, (_, index) => index),
    send: async (text, index, _index, lastBlocks) => {
      const { addPath, nonce, fingerprint } = readHandle(text);
      const encryption = encryptionOf(secret, nonce);
      if (fingerprintOf(encryption) !== fingerprint) throw otherKey();
      const part = encryptedPart(file, index, encryption, lastBlocks.at(-1));
      const fields = { action: 'ADD', part_number: String(index + 1) };
      await sendForm(addPath, multipartUpload(fields, { name: 'file', file: part.file }));
      return part.lastBlock();
    },
    finish: async (text) => {
      const { finalizePath, mediaId, endsAt } = readHandle(text);
      await sendForm(finalizePath, multipartUpload({ action: 'FINALIZE' }));
      return `${mediaId} ${endsAt}`;
    },
  });
};

/** The media is whole, and Snap takes it once it has looked at it. */
export const isProcessing = (error: unknown): boolean =>
  error instanceof PlatformError && error.platformCode === 'MEDIA_PROCESSING';

const isExpired = ({ platformCode }: PlatformError): boolean => platformCode === 'MEDIA_EXPIRED';

/**
 * Uploads the file, or continues the upload of an earlier attempt, and returns the id of the media.
 */
export const uploaded = async (api: SnapchatApi, file: MediaFile, secret: string, run: PublishRun): Promise<string> => {
  const end = run.remembered(mediaStep)?.split(' ')[1];
  if (end !== undefined && Date.parse(end) - marginMs <= run.now().getTime()) await forgetUpload(run, mediaStep);
  const text = await storedOrRedone(run, mediaStep, () => upload(api, file, secret, run), { isLost: isExpired });
  return text.split(' ')[0] ?? '';
};

/** Media Snap no longer takes is uploaded again by the next try. `inherited`: it was there before this one. */
export const orSpent = async (
  error: unknown,
  { inherited }: Readonly<{ inherited: boolean }>,
  run: PublishRun,
): Promise<never> => {
  if (!(error instanceof PlatformError) || !/^MEDIA_/.test(error.code) || isProcessing(error)) throw error;
  return orUploadedAgain(error, run, { steps: [mediaStep], inherited });
};

export const isUploadInherited = (run: PublishRun): boolean => isInherited(run, mediaStep);
