import { createDecipheriv, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { jsonBody } from '../body.ts';
import { MalformedMultipart, readMultipart } from '../multipart.ts';
import type { Route, SandboxCall, SandboxWorld } from '../platform.ts';
import { sniffed } from '../received.ts';
import type { SandboxMedia } from '../store.ts';
import { error, expired, invalid, notFound, ok } from './answers.ts';
import { asProfile } from './session.ts';

const noFields: Readonly<Record<string, string>> = {};

const partLimit = 32 * 1024 * 1024;
const maxParts = 35;
const lifeMs = 24 * 3600_000;
const block = 16;
/** A film cannot be posted in the first second after the end of its upload. */
const processingMs = 1000;

const base64Of = (length: number) =>
  z.string().refine((text) => Buffer.from(text, 'base64').length === length, `must be ${length} bytes in base64`);

/** Snap docs: "Profile Asset Management", create media. */
const Create = z.strictObject({
  type: z.enum(['VIDEO', 'IMAGE']),
  name: z.string().min(1).max(375),
  key: base64Of(32),
  iv: base64Of(block),
});

const Media = z.object({
  id: z.string(),
  profile: z.string(),
  type: z.enum(['VIDEO', 'IMAGE']),
  key: z.string(),
  iv: z.string(),
  /** Length and last two blocks, in base64, by part number. */
  parts: z.record(z.string(), z.object({ bytes: z.number(), tail: z.string() })),
  /** The media type detected from the first bytes, decrypted. */
  contentType: z.string(),
  ready: z.boolean(),
  /** When it can be posted, once it is whole. */
  processedAt: z.string().optional(),
  endsAt: z.string(),
});
export type SnapMedia = z.infer<typeof Media>;

const save = (world: SandboxWorld, media: SnapMedia): Promise<void> =>
  world.store.putRecord('SNAPCHAT', 'media', media.id, media);

export const mediaById = async (world: SandboxWorld, id: string): Promise<SnapMedia | undefined> =>
  Media.safeParse(await world.store.record('SNAPCHAT', 'media', id)).data;

export const isExpired = (world: SandboxWorld, { endsAt }: SnapMedia): boolean =>
  Date.parse(endsAt) <= world.now().getTime();

export const isProcessing = (world: SandboxWorld, { processedAt }: SnapMedia): boolean =>
  processedAt !== undefined && Date.parse(processedAt) > world.now().getTime();

export const mediaOf = (world: SandboxWorld, { id, contentType }: SnapMedia): SandboxMedia => ({
  type: contentType,
  url: `${world.origin}/sandbox/snapchat/cf-st.sc-cdn.net/${id}`,
});

const create = (call: SandboxCall): Promise<Response> =>
  asProfile(call, 'upload', async ({ nativeId: profile }) => {
    const { world, request } = call;
    const body = Create.safeParse(await jsonBody(request).catch(() => undefined));
    if (!body.success) return invalid(`${body.error.issues[0]?.path.join('.')}: ${body.error.issues[0]?.message}`);
    const { type, key, iv } = body.data;
    const id = randomUUID();
    const endsAt = new Date(world.now().getTime() + lifeMs).toISOString();
    await save(world, { id, profile, type, key, iv, parts: {}, contentType: '', ready: false, endsAt });
    const path = `/v1/public_profiles/${profile}/media/${id}/multipart-upload`;
    return ok({ media_id: id, add_path: `${path}?action=ADD`, finalize_path: `${path}?action=FINALIZE` });
  });

const decrypted = (head: Buffer, { key, iv }: SnapMedia): Buffer => {
  const whole = head.subarray(0, head.length - (head.length % block));
  const decipher = createDecipheriv('aes-256-cbc', Buffer.from(key, 'base64'), Buffer.from(iv, 'base64'));
  return decipher.setAutoPadding(false).update(whole);
};

/**
 * Whether the end of the file decrypts to the padding of PKCS #7: parts of two uploads, or of two
 * keys, do not make a file.
 */
const isWellPadded = ({ key, parts }: SnapMedia): boolean => {
  const tails = Object.keys(parts).map((_, index) => Buffer.from(parts[String(index + 1)]?.tail ?? '', 'base64'));
  const end = Buffer.concat(tails).subarray(-2 * block);
  // The first block is chained to the initial vector, which is irrelevant to the padding.
  if (end.length < 2 * block) return true;
  const decipher = createDecipheriv('aes-256-cbc', Buffer.from(key, 'base64'), end.subarray(0, block));
  const last = decipher.setAutoPadding(false).update(end.subarray(block));
  const length = last.at(-1) ?? 0;
  return length >= 1 && length <= block && last.subarray(-length).every((byte) => byte === length);
};

const rejected = (): Response =>
  error(400, 'E1002', 'The media could not be decrypted or does not meet the requirements');

const finalize = async (world: SandboxWorld, media: SnapMedia): Promise<Response> => {
  const sizes = Object.values(media.parts);
  const whole = sizes.length > 0 && sizes.every((_, index) => media.parts[String(index + 1)] !== undefined);
  if (!whole) return invalid('The parts of the media are not complete');
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const fits = media.contentType.startsWith(media.type === 'VIDEO' ? 'video/' : 'image/');
  const shown = media.type === 'VIDEO' || media.contentType !== 'image/gif';
  if (total % block !== 0 || !fits || !shown || !isWellPadded(media)) return rejected();
  const takesMs = media.type === 'VIDEO' ? processingMs : 0;
  const processedAt = new Date(world.now().getTime() + takesMs).toISOString();
  await save(world, { ...media, ready: true, processedAt });
  return ok({ media_id: media.id });
};

const upload = (call: SandboxCall): Promise<Response> =>
  asProfile(call, 'upload', async (account) => {
    const { world, params, request } = call;
    const media = await mediaById(world, params['id'] ?? '');
    if (!media || media.profile !== account.nativeId || media.ready) return notFound('The media');
    if (isExpired(world, media)) return expired();
    const { fields, files } = await readMultipart(request).catch((thrown: unknown) => {
      if (thrown instanceof MalformedMultipart) return { fields: noFields, files: [] };
      throw thrown;
    });
    if (fields['action'] === 'FINALIZE') return finalize(world, media);
    const number = Number(fields['part_number']);
    const [file] = files;
    if (fields['action'] !== 'ADD' || !file || file.name !== 'file') return invalid('action and file are required');
    if (!Number.isInteger(number) || number < 1 || number > maxParts) return invalid('part_number is 1 to 35');
    if (file.bytes > partLimit) return invalid('The file part is larger than 32 MB');
    const contentType = number === 1 ? (sniffed(decrypted(file.head, media)) ?? 'unknown') : media.contentType;
    const part = { bytes: file.bytes, tail: file.tail.toString('base64') };
    await save(world, { ...media, contentType, parts: { ...media.parts, [String(number)]: part } });
    return ok();
  });

export const mediaRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/public_profiles/:profile/media', run: create },
  { method: 'POST', path: '/v1/public_profiles/:profile/media/:id/multipart-upload', run: upload },
];
