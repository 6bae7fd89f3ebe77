import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { MediaFile } from '../../../domain/platforms/publisher.ts';
import type { Environment } from './needs.ts';

/** The rehearsal lacks something that only the operator has. The step is left out. */
export class Missing extends Error {
  override readonly name = 'Missing';
}

const types: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
};

/** The file that a variable names. Its public address is asked for only where the platform fetches. */
export const mediaFile = async (
  variable: 'REHEARSE_IMAGE' | 'REHEARSE_VIDEO',
  env: Environment,
): Promise<MediaFile> => {
  const file = env[variable];
  if (!file) throw new Missing(`${variable} names no file`);
  const contentType = types[path.extname(file).toLowerCase()];
  if (contentType === undefined) throw new Missing(`${variable} is none of ${Object.keys(types).join(', ')}`);
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new Missing(`${variable} names no file that can be read`);
  const filename = path.basename(file);
  return {
    mediaId: filename,
    filename,
    contentType,
    sizeBytes: found.size,
    altText: 'A file of a rehearsal',
    get publicUrl(): string {
      const base = env['REHEARSE_MEDIA_URL'];
      if (!base) throw new Missing('the platform fetches files: REHEARSE_MEDIA_URL is not set');
      return `${base.replace(/\/+$/, '')}/${encodeURIComponent(filename)}`;
    },
    open: async ({ start, end } = { start: 0, end: found.size }) =>
      end <= start ? (async function* () {})() : createReadStream(file, { start, end: end - 1 }),
  };
};
