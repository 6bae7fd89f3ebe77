import { z } from 'zod';
import { jsonBody, jsonReply, objectOf } from '../body.ts';
import { MalformedMultipart, readMultipart } from '../multipart.ts';
import type { Route, SandboxCall, SandboxWorld } from '../platform.ts';
import { sniffed } from '../received.ts';
import { snowflake } from '../snowflake.ts';
import type { JsonObject, SandboxMedia } from '../store.ts';
import { invalid } from './problems.ts';
import { asUser, type TwitterSession } from './session.ts';

const megabyte = 1024 * 1024;

/** X docs: media best practices. */
const categories = {
  tweet_image: { limit: 5 * megabyte, types: ['image/jpeg', 'image/png', 'image/webp', 'image/bmp'], key: '3' },
  tweet_gif: { limit: 15 * megabyte, types: ['image/gif'], key: '16' },
  tweet_video: { limit: 512 * megabyte, types: ['video/mp4', 'video/quicktime', 'video/webm'], key: '7' },
} as const;
type Category = keyof typeof categories;

const Upload = z.object({
  id: z.string(),
  owner: z.string(),
  category: z.enum(['tweet_image', 'tweet_gif', 'tweet_video']),
  type: z.string(),
  total: z.number(),
  segments: z.record(z.string(), z.number()),
  /** ISO 8601 of the time it can be attached; null while the upload is incomplete. */
  readyAt: z.string().nullable(),
  fails: z.boolean(),
  expiresAt: z.string(),
  altText: z.string().optional(),
});
export type TwitterUpload = z.infer<typeof Upload>;

const lifeSeconds = 86_400;
const processingSeconds = 1;

const save = (world: SandboxWorld, upload: TwitterUpload): Promise<void> =>
  world.store.putRecord('TWITTER', 'upload', upload.id, upload);

/** An upload of this account that has not expired. */
export const uploadOf = async (world: SandboxWorld, owner: string, id: string): Promise<TwitterUpload | undefined> => {
  const upload = Upload.safeParse(await world.store.record('TWITTER', 'upload', id)).data;
  return upload?.owner === owner && Date.parse(upload.expiresAt) > world.now().getTime() ? upload : undefined;
};

export const isReady = (world: SandboxWorld, upload: TwitterUpload): boolean =>
  upload.readyAt !== null && !upload.fails && Date.parse(upload.readyAt) <= world.now().getTime();

export const mediaOf = (world: SandboxWorld, upload: TwitterUpload): SandboxMedia => ({
  type: upload.type,
  url: `${world.origin}/sandbox/twitter/pbs.twimg.com/media/${upload.id}`,
});

const start = async (
  { call, account }: TwitterSession,
  {
    category,
    type,
    total,
    fails = false,
  }: Readonly<{ category: Category; type: string; total: number; fails?: boolean | undefined }>,
): Promise<TwitterUpload> => ({
  id: await snowflake(call.world),
  owner: account.nativeId,
  category,
  type,
  total,
  segments: {},
  readyAt: null,
  fails,
  expiresAt: new Date(call.world.now().getTime() + lifeSeconds * 1000).toISOString(),
});

const processing = (world: SandboxWorld, upload: TwitterUpload): JsonObject | undefined => {
  if (upload.category === 'tweet_image' || upload.readyAt === null) return undefined;
  if (Date.parse(upload.readyAt) > world.now().getTime())
    return { state: 'in_progress', check_after_secs: processingSeconds, progress_percent: 50 };
  if (upload.fails)
    return {
      state: 'failed',
      progress_percent: 100,
      error: { code: 1, name: 'InvalidMedia', message: 'Unsupported video format' },
    };
  return { state: 'succeeded', progress_percent: 100 };
};

const reported = (world: SandboxWorld, upload: TwitterUpload): Response => {
  const info = processing(world, upload);
  return jsonReply(200, {
    data: {
      id: upload.id,
      media_key: `${categories[upload.category].key}_${upload.id}`,
      size: upload.total,
      expires_after_secs: lifeSeconds,
      ...(upload.category === 'tweet_image' && { image: { image_type: upload.type, w: 1, h: 1 } }),
      ...(info && { processing_info: info }),
    },
  });
};

const writing = (
  call: SandboxCall,
  act: (session: TwitterSession) => Promise<Response>,
  query: readonly string[] = [],
) => asUser(call, { operation: 'upload', scopes: ['media.write'], query }, act);

/** A whole image (or a small GIF) in one request. */
const simple = (call: SandboxCall): Promise<Response> =>
  writing(call, async (session) => {
    const { fields, files } = await readMultipart(call.request);
    const { media_category: category = '', ...rest } = fields;
    const file = files[0];
    const extra = Object.keys(rest).find((name) => !['media_type', 'additional_owners', 'shared'].includes(name));
    if (extra !== undefined) return invalid(`Unexpected field [${extra}]`, { [extra]: [] });
    if (category !== 'tweet_image' && category !== 'tweet_gif')
      return invalid('media_category is not one of [tweet_image,tweet_gif]', { media_category: [category] });
    if (!file || file.name !== 'media' || files.length > 1) return invalid('media is required', { media: [] });
    const { limit, types } = categories[category];
    const type = sniffed(file.head) ?? '';
    if (!types.some((one) => one === type)) return invalid('Media type unrecognized.', { media: [] });
    if (file.bytes > limit) return invalid(`File size exceeds ${limit} bytes.`, { media: [] });
    const upload = {
      ...(await start(session, { category, type, total: file.bytes })),
      readyAt: call.world.now().toISOString(),
    };
    await save(call.world, upload);
    return reported(call.world, upload);
  });

const Initialize = z.strictObject({
  media_type: z.string(),
  total_bytes: z.int().positive(),
  media_category: z.enum(['tweet_image', 'tweet_gif', 'tweet_video']),
  additional_owners: z.array(z.string()).optional(),
  shared: z.boolean().optional(),
});

const initialized = async (session: TwitterSession, { fails }: Readonly<{ fails: boolean }>): Promise<Response> => {
  const { world, request } = session.call;
  const body = Initialize.safeParse(await jsonBody(request).catch(() => undefined));
  if (!body.success) return invalid(body.error.issues[0]?.message ?? 'invalid body');
  const { media_category: category, media_type: type, total_bytes: total } = body.data;
  const { limit, types } = categories[category];
  if (!types.some((one) => one === type)) return invalid('Media type unrecognized.', { media_type: [type] });
  if (total > limit) return invalid(`File size exceeds ${limit} bytes.`, { total_bytes: [String(total)] });
  const upload = await start(session, { category, type, total, fails });
  await save(world, upload);
  return reported(world, upload);
};

/** A fault of the media appears as on X: the upload is accepted and its processing fails. */
const initialize = (call: SandboxCall): Promise<Response> =>
  asUser(
    call,
    {
      operation: 'upload',
      scopes: ['media.write'],
      onMediaRejected: (session) => initialized(session, { fails: true }),
    },
    (session) => initialized(session, { fails: false }),
  );

const append = (call: SandboxCall): Promise<Response> =>
  writing(call, async ({ account }) => {
    const upload = await uploadOf(call.world, account.nativeId, call.params['id'] ?? '');
    if (!upload || upload.readyAt !== null) return invalid('Your media IDs are invalid.', { id: [] });
    const { fields, files } = await readMultipart(call.request);
    const index = fields['segment_index'] ?? '';
    const file = files[0];
    if (!/^\d{1,3}$/.test(index)) return invalid('segment_index must be between 0 and 999', { segment_index: [index] });
    if (!file || file.name !== 'media' || files.length > 1) return invalid('media is required', { media: [] });
    await save(call.world, { ...upload, segments: { ...upload.segments, [index]: file.bytes } });
    return jsonReply(200, { data: { expires_at: Math.floor(Date.parse(upload.expiresAt) / 1000) } });
  });

const finalize = (call: SandboxCall): Promise<Response> =>
  writing(call, async ({ account }) => {
    const { world } = call;
    const upload = await uploadOf(world, account.nativeId, call.params['id'] ?? '');
    if (!upload) return invalid('Your media IDs are invalid.', { id: [] });
    const sizes = Object.values(upload.segments);
    const sent = sizes.reduce((sum, size) => sum + size, 0);
    const whole = sizes.every((_, index) => upload.segments[String(index)] !== undefined);
    if (sent !== upload.total || !whole)
      return invalid(`Segments do not add up to provided total file size (${sent} of ${upload.total}).`);
    const seconds = upload.category === 'tweet_image' ? 0 : processingSeconds;
    const readyAt = upload.readyAt ?? new Date(world.now().getTime() + seconds * 1000).toISOString();
    const finished = { ...upload, readyAt };
    await save(world, finished);
    return reported(world, finished);
  });

const status = (call: SandboxCall): Promise<Response> =>
  asUser(call, { operation: 'list', scopes: ['media.write'], query: ['command', 'media_id'] }, async ({ account }) => {
    const query = call.url.searchParams;
    const upload = await uploadOf(call.world, account.nativeId, query.get('media_id') ?? '');
    if (query.get('command') !== 'STATUS' || !upload) return invalid('Your media IDs are invalid.', { media_id: [] });
    return reported(call.world, upload);
  });

const Metadata = z.strictObject({
  id: z.string(),
  metadata: z.strictObject({ alt_text: z.strictObject({ text: z.string().min(1).max(1000) }).optional() }),
});

const metadata = (call: SandboxCall): Promise<Response> =>
  writing(call, async ({ account }) => {
    const body = Metadata.safeParse(objectOf(await jsonBody(call.request).catch(() => undefined)));
    if (!body.success) return invalid(body.error.issues[0]?.message ?? 'invalid body');
    const upload = await uploadOf(call.world, account.nativeId, body.data.id);
    if (!upload) return invalid('Your media IDs are invalid.', { id: [body.data.id] });
    const altText = body.data.metadata.alt_text?.text;
    await save(call.world, { ...upload, ...(altText !== undefined && { altText }) });
    return jsonReply(200, { data: { id: upload.id, associated_metadata: { alt_text: { text: altText ?? '' } } } });
  });

/** A body that is cut off or is not a form is X's invalid request. */
const readable = (run: (call: SandboxCall) => Promise<Response>) => async (call: SandboxCall) => {
  try {
    return await run(call);
  } catch (error) {
    if (error instanceof MalformedMultipart) return invalid(error.message);
    throw error;
  }
};

export const mediaRoutes: readonly Route[] = [
  { method: 'POST', path: '/2/media/upload', run: readable(simple) },
  { method: 'GET', path: '/2/media/upload', run: status },
  { method: 'POST', path: '/2/media/upload/initialize', run: initialize },
  { method: 'POST', path: '/2/media/upload/:id/append', run: readable(append) },
  { method: 'POST', path: '/2/media/upload/:id/finalize', run: finalize },
  { method: 'POST', path: '/2/media/metadata', run: metadata },
];
