import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { MediaFile, PublishRun } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { shaped } from '../shape.ts';
import { explainStorageUpload } from '../storage-upload.ts';
import { multipartUpload } from '../upload.ts';
import type { RedditApi } from './api.ts';

const Lease = z.object({
  args: z.object({ action: z.string(), fields: z.array(z.object({ name: z.string(), value: z.string() })) }),
  asset: z.object({ asset_id: z.string() }),
});

/** A black square of one pixel, the poster of a video without one: Reddit requires a picture. */
const posterBytes = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
);
export const poster: MediaFile = {
  mediaId: 'poster',
  filename: 'poster.png',
  contentType: 'image/png',
  sizeBytes: posterBytes.length,
  publicUrl: '',
  open: async (range) =>
    (async function* () {
      yield posterBytes.subarray(range?.start ?? 0, range?.end ?? posterBytes.length);
    })(),
};

export type Asset = Readonly<{ id: string; url: string }>;

/**
 * Uploads a file by a lease, or takes the upload of an earlier attempt: Reddit names the address
 * and the form fields, the storage answers with the file's address.
 */
export const upload = async (
  { http, hosts }: PlatformTools,
  api: RedditApi,
  { file, step }: Readonly<{ file: MediaFile; step: string }>,
  run: PublishRun,
): Promise<Asset> => {
  const text = await run.step(step, async () => {
    const form = { filepath: file.filename, mimetype: file.contentType };
    const asked = await api({ method: 'POST', path: '/api/media/asset.json', form, effect: 'step' }, run);
    const { args, asset } = shaped(Lease, asked, 'step');
    const action = args.action.startsWith('//') ? new URL(hosts.urls.REDDIT.api).protocol + args.action : args.action;
    const fields = Object.fromEntries(args.fields.map(({ name, value }) => [name, value]));
    const stored = await http.call(
      {
        method: 'POST',
        url: hosts.uploadUrl('REDDIT', action),
        upload: multipartUpload(fields, { name: 'file', file }),
        headers: { 'user-agent': hosts.redditUserAgent },
        effect: 'step',
        signal: run.signal,
      },
      explainStorageUpload,
    );
    const location = /<Location>([^<]+)<\/Location>/.exec(stored.text)?.[1]?.replaceAll('&amp;', '&');
    if (location === undefined)
      throw new PlatformError('not_stored', 'PUBLISH_ERROR', 'the storage did not name the address of the upload');
    return `${asset.asset_id} ${decodeURIComponent(location)}`;
  });
  const [id = '', url = ''] = text.split(' ');
  return { id, url };
};
