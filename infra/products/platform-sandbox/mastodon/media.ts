import { z } from 'zod';
import { jsonReply } from '../body.ts';
import { MalformedMultipart, readMultipart } from '../multipart.ts';
import type { Route, SandboxCall, SandboxWorld } from '../platform.ts';
import { sniffed } from '../received.ts';
import type { JsonObject, SandboxMedia } from '../store.ts';
import { newId } from './accounts.ts';
import { invalid, notFound } from './answers.ts';
import { asUser } from './session.ts';

const megabyte = 1024 * 1024;
export const limits = {
  image: 16 * megabyte,
  video: 99 * megabyte,
  types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'video/mp4', 'video/quicktime', 'video/webm'],
};
const processingSeconds = 1;

const Attachment = z.object({
  id: z.string(),
  owner: z.string(),
  type: z.string(),
  bytes: z.number(),
  description: z.string().nullable(),
  readyAt: z.string(),
  used: z.boolean(),
});
export type Attachment = z.infer<typeof Attachment>;

export const attachmentOf = async (world: SandboxWorld, owner: string, id: string): Promise<Attachment | undefined> => {
  const found = Attachment.safeParse(await world.store.record('MASTODON', 'media', id)).data;
  return found?.owner === owner ? found : undefined;
};

export const saveAttachment = (world: SandboxWorld, attachment: Attachment): Promise<void> =>
  world.store.putRecord('MASTODON', 'media', attachment.id, attachment);

export const isProcessed = (world: SandboxWorld, attachment: Attachment): boolean =>
  Date.parse(attachment.readyAt) <= world.now().getTime();

export const mediaOf = (world: SandboxWorld, { id, type }: Attachment): SandboxMedia => ({
  type,
  url: `${world.origin}/sandbox/mastodon/files.mastodon.social/media_attachments/${id}`,
});

export const shownAttachment = (world: SandboxWorld, attachment: Attachment): JsonObject => ({
  id: attachment.id,
  type: attachment.type === 'image/gif' ? 'gifv' : (attachment.type.split('/')[0] ?? 'unknown'),
  url: isProcessed(world, attachment) ? mediaOf(world, attachment).url : null,
  description: attachment.description,
});

const upload = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'upload', 'write:media', async (account) => {
    const { world } = call;
    const parts = await readMultipart(call.request).catch((thrown: unknown) => {
      if (thrown instanceof MalformedMultipart) return undefined;
      throw thrown;
    });
    const file = parts?.files.find(({ name }) => name === 'file');
    if (!parts || !file) return invalid("File can't be blank");
    const type = sniffed(file.head) ?? '';
    if (!limits.types.includes(type)) return invalid('File content type is invalid, File is invalid');
    const still = type.startsWith('image/') && type !== 'image/gif';
    if (file.bytes > (still ? limits.image : limits.video))
      return invalid('File file size must be less than the limit');
    const description = parts.fields['description'] ?? null;
    if (description !== null && description.length > 1500)
      return invalid('Description is too long (maximum is 1500 characters)');
    const attachment: Attachment = {
      id: await newId(world),
      owner: account.nativeId,
      type,
      bytes: file.bytes,
      description,
      readyAt: new Date(world.now().getTime() + (still ? 0 : processingSeconds * 1000)).toISOString(),
      used: false,
    };
    await saveAttachment(world, attachment);
    return jsonReply(still ? 200 : 202, shownAttachment(world, attachment));
  });

const show = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'list', 'write:media', async (account) => {
    const attachment = await attachmentOf(call.world, account.nativeId, call.params['id'] ?? '');
    if (!attachment || attachment.used) return notFound();
    return jsonReply(isProcessed(call.world, attachment) ? 200 : 206, shownAttachment(call.world, attachment));
  });

export const mediaRoutes: readonly Route[] = [
  { method: 'POST', path: '/api/v2/media', run: upload },
  { method: 'GET', path: '/api/v1/media/:id', run: show },
];
