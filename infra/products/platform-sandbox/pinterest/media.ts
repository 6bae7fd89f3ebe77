import { z } from 'zod';
import { jsonBody, jsonReply, objectOf } from '../body.ts';
import { newSecret } from '../grants.ts';
import { readMultipart } from '../multipart.ts';
import type { Route, SandboxCall, SandboxWorld } from '../platform.ts';
import { sniffed } from '../received.ts';
import { newId } from './accounts.ts';
import { invalid, noMedia } from './answers.ts';
import { asUser } from './session.ts';

const bucket = 'pinterest-media-upload.s3-accelerate.amazonaws.com';
const maxUploadSizeBytes = 2 * 1024 ** 3;
const processingMs = 1000;

const Upload = z.object({
  id: z.string(),
  owner: z.string(),
  policy: z.string(),
  type: z.string().nullable(),
  /** ISO 8601, when the processing ends; null while there are no bytes. */
  readyAt: z.string().nullable(),
});
export type Upload = z.infer<typeof Upload>;

export const uploadOf = async (world: SandboxWorld, id: string): Promise<Upload | undefined> =>
  Upload.safeParse(await world.store.record('PINTEREST', 'media', id)).data;

const save = (world: SandboxWorld, upload: Upload): Promise<void> =>
  world.store.putRecord('PINTEREST', 'media', upload.id, upload);

export const statusOf = (world: SandboxWorld, { readyAt, type }: Upload): string => {
  if (readyAt === null) return 'registered';
  if (Date.parse(readyAt) > world.now().getTime()) return 'processing';
  return type?.startsWith('video/') ? 'succeeded' : 'failed';
};

const register = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'upload', ['pins:read', 'pins:write'], async (account) => {
    const { world, request } = call;
    const body = objectOf(await jsonBody(request).catch(() => undefined));
    if (body?.['media_type'] !== 'video' || Object.keys(body).length > 1)
      return invalid('media_type should be one of: video');
    const id = await newId(world);
    const policy = newSecret(24);
    await save(world, { id, owner: account.nativeId, policy, type: null, readyAt: null });
    return jsonReply(201, {
      media_id: id,
      media_type: 'video',
      upload_url: `${world.origin}/sandbox/pinterest/${bucket}/`,
      upload_parameters: {
        'x-amz-date': world
          .now()
          .toISOString()
          .replace(/[-:]|\.\d+/g, ''),
        'x-amz-signature': newSecret(32),
        'x-amz-security-token': newSecret(32),
        'x-amz-algorithm': 'AWS4-HMAC-SHA256',
        key: `uploads/${id}`,
        policy,
        'x-amz-credential': 'sandbox/us-east-1/s3/aws4_request',
        'Content-Type': 'multipart/form-data',
      },
    });
  });

const s3Error = (status: number, code: string, message: string): Response =>
  new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
    {
      status,
      headers: { 'content-type': 'application/xml' },
    },
  );

/** The storage checks only the policy of the registration. */
const store = async ({ world, request }: SandboxCall): Promise<Response> => {
  const parts = await readMultipart(request).catch(() => undefined);
  if (!parts) return s3Error(400, 'MalformedPOSTRequest', 'The body of your POST request is not well-formed.');
  const upload = await uploadOf(world, (parts.fields['key'] ?? '').replace('uploads/', ''));
  if (!upload || upload.policy !== parts.fields['policy'])
    return s3Error(403, 'AccessDenied', 'Invalid according to Policy');
  const file = parts.files.find(({ name }) => name === 'file');
  if (!file) return s3Error(400, 'InvalidArgument', 'POST requires exactly one file upload per request.');
  if (file.bytes > maxUploadSizeBytes) return s3Error(400, 'EntityTooLarge', 'Your proposed upload is too large');
  const readyAt = new Date(world.now().getTime() + processingMs).toISOString();
  await save(world, { ...upload, type: sniffed(file.head) ?? 'application/octet-stream', readyAt });
  return new Response(null, { status: 204 });
};

const show = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'list', ['pins:read', 'pins:write'], async (account) => {
    const upload = await uploadOf(call.world, call.params['id'] ?? '');
    if (upload?.owner !== account.nativeId) return noMedia();
    return jsonReply(200, { media_id: upload.id, media_type: 'video', status: statusOf(call.world, upload) });
  });

export const mediaRoutes: readonly Route[] = [
  { method: 'POST', path: '/v5/media', run: register },
  { method: 'GET', path: '/v5/media/:id', run: show },
  { method: 'POST', host: bucket, path: '/', run: store },
];
