import { createHash } from 'node:crypto';
import { z } from 'zod';
import { jsonBody, jsonReply } from '../body.ts';
import { newSecret } from '../grants.ts';
import type { Route, SandboxCall, SandboxWorld } from '../platform.ts';
import { received, sniffed } from '../received.ts';
import type { SandboxMedia } from '../store.ts';
import { actorOf, writingScope } from './accounts.ts';
import { denied, error, invalid, notFound } from './answers.ts';
import { asMember, type LinkedinSession } from './session.ts';

const megabyte = 1024 * 1024;
const partBytes = 4 * megabyte;
const processingSeconds = 1;
const urlLifeMs = 86_400_000;

/** LinkedIn docs: "Images API", "Documents API", "Videos API". */
const kinds = {
  images: { noun: 'image', limit: 36 * megabyte, types: ['image/jpeg', 'image/png', 'image/gif'] },
  documents: { noun: 'document', limit: 100 * megabyte, types: ['application/pdf'] },
  videos: {
    noun: 'video',
    limit: 5 * 1024 * megabyte,
    types: ['video/mp4', 'video/quicktime', 'video/x-msvideo', 'video/webm'],
  },
} as const;
type Kind = keyof typeof kinds;

const Upload = z.object({
  urn: z.string(),
  kind: z.enum(['images', 'documents', 'videos']),
  owner: z.string(),
  account: z.string(),
  /** Bytes still to be uploaded: of videos only. */
  total: z.number().nullable(),
  /** Size and ETag by part. */
  parts: z.record(z.string(), z.object({ bytes: z.number(), etag: z.string() })),
  type: z.string(),
  token: z.string(),
  /** Milliseconds since 1970 at which the upload addresses expire. */
  urlsEndAt: z.number(),
  /** ISO 8601; null while bytes are missing. */
  readyAt: z.string().nullable(),
  fails: z.boolean(),
});
export type LinkedinUpload = z.infer<typeof Upload>;

const save = (world: SandboxWorld, upload: LinkedinUpload): Promise<void> =>
  world.store.putRecord('LINKEDIN', 'upload', upload.urn, upload);

export const uploadOf = async (world: SandboxWorld, urn: string): Promise<LinkedinUpload | undefined> =>
  Upload.safeParse(await world.store.record('LINKEDIN', 'upload', urn)).data;

export const statusOf = (world: SandboxWorld, { readyAt, fails }: LinkedinUpload): string => {
  if (readyAt === null) return 'WAITING_UPLOAD';
  if (Date.parse(readyAt) > world.now().getTime()) return 'PROCESSING';
  return fails ? 'PROCESSING_FAILED' : 'AVAILABLE';
};

export const mediaOf = (world: SandboxWorld, { urn, type }: LinkedinUpload): SandboxMedia => ({
  type,
  url: `${world.origin}/sandbox/linkedin/media.licdn.com/dms/${encodeURIComponent(urn)}`,
});

const uploadUrl = (world: SandboxWorld, urn: string, part: number): string =>
  `${world.origin}/sandbox/linkedin/www.linkedin.com/dms-uploads/${encodeURIComponent(urn)}/${part}`;

/**
 * The number of upload addresses: one for every four megabytes of a video, one for any other file.
 */
const partsOf = ({ total }: Pick<LinkedinUpload, 'total'>): number => Math.ceil((total ?? 1) / partBytes);

const Owner = { owner: z.string() };
const Initialize = {
  images: z.strictObject({ initializeUploadRequest: z.strictObject(Owner) }),
  documents: z.strictObject({ initializeUploadRequest: z.strictObject(Owner) }),
  videos: z.strictObject({
    initializeUploadRequest: z.strictObject({
      ...Owner,
      fileSizeBytes: z.int().positive(),
      uploadCaptions: z.boolean(),
      uploadThumbnail: z.boolean(),
    }),
  }),
};

const initialized = async (
  { account, call, may }: LinkedinSession,
  kind: Kind,
  { fails }: Readonly<{ fails: boolean }>,
): Promise<Response> => {
  const { world, request } = call;
  const body = Initialize[kind].safeParse(await jsonBody(request).catch(() => undefined));
  if (!body.success) return invalid(body.error.issues[0]?.message ?? 'invalid body');
  const wanted: Readonly<{ owner: string; fileSizeBytes?: number }> = body.data.initializeUploadRequest;
  const owner = actorOf(account, wanted.owner);
  if (!owner || !may(writingScope[owner.is])) return denied(`${kind}.INITIALIZE_UPLOAD`);
  const { noun, limit } = kinds[kind];
  const total = wanted.fileSizeBytes ?? null;
  if (total !== null && total > limit) return invalid(`The file exceeds ${limit} bytes`, 'MEDIA_ASSET_TOO_LARGE');
  const urn = `urn:li:${noun}:C5${newSecret(12)}`;
  const token = newSecret(12);
  const type = 'application/octet-stream';
  const urlsEndAt = world.now().getTime() + urlLifeMs;
  await save(world, {
    urn,
    kind,
    owner: owner.urn,
    account: account.nativeId,
    total,
    parts: {},
    type,
    token,
    urlsEndAt,
    readyAt: null,
    fails,
  });
  if (total === null)
    return jsonReply(200, {
      value: { uploadUrl: uploadUrl(world, urn, 0), [noun]: urn, uploadUrlExpiresAt: urlsEndAt },
    });
  const uploadInstructions = Array.from({ length: partsOf({ total }) }, (_, index) => ({
    uploadUrl: uploadUrl(world, urn, index),
    firstByte: index * partBytes,
    lastByte: Math.min(total, (index + 1) * partBytes) - 1,
  }));
  return jsonReply(200, {
    value: {
      uploadUrlsExpireAt: urlsEndAt,
      video: urn,
      uploadInstructions,
      uploadToken: token,
    },
  });
};

const Finalize = z.strictObject({
  finalizeUploadRequest: z.strictObject({
    video: z.string(),
    uploadToken: z.string(),
    uploadedPartIds: z.array(z.string()).min(1),
  }),
});

const soon = (world: SandboxWorld): string => new Date(world.now().getTime() + processingSeconds * 1000).toISOString();

const finalized = async ({ account, call }: LinkedinSession): Promise<Response> => {
  const { world, request } = call;
  const body = Finalize.safeParse(await jsonBody(request).catch(() => undefined));
  if (!body.success) return invalid(body.error.issues[0]?.message ?? 'invalid body');
  const { video, uploadToken, uploadedPartIds } = body.data.finalizeUploadRequest;
  const upload = await uploadOf(world, video);
  if (!upload || upload.account !== account.nativeId || upload.token !== uploadToken) return notFound(video);
  if (upload.readyAt !== null) return invalid('The upload is finished already', 'INVALID_UPLOAD');
  const parts = uploadedPartIds.map((_, index) => upload.parts[String(index)]);
  const bytes = parts.reduce((sum, part) => sum + (part?.bytes ?? 0), 0);
  if (bytes !== upload.total || !parts.every((part, index) => part?.etag === uploadedPartIds[index]))
    return invalid('The parts named do not make up the file', 'MEDIA_ASSET_WAITING_UPLOAD');
  await save(world, { ...upload, readyAt: soon(world) });
  return new Response(null, { status: 200 });
};

/** A fault of the media appears as on LinkedIn: the upload is accepted and its processing fails. */
const act = (kind: Kind) => (call: SandboxCall) => {
  const action = call.url.searchParams.get('action');
  if (action === 'finalizeUpload' && kind === 'videos')
    return asMember(call, { operation: 'upload', scope: undefined }, finalized);
  if (action !== 'initializeUpload') return Promise.resolve(invalid(`Unknown action ${action ?? ''}`));
  return asMember(
    call,
    { operation: 'upload', scope: undefined },
    (session) => initialized(session, kind, { fails: false }),
    (session) => ({ media_rejected: () => initialized(session, kind, { fails: true }) }),
  );
};

const put = (call: SandboxCall): Promise<Response> =>
  asMember(call, { operation: 'upload', scope: undefined }, async ({ account }) => {
    const { world, request, params } = call;
    const upload = await uploadOf(world, params['urn'] ?? '');
    const part = Number(params['part']);
    if (!upload || upload.account !== account.nativeId) return notFound(params['urn'] ?? '');
    if (upload.urlsEndAt <= world.now().getTime())
      return error(403, 'EXPIRED_UPLOAD_URL', 'The upload URL has expired');
    if (upload.readyAt !== null) return invalid('The upload is finished already', 'INVALID_UPLOAD');
    if (!Number.isInteger(part) || part < 0 || part >= partsOf(upload)) return notFound(params['part'] ?? '');
    const { bytes, head, sha256 } = await received(request.body);
    const { limit, types } = kinds[upload.kind];
    const expected = upload.total === null ? undefined : Math.min(partBytes, upload.total - part * partBytes);
    if (bytes === 0 || bytes > limit || (expected !== undefined && bytes !== expected))
      return error(400, 'INVALID_UPLOAD', `The body is ${bytes} bytes long`);
    const type = part === 0 ? (sniffed(head) ?? 'application/octet-stream') : upload.type;
    const fails = upload.fails || (part === 0 && !types.some((one) => one === type));
    const etag = createHash('sha1').update(`${part} ${sha256}`).digest('hex');
    const parts = { ...upload.parts, [String(part)]: { bytes, etag } };
    const readyAt = upload.total === null ? soon(world) : null;
    await save(world, { ...upload, type, fails, parts, readyAt });
    return new Response(null, { status: 201, headers: { etag } });
  });

const show = (kind: Kind) => (call: SandboxCall) =>
  asMember(call, { operation: 'list', scope: undefined }, async ({ account }) => {
    const { world, params } = call;
    const upload = await uploadOf(world, params['urn'] ?? '');
    if (!upload || upload.account !== account.nativeId || upload.kind !== kind) return notFound(params['urn'] ?? '');
    const status = statusOf(world, upload);
    return jsonReply(200, {
      id: upload.urn,
      owner: upload.owner,
      status,
      ...(kind === 'videos' &&
        status === 'PROCESSING_FAILED' && { processingFailureReason: 'The file is not a video LinkedIn can play' }),
      ...(status === 'AVAILABLE' && { downloadUrl: mediaOf(world, upload).url }),
    });
  });

export const mediaRoutes: readonly Route[] = (['images', 'documents', 'videos'] as const).flatMap((kind): Route[] => [
  { method: 'POST', path: `/rest/${kind}`, run: act(kind) },
  { method: 'GET', path: `/rest/${kind}/:urn`, run: show(kind) },
]);

export const uploadRoutes: readonly Route[] = [{ method: 'PUT', path: '/dms-uploads/:urn/:part', run: put }];
