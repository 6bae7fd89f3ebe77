import { z } from 'zod';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { MediaFile, PublishRun } from '../../../domain/platforms/publisher.ts';
import { shaped } from '../shape.ts';
import { multipartUpload } from '../upload.ts';
import { profilePath, type SnapchatApi } from './api.ts';
import { encrypted } from './encryption.ts';

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

const upload = async (api: SnapchatApi, file: MediaFile, run: PublishRun): Promise<string> => {
  const { key, iv, parts } = encrypted(file);
  const type = file.contentType.startsWith('video/') ? 'VIDEO' : 'IMAGE';
  const path = `${profilePath(run.account)}/media`;
  const json = { type, name: file.filename, key, iv };
  const created = shaped(
    Created,
    await api({ method: 'POST', path, json, effect: 'step', secrets: [key] }, run),
    'step',
  );
  for (const [index, part] of parts.entries()) {
    const fields = { action: 'ADD', part_number: String(index + 1) };
    const body = multipartUpload(fields, { name: 'file', file: part });
    await api({ method: 'POST', base: 'files', path: created.add_path, upload: body, effect: 'step' }, run);
  }
  const end = multipartUpload({ action: 'FINALIZE' });
  await api({ method: 'POST', base: 'files', path: created.finalize_path, upload: end, effect: 'step' }, run);
  return created.media_id;
};

/** Uploads the file, or takes the upload an earlier try made, and answers the id of the media. */
export const uploaded = async (api: SnapchatApi, file: MediaFile, run: PublishRun): Promise<string> => {
  const end = run.remembered(mediaStep)?.split(' ')[1];
  if (end !== undefined && Date.parse(end) - marginMs <= run.now().getTime()) await run.forget(mediaStep);
  const text = await run.step(mediaStep, async () => {
    const endsAt = new Date(run.now().getTime() + lifeMs).toISOString();
    return `${await upload(api, file, run)} ${endsAt}`;
  });
  return text.split(' ')[0] ?? '';
};

/** Media Snap no longer takes is uploaded again by the next try. */
export const forgetSpent = async (error: unknown, run: PublishRun): Promise<void> => {
  const spent = error instanceof PlatformError && /^MEDIA_/.test(error.code);
  if (spent && run.remembered(mediaStep) !== undefined) await run.forget(mediaStep);
};
