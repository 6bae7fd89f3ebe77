import { z } from 'zod';
import { formBody, jsonReply } from '../body.ts';
import { newSecret } from '../grants.ts';
import { readMultipart } from '../multipart.ts';
import type { Route, SandboxCall, SandboxWorld } from '../platform.ts';
import { sniffed } from '../received.ts';
import { plain } from './answers.ts';
import { asUser } from './session.ts';

const megabyte = 1024 * 1024;
const bucket = 'reddit-uploaded-media.s3-accelerate.amazonaws.com';
const types = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'video/mp4', 'video/quicktime'];
const leaseMs = 3_600_000;

const Asset = z.object({
  id: z.string(),
  owner: z.string(),
  type: z.string(),
  policy: z.string(),
  leasedAt: z.string(),
  uploaded: z.boolean(),
});
export type Asset = z.infer<typeof Asset>;

export const locationOf = (id: string): string => `https://${bucket}/rte_images/${id}`;

const assetNamed = async (world: SandboxWorld, id: string): Promise<Asset | undefined> =>
  Asset.safeParse(await world.store.record('REDDIT', 'asset', id)).data;

/** An asset of this person whose bytes have arrived, by its id or by its address. */
export const uploadedAsset = async (
  world: SandboxWorld,
  owner: string,
  idOrLocation: string,
): Promise<Asset | undefined> => {
  const asset = await assetNamed(world, idOrLocation.replace(locationOf(''), ''));
  return asset?.owner === owner && asset.uploaded ? asset : undefined;
};

const lease = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'upload', 'submit', async (account) => {
    const { world, request, url } = call;
    const form = await formBody(request).catch(() => undefined);
    const type = form?.['mimetype'] ?? '';
    if (!form?.['filepath']) return plain(400, 'Bad Request', { fields: ['filepath'], reason: 'NO_TEXT' });
    if (!types.includes(type)) return plain(400, 'Bad Request', { fields: ['mimetype'], reason: 'INVALID_MIME_TYPE' });
    const asset = { id: newSecret(10).replace(/[-_]/g, '0'), owner: account.nativeId, type, policy: newSecret(24) };
    const leasedAt = world.now().toISOString();
    await world.store.putRecord('REDDIT', 'asset', asset.id, { ...asset, leasedAt, uploaded: false });
    const { host } = new URL(world.origin);
    return jsonReply(200, {
      args: {
        action: `//${host}/sandbox/reddit/${bucket}`,
        fields: [
          { name: 'acl', value: 'private' },
          { name: 'key', value: `rte_images/${asset.id}` },
          { name: 'Content-Type', value: type },
          { name: 'policy', value: asset.policy },
          { name: 'success_action_status', value: '201' },
        ],
      },
      asset: {
        asset_id: asset.id,
        payload: { filepath: form['filepath'] },
        processing_state: 'incomplete',
        websocket_url: `wss://ws-${url.host}/rpan/${asset.id}`,
      },
    });
  });

const xml = (status: number, body: string): Response =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`, {
    status,
    headers: { 'content-type': 'application/xml' },
  });
const s3Error = (status: number, code: string, message: string): Response =>
  xml(status, `<Error><Code>${code}</Code><Message>${message}</Message></Error>`);

/** The storage checks only the policy of the lease. */
const store = async ({ world, request }: SandboxCall): Promise<Response> => {
  const parts = await readMultipart(request).catch(() => undefined);
  if (!parts) return s3Error(400, 'MalformedPOSTRequest', 'The body of your POST request is not well-formed.');
  const { key = '', policy, 'Content-Type': type } = parts.fields;
  const asset = await assetNamed(world, key.replace('rte_images/', ''));
  if (!asset || asset.policy !== policy) return s3Error(403, 'AccessDenied', 'Invalid according to Policy');
  if (Date.parse(asset.leasedAt) + leaseMs < world.now().getTime())
    return s3Error(403, 'AccessDenied', 'Invalid according to Policy: Policy expired.');
  const file = parts.files.find(({ name }) => name === 'file');
  if (!file) return s3Error(400, 'InvalidArgument', 'POST requires exactly one file upload per request.');
  const limit = asset.type.startsWith('video/') ? 1024 * megabyte : 20 * megabyte;
  if (file.bytes > limit)
    return s3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
  if (type !== asset.type || sniffed(file.head) !== asset.type)
    return s3Error(403, 'AccessDenied', 'Invalid according to Policy: Policy Condition failed: Content-Type');
  await world.store.putRecord('REDDIT', 'asset', asset.id, { ...asset, uploaded: true });
  const location = locationOf(asset.id).replace('rte_images/', 'rte_images%2F');
  return xml(
    201,
    `<PostResponse><Location>${location}</Location><Bucket>reddit-uploaded-media</Bucket><Key>${key}</Key></PostResponse>`,
  );
};

export const mediaRoutes: readonly Route[] = [
  { method: 'POST', path: '/api/media/asset.json', run: lease },
  { method: 'POST', host: bucket, path: '/', run: store },
];
