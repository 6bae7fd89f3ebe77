import { z } from 'zod';
import { jsonBody, objectOf } from '../body.ts';
import { faultsOfTheLastBytes, faultsOfTheStart, underFaults } from '../faults.ts';
import { givenMedia } from '../meta/given-media.ts';
import type { Route, SandboxCall } from '../platform.ts';
import { received, sniffed } from '../received.ts';
import type { SandboxMedia } from '../store.ts';
import { avatarOf, maxVideoSeconds, privacyLevels } from './accounts.ts';
import { error, invalid, nativeFaults, ok } from './answers.ts';
import { begin, publishingOf, save, settle, type Publishing } from './publishings.ts';
import { asUser, type TiktokSession } from './session.ts';

const scope = 'video.publish';
const megabyte = 1024 * 1024;

const creatorInfo = (call: SandboxCall): Promise<Response> =>
  asUser(call, { operation: 'list', scope }, async ({ account }) =>
    ok({
      creator_avatar_url: avatarOf(account),
      creator_username: account.username,
      creator_nickname: account.displayName,
      privacy_level_options: [...privacyLevels],
      comment_disabled: account.data['commentDisabled'] === true,
      duet_disabled: account.data['duetDisabled'] === true,
      stitch_disabled: account.data['stitchDisabled'] === true,
      max_video_post_duration_sec: maxVideoSeconds,
    }),
  );

const shared = {
  privacy_level: z.enum(['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY']),
  disable_comment: z.boolean().optional(),
  brand_content_toggle: z.boolean().optional(),
  brand_organic_toggle: z.boolean().optional(),
};

/** TikTok docs: "Direct Post". */
const VideoInit = z.strictObject({
  post_info: z.strictObject({
    ...shared,
    title: z.string().max(2200).optional(),
    disable_duet: z.boolean().optional(),
    disable_stitch: z.boolean().optional(),
    video_cover_timestamp_ms: z.int().min(0).optional(),
    is_aigc: z.boolean().optional(),
  }),
  source_info: z.strictObject({
    source: z.literal('FILE_UPLOAD'),
    video_size: z.int().positive(),
    chunk_size: z.int().positive(),
    total_chunk_count: z.int().positive().max(1000),
  }),
});

/** TikTok docs: "Photo Post". */
const PhotoInit = z.strictObject({
  media_type: z.literal('PHOTO'),
  post_mode: z.literal('DIRECT_POST'),
  post_info: z.strictObject({
    ...shared,
    title: z.string().max(90).optional(),
    description: z.string().max(4000).optional(),
    auto_add_music: z.boolean().optional(),
  }),
  source_info: z.strictObject({
    source: z.literal('PULL_FROM_URL'),
    photo_cover_index: z.int().min(0),
    photo_images: z.array(z.string()).min(1).max(35),
  }),
});

const reported = ({ issues }: z.ZodError): Response => {
  const issue = issues[0];
  return invalid(`${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'invalid'}`);
};

type Info = Readonly<{ privacy_level: string; brand_content_toggle?: boolean | undefined }>;

const forbiddenBy = ({ privacy_level: level, brand_content_toggle: branded }: Info): Response | undefined => {
  if (!privacyLevels.some((one) => one === level))
    return error(403, 'privacy_level_option_mismatch', 'The privacy level is not one of the creator’s options.');
  return branded && level === 'SELF_ONLY' ? invalid('Branded content visibility cannot be set to private.') : undefined;
};

/**
 * TikTok docs, "Media transfer guide": parts of 5 to 64 MB, the last one with the rest; a small
 * file in one part.
 */
const badLayout = (size: number, chunk: number, count: number): boolean => {
  const whole = chunk === size && count === 1;
  if (size < 5_000_000) return !whole;
  const fits = chunk >= 5_000_000 && chunk <= 64 * megabyte && chunk <= size;
  return !fits || count !== Math.floor(size / chunk);
};

const initVideo = async ({ account, call }: TiktokSession, failReason: string | null): Promise<Response> => {
  const { world, request } = call;
  const json = objectOf(await jsonBody(request).catch(() => undefined));
  const parsed = VideoInit.safeParse(json);
  if (!parsed.success) return reported(parsed.error);
  const { post_info: info, source_info: source } = parsed.data;
  const refused = forbiddenBy(info);
  if (refused) return refused;
  const { video_size: size, chunk_size: chunk, total_chunk_count: chunks } = source;
  if (size > 4096 * megabyte) return invalid('The video is larger than 4 GB');
  if (badLayout(size, chunk, chunks)) return invalid('The total chunk count is invalid');
  const about = { kind: 'video', text: info.title ?? '', privacy: info.privacy_level } as const;
  const publishing = begin(world, account, { ...about, size, chunk, chunks, failReason }, json ?? {});
  await save(world, publishing);
  const query = new URLSearchParams({ upload_id: publishing.id, upload_token: publishing.uploadToken });
  const uploadUrl = `${world.origin}/sandbox/tiktok/open-upload.tiktokapis.com/upload?${query.toString()}`;
  return ok({ publish_id: publishing.id, upload_url: uploadUrl });
};

const initPhotos = async ({ account, call }: TiktokSession, failed: string | null): Promise<Response> => {
  const { world, request } = call;
  const json = objectOf(await jsonBody(request).catch(() => undefined));
  const parsed = PhotoInit.safeParse(json);
  if (!parsed.success) return reported(parsed.error);
  const { post_info: info, source_info: source } = parsed.data;
  const refused = forbiddenBy(info);
  if (refused) return refused;
  if (source.photo_cover_index >= source.photo_images.length) return invalid('photo_cover_index is out of range');
  const media: SandboxMedia[] = [];
  let failReason = failed;
  for (const address of source.photo_images) {
    const given = await givenMedia(world, address, 'image/jpeg');
    if (given === 'malformed')
      return error(403, 'url_ownership_unverified', 'Please review our URL ownership verification rules.');
    if (given === 'unreachable') failReason ??= 'photo_pull_failed';
    else if (given.type !== 'image/jpeg' && given.type !== 'image/webp') failReason ??= 'file_format_check_failed';
    else if ((given.bytes ?? 0) > 20 * megabyte) failReason ??= 'picture_size_check_failed';
    else media.push({ type: given.type, url: given.url });
  }
  const text = info.description ?? info.title ?? '';
  const about = { kind: 'photo', text, privacy: info.privacy_level, size: 0, chunk: 0, chunks: 0 } as const;
  const publishing = begin(world, account, { ...about, failReason }, json ?? {});
  await settle(world, publishing, media);
  return ok({ publish_id: publishing.id });
};

const videos = (call: SandboxCall): Promise<Response> =>
  asUser(
    call,
    {
      operation: 'publish',
      scope,
      kinds: faultsOfTheStart,
      native: (session) => ({ media_rejected: () => initVideo(session, 'file_format_check_failed') }),
    },
    (session) => initVideo(session, null),
  );

const photos = (call: SandboxCall): Promise<Response> =>
  asUser(
    call,
    {
      operation: 'publish',
      scope,
      native: (session) => ({ media_rejected: () => initPhotos(session, 'file_format_check_failed') }),
    },
    (session) => initPhotos(session, null),
  );

const take = async (call: SandboxCall, publishing: Publishing, start: number, end: number): Promise<Response> => {
  const { world, request } = call;
  const { size, chunk, chunks, uploaded } = publishing;
  const index = start / chunk;
  const expected = index === chunks - 1 ? size : start + chunk;
  if (start !== uploaded || !Number.isInteger(index) || end + 1 !== expected)
    return new Response(null, {
      status: 416,
      headers: { 'content-range': `bytes 0-${Math.max(0, uploaded - 1)}/${size}` },
    });
  const { bytes, head } = await received(request.body);
  if (bytes !== end + 1 - start) return error(400, 'invalid_file_upload', 'The body is not as long as its range');
  const type = start === 0 ? (sniffed(head) ?? 'application/octet-stream') : publishing.type;
  const playable = ['video/mp4', 'video/quicktime', 'video/webm'].includes(type);
  const failReason = publishing.failReason ?? (playable ? null : 'file_format_check_failed');
  const taken = { ...publishing, uploaded: end + 1, type, failReason };
  const headers = { 'content-range': `bytes 0-${end}/${size}` };
  if (end + 1 < size) {
    await save(world, taken);
    return new Response(null, { status: 206, headers });
  }
  const url = `${world.origin}/sandbox/tiktok/v16m.tiktokcdn.com/${encodeURIComponent(publishing.id)}`;
  await settle(world, taken, [{ type, url }]);
  return new Response(null, { status: 201, headers });
};

const upload = async (call: SandboxCall): Promise<Response> => {
  const { world, url, request } = call;
  const publishing = await publishingOf(world, url.searchParams.get('upload_id') ?? '');
  if (!publishing || publishing.uploadToken !== url.searchParams.get('upload_token'))
    return new Response(null, { status: 403 });
  if (Date.parse(publishing.uploadEndsAt) <= world.now().getTime() || publishing.readyAt !== null)
    return new Response(null, { status: 404 });
  const account = await world.store.account('TIKTOK', publishing.account);
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(request.headers.get('content-range') ?? '');
  if (!account || !range || Number(range[3]) !== publishing.size) return new Response(null, { status: 400 });
  const [start, end] = [Number(range[1]), Number(range[2])];
  const isLast = end + 1 === publishing.size;
  const native = {
    ...nativeFaults(),
    media_rejected: () => take(call, { ...publishing, failReason: 'file_format_check_failed' }, start, end),
  };
  return underFaults(world, { operation: 'upload', account, native }, () =>
    isLast
      ? underFaults(world, { operation: 'publish', account, native, kinds: faultsOfTheLastBytes }, () =>
          take(call, publishing, start, end),
        )
      : take(call, publishing, start, end),
  );
};

const StatusFetch = z.strictObject({ publish_id: z.string() });

const status = (call: SandboxCall): Promise<Response> =>
  asUser(call, { operation: 'list', scope }, async ({ account }) => {
    const { world, request } = call;
    const body = StatusFetch.safeParse(await jsonBody(request).catch(() => undefined));
    if (!body.success) return reported(body.error);
    const publishing = await publishingOf(world, body.data.publish_id);
    if (!publishing) return error(400, 'invalid_publish_id', 'The publish_id does not exist');
    if (publishing.account !== account.nativeId)
      return error(400, 'token_not_authorized_for_specified_publish_id', 'The publish_id is another creator’s');
    const { readyAt, failReason, nativeId, kind, uploaded } = publishing;
    const done = readyAt !== null && Date.parse(readyAt) <= world.now().getTime();
    const bytes = kind === 'video' ? { uploaded_bytes: uploaded } : { downloaded_bytes: 0 };
    if (!done) return ok({ status: kind === 'video' ? 'PROCESSING_UPLOAD' : 'PROCESSING_DOWNLOAD', ...bytes });
    if (failReason !== null) return ok({ status: 'FAILED', fail_reason: failReason, ...bytes });
    const reply = ok({ status: 'PUBLISH_COMPLETE', ...bytes, publicaly_available_post_id: ['@'] });
    // TikTok writes these ids as numbers, longer than a JSON number in JavaScript can hold.
    const ids = nativeId !== null && nativeId !== publishing.id ? nativeId : '';
    return new Response((await reply.text()).replace('"@"', ids), reply);
  });

export const postingRoutes: readonly Route[] = [
  { method: 'POST', path: '/v2/post/publish/creator_info/query', run: creatorInfo },
  { method: 'POST', path: '/v2/post/publish/video/init', run: videos },
  { method: 'POST', path: '/v2/post/publish/content/init', run: photos },
  { method: 'POST', path: '/v2/post/publish/status/fetch', run: status },
  { method: 'PUT', path: '/upload', host: 'open-upload.tiktokapis.com', run: upload },
];
