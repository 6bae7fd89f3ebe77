import { z } from 'zod';
import { AnyObject, jsonBody, jsonReply, objectOf } from '../body.ts';
import { faultsOfTheLastBytes, faultsOfTheStart, underFaults } from '../faults.ts';
import { newSecret } from '../grants.ts';
import type { Route, SandboxCall, SandboxWorld } from '../platform.ts';
import { received, sniffed } from '../received.ts';
import type { SandboxAccount } from '../store.ts';
import { newVideoId } from './accounts.ts';
import { error, forbidden, invalid, nativeFaults, videoNotFound } from './answers.ts';
import { asChannel, uploading, type YoutubeSession } from './session.ts';

const granule = 256 * 1024;
const sessionDays = 7;
const processingMs = 1000;

const plain = z.string().regex(/^[^<>]*$/);

/** YouTube Data API: the videos resource, as far as it can be inserted. */
const Insert = z.strictObject({
  snippet: z.strictObject({
    title: plain.trim().min(1).max(100),
    description: plain.optional(),
    tags: z.array(plain.min(1)).optional(),
    categoryId: z
      .string()
      .regex(/^\d{1,3}$/)
      .optional(),
    defaultLanguage: z.string().optional(),
  }),
  status: z.strictObject({
    privacyStatus: z.enum(['public', 'unlisted', 'private']),
    selfDeclaredMadeForKids: z.boolean().optional(),
    embeddable: z.boolean().optional(),
    license: z.enum(['youtube', 'creativeCommon']).optional(),
    containsSyntheticMedia: z.boolean().optional(),
    publishAt: z.iso.datetime().optional(),
  }),
});

const Session = z.object({
  id: z.string(),
  account: z.string(),
  size: z.number(),
  got: z.number(),
  type: z.string(),
  request: AnyObject,
  /** The result of YouTube's processing: null for a success. */
  fails: z.object({ uploadStatus: z.string(), reason: z.string() }).nullable(),
  videoId: z.string().nullable(),
  endsAt: z.string(),
});
type Session = z.infer<typeof Session>;

const save = (world: SandboxWorld, session: Session): Promise<void> =>
  world.store.putRecord('YOUTUBE', 'session', session.id, session);

const reasonOf: Readonly<Record<string, string>> = {
  title: 'invalidTitle',
  description: 'invalidDescription',
  tags: 'invalidTags',
  categoryId: 'invalidCategoryId',
  publishAt: 'invalidPublishAt',
};

const badMetadata = (path: readonly PropertyKey[]): Response => {
  const reason = reasonOf[String(path[1] ?? '')] ?? 'invalidVideoMetadata';
  return invalid(reason, `The request metadata specifies an invalid video ${String(path[1] ?? 'resource')}.`);
};

const begun = async ({ account, call }: YoutubeSession, fails: Session['fails']): Promise<Response> => {
  const { world, request, url } = call;
  const json = objectOf(await jsonBody(request).catch(() => undefined));
  const query = url.searchParams;
  if (query.get('uploadType') !== 'resumable' || query.get('part') !== 'snippet,status')
    return invalid('badRequest', 'uploadType=resumable and part=snippet,status are simulated');
  const parsed = Insert.safeParse(json);
  if (!parsed.success) return badMetadata(parsed.error.issues[0]?.path ?? []);
  const { description = '', tags = [] } = parsed.data.snippet;
  if (Buffer.byteLength(description) > 5000) return badMetadata(['snippet', 'description']);
  if (tags.join(',').length > 500) return badMetadata(['snippet', 'tags']);
  const type = request.headers.get('x-upload-content-type') ?? '';
  const size = Number(request.headers.get('x-upload-content-length'));
  if (!/^(video\/|application\/octet-stream)/.test(type))
    return invalid(
      'badContent',
      `Media type '${type}' is not supported. Valid media types: [video/*, application/octet-stream]`,
    );
  if (!(size > 0) || size > 256 * 1024 ** 3) return invalid('mediaBodyRequired', 'The size of the video is missing.');
  const session: Session = {
    id: newSecret(48),
    account: account.nativeId,
    size,
    got: 0,
    type: 'application/octet-stream',
    request: json ?? {},
    fails,
    videoId: null,
    endsAt: new Date(world.now().getTime() + sessionDays * 86_400_000).toISOString(),
  };
  await save(world, session);
  const address = new URLSearchParams({ uploadType: 'resumable', part: 'snippet,status', upload_id: session.id });
  const location = `${world.origin}/sandbox/youtube/www.googleapis.com/upload/youtube/v3/videos?${address.toString()}`;
  return new Response(null, { status: 200, headers: { location, 'x-guploader-uploadid': session.id } });
};

/** YouTube detects duplicates and broken files only after the bytes have arrived. */
const begin = (call: SandboxCall): Promise<Response> =>
  asChannel(
    call,
    {
      operation: 'publish',
      scopes: uploading,
      kinds: faultsOfTheStart,
      native: (session) => ({
        duplicate: () => begun(session, { uploadStatus: 'rejected', reason: 'duplicate' }),
        media_rejected: () => begun(session, { uploadStatus: 'failed', reason: 'invalidFile' }),
      }),
    },
    (session) => begun(session, null),
  );

/** A video that YouTube rejected: only its status is known. */
export const Broken = z.object({ uploadStatus: z.string(), reason: z.string(), readyAt: z.string() });

const inserted = (session: Session): Response => {
  const { snippet, status } = Insert.parse(session.request);
  return jsonReply(200, {
    kind: 'youtube#video',
    id: session.videoId,
    snippet: { title: snippet.title, description: snippet.description ?? '' },
    status: { uploadStatus: 'uploaded', privacyStatus: status.privacyStatus },
  });
};

/**
 * The last byte has arrived: the video exists. One session makes one video, even when the sandbox
 * died before it recorded the result.
 */
const complete = async (world: SandboxWorld, session: Session): Promise<Response> => {
  const newId = newVideoId();
  const now = world.now();
  const readyAt = new Date(now.getTime() + processingMs).toISOString();
  if (session.fails) {
    const broken = { ...session, videoId: newId };
    await world.store.putRecord('YOUTUBE', 'broken', newId, { ...session.fails, readyAt });
    await save(world, broken);
    return inserted(broken);
  }
  const { snippet, status } = Insert.parse(session.request);
  const { object } = await world.store.insertObject(
    {
      platform: 'YOUTUBE',
      nativeId: newId,
      accountNativeId: session.account,
      kind: 'post',
      direction: 'made',
      parentNativeId: null,
      text: snippet.description ?? '',
      media: [{ type: session.type, url: `${world.origin}/sandbox/youtube/www.youtube.com/watch?v=${newId}` }],
      request: session.request,
      createdAt: now.toISOString(),
      deletedAt: null,
      data: { title: snippet.title, privacyStatus: status.privacyStatus, readyAt },
    },
    { key: `session ${session.id}` },
  );
  const done = { ...session, videoId: object.nativeId };
  await save(world, done);
  return inserted(done);
};

const unfinished = (session: Session): Response =>
  new Response(null, { status: 308, headers: session.got > 0 ? { range: `bytes=0-${session.got - 1}` } : {} });

const take = async (call: SandboxCall, session: Session, start: number, end: number): Promise<Response> => {
  const { world, request } = call;
  const isLast = end + 1 === session.size;
  if (start !== session.got) return unfinished(session);
  if (!isLast && (end + 1 - start) % granule !== 0)
    return error(400, 'badRequest', 'The chunk size must be a multiple of 256 KiB', 'global');
  const { bytes, head } = await received(request.body);
  if (bytes !== end + 1 - start) return error(400, 'badRequest', 'The body is not as long as its range', 'global');
  const type = start === 0 ? (sniffed(head) ?? 'application/octet-stream') : session.type;
  const fails = session.fails ?? (type.startsWith('video/') ? null : { uploadStatus: 'failed', reason: 'invalidFile' });
  const taken = { ...session, got: end + 1, type, fails };
  if (isLast) return complete(world, taken);
  await save(world, taken);
  return unfinished(taken);
};

const broken = (session: Session): Session => ({
  ...session,
  fails: { uploadStatus: 'failed', reason: 'invalidFile' },
});

const put = async (call: SandboxCall): Promise<Response> => {
  const { world, url, request } = call;
  const id = url.searchParams.get('upload_id') ?? '';
  const session = Session.safeParse(await world.store.record('YOUTUBE', 'session', id)).data;
  const account: SandboxAccount | undefined = session && (await world.store.account('YOUTUBE', session.account));
  if (!session || !account || Date.parse(session.endsAt) <= world.now().getTime())
    return new Response('Not Found', { status: 404 });
  const given = request.headers.get('content-range') ?? '';
  if (given === `bytes */${session.size}`) return session.videoId === null ? unfinished(session) : inserted(session);
  if (session.videoId !== null) return inserted(session);
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(given);
  if (!range || Number(range[3]) !== session.size)
    return error(400, 'badRequest', `Failed to parse Content-Range header: ${given}`, 'global');
  const [start, end] = [Number(range[1]), Number(range[2])];
  const native = { ...nativeFaults(), media_rejected: () => take(call, broken(session), start, end) };
  return underFaults(world, { operation: 'upload', account, native }, () =>
    end + 1 === session.size
      ? underFaults(world, { operation: 'publish', account, native, kinds: faultsOfTheLastBytes }, () =>
          take(call, session, start, end),
        )
      : take(call, session, start, end),
  );
};

const thumbnailTypes = new Set(['image/jpeg', 'image/png']);

const thumbnail = (call: SandboxCall): Promise<Response> =>
  asChannel(call, { operation: 'upload', scopes: uploading }, async ({ account }) => {
    const { world, url, request } = call;
    if (url.searchParams.get('uploadType') !== 'media')
      return invalid('badRequest', 'The uploadType of the request is missing.');
    const video = await world.store.object('YOUTUBE', url.searchParams.get('videoId') ?? '');
    if (!video || video.deletedAt !== null) return videoNotFound();
    if (video.accountNativeId !== account.nativeId) return forbidden();
    const { bytes, head } = await received(request.body);
    const type = sniffed(head) ?? '';
    if (bytes > 2 * 1024 * 1024) return error(413, 'uploadTooLarge', 'The thumbnail is too large', 'global');
    if (!thumbnailTypes.has(type)) return invalid('invalidImage', 'The provided image content is invalid.');
    await world.store.changeObject('YOUTUBE', video.nativeId, { data: { ...video.data, thumbnail: type } });
    return jsonReply(200, { kind: 'youtube#thumbnailSetResponse', items: [{}] });
  });

export const uploadRoutes: readonly Route[] = [
  { method: 'POST', path: '/upload/youtube/v3/videos', run: begin },
  { method: 'PUT', path: '/upload/youtube/v3/videos', run: put },
  { method: 'POST', path: '/upload/youtube/v3/thumbnails/set', run: thumbnail },
];
