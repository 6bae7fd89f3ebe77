import { z } from 'zod';
import { jsonReply } from '../body.ts';
import type { Route, SandboxCall, SandboxWorld } from '../platform.ts';
import { arrived, sniffed } from '../received.ts';
import type { JsonObject } from '../store.ts';
import { badParameter, missingObject, Refusal, type GraphFailure } from '../meta/graph-errors.ts';
import { metaId } from '../meta/ids.ts';
import type { Node } from '../meta/listing.ts';
import { pageIn, type SandboxPage } from '../meta/pages.ts';
import { checked, count, requestOf, textOf } from '../meta/parameters.ts';
import { asHolder, type MetaSession } from '../meta/session.ts';
import { facebook } from './accounts.ts';
import { multipartOf } from './photos.ts';
import { tooLong } from './posts.ts';

/** The largest chunk requested at once. */
const pieceBytes = 4 * 1024 * 1024;
const processingMs = 1000;
const limit = 4 * 1024 * 1024 * 1024;
const longest = 63_206;

const Upload = z.object({
  session: z.string(),
  video: z.string(),
  owner: z.string(),
  page: z.string(),
  size: z.number(),
  received: z.number(),
  type: z.string(),
  kind: z.enum(['video', 'reel', 'story']),
});
export type Upload = z.infer<typeof Upload>;

const badVideo: GraphFailure = {
  code: 352,
  subcode: 1363024,
  message: '(#352) Unsupported video file type',
  title: 'Unsupported Video Format',
  words: 'The format of the video you uploaded is not supported.',
};
export const brokenUpload: GraphFailure = {
  code: 6000,
  subcode: 1363037,
  message: '(#6000) There was a problem uploading your video file. Please try again with another file.',
};

const save = (world: SandboxWorld, upload: Upload): Promise<void> =>
  world.store.putRecord('FACEBOOK', 'video-upload', upload.video, upload);

/** A video this person has begun to upload. */
export const uploadOf = async ({ call, account }: MetaSession, video: string): Promise<Upload> => {
  const upload = Upload.safeParse(await call.world.store.record('FACEBOOK', 'video-upload', video)).data;
  if (upload?.owner !== account.nativeId) throw new Refusal(missingObject(call.request.method, video));
  return upload;
};

/** The fields of a video that is not published yet: its upload progress. */
export const pendingVideo = async (session: MetaSession, id: string): Promise<Node | undefined> => {
  const { store } = session.call.world;
  if (!(await store.record('FACEBOOK', 'video-upload', id)) || (await store.object('FACEBOOK', id))) return undefined;
  const { received: bytes, size, page } = await uploadOf(session, id);
  const whole = size > 0 && bytes === size;
  const phase = { status: whole ? 'complete' : bytes === 0 ? 'not_started' : 'in_progress', bytes_transfered: bytes };
  return {
    id,
    published: false,
    permalink_url: `/${page}/videos/${id}/`,
    status: { video_status: whole ? 'upload_complete' : 'uploading', uploading_phase: phase },
  };
};

const isVideo = (type: string | undefined): type is string => /^video\//.test(type ?? '');

/** Makes the uploaded video a post; it is processed for a second. */
const finished = async (
  session: MetaSession,
  {
    upload,
    page,
    words,
  }: Readonly<{ upload: Upload; page: SandboxPage; words: Readonly<{ text: string; title?: string | undefined }> }>,
  request: JsonObject,
): Promise<string> => {
  const { world } = session.call;
  if (words.text.length > longest) throw new Refusal(tooLong(longest));
  if (upload.received !== upload.size) throw new Refusal(brokenUpload);
  const postId = `${page.id}_${await metaId(world, '122')}`;
  const now = world.now();
  const { object } = await world.store.insertObject(
    {
      platform: 'FACEBOOK',
      nativeId: upload.video,
      accountNativeId: session.account.nativeId,
      kind: 'post',
      direction: 'made',
      parentNativeId: null,
      text: words.text,
      media: [{ type: upload.type, url: `${world.origin}/sandbox/facebook/video.xx.fbcdn.net/v/${upload.video}` }],
      request,
      createdAt: now.toISOString(),
      deletedAt: null,
      data: {
        page: page.id,
        video: upload.kind,
        story: postId,
        readyAt: new Date(now.getTime() + processingMs).toISOString(),
        ...(words.title !== undefined && { title: words.title }),
      },
    },
    { key: `video ${upload.video}` },
  );
  const story = String(object.data['story']);
  await world.store.putRecord('FACEBOOK', 'video-of-post', story, { video: object.nativeId });
  return story;
};

export const begun = async (
  session: MetaSession,
  page: SandboxPage,
  kind: Upload['kind'],
  size: number,
): Promise<Upload> => {
  const { world } = session.call;
  const upload: Upload = {
    session: await metaId(world, '7'),
    video: await metaId(world, '9'),
    owner: session.account.nativeId,
    page: page.id,
    size,
    received: 0,
    type: '',
    kind,
  };
  await save(world, upload);
  return upload;
};

const offsets = ({ size, received: from }: Upload) => ({
  start_offset: String(from),
  end_offset: String(Math.min(size, from + pieceBytes)),
});

const Start = z.strictObject({ upload_phase: z.literal('start'), file_size: count });
const Transfer = z.strictObject({
  upload_phase: z.literal('transfer'),
  upload_session_id: z.string(),
  start_offset: count,
});
const Finish = z.strictObject({
  upload_phase: z.literal('finish'),
  upload_session_id: z.string(),
  description: z.string().optional(),
  title: z.string().max(255).optional(),
});

const bySession = async (session: MetaSession, id: string): Promise<Upload> => {
  const link = await session.call.world.store.record('FACEBOOK', 'video-session', id);
  const upload = await uploadOf(session, String(link?.['video'] ?? id));
  return upload;
};

const start = async (session: MetaSession, page: SandboxPage): Promise<Response> => {
  const { file_size: size } = checked(Start, session.parameters);
  if (size === 0 || size > limit) throw new Refusal(badVideo);
  const upload = await begun(session, page, 'video', size);
  await session.call.world.store.putRecord('FACEBOOK', 'video-session', upload.session, { video: upload.video });
  return jsonReply(200, { video_id: upload.video, upload_session_id: upload.session, ...offsets(upload) });
};

const transfer = async (session: MetaSession): Promise<Response> => {
  const { fields, files } = await multipartOf(session.call);
  const { upload_session_id: id, start_offset: at } = checked(Transfer, fields);
  const upload = await bySession(session, id);
  const piece = files.find(({ name }) => name === 'video_file_chunk');
  if (piece && at !== upload.received) throw new Refusal({ ...brokenUpload, offsets: offsets(upload) });
  if (!piece || piece.bytes !== Math.min(pieceBytes, upload.size - at)) throw new Refusal(brokenUpload);
  const type = at === 0 ? sniffed(piece.head) : upload.type;
  if (!isVideo(type)) throw new Refusal(badVideo);
  const grown = { ...upload, received: at + piece.bytes, type };
  await save(session.call.world, grown);
  return jsonReply(200, offsets(grown));
};

const finish = async (session: MetaSession, page: SandboxPage): Promise<Response> => {
  const { upload_session_id: id, description = '', title } = checked(Finish, session.parameters);
  const upload = await bySession(session, id);
  await finished(session, { upload, page, words: { text: description, title } }, requestOf(session.parameters));
  return jsonReply(200, { success: true });
};

const isMultipart = ({ request }: SandboxCall): boolean =>
  (request.headers.get('content-type') ?? '').startsWith('multipart/');

const videos = (call: SandboxCall): Promise<Response> =>
  asHolder(
    call,
    facebook,
    async ({ parameters }) => ({
      operations: [parameters['upload_phase'] === 'finish' ? 'publish' : 'upload'],
      scope: ['pages_manage_posts'],
    }),
    async (session) => {
      const page = pageIn(session, call.params['page'] ?? '');
      if (isMultipart(call)) return transfer(session);
      const phase = textOf(session.parameters['upload_phase']);
      if (phase === 'start') return start(session, page);
      if (phase === 'finish') return finish(session, page);
      throw new Refusal(badParameter('Param upload_phase must be one of {start, transfer, finish, cancel}'));
    },
  );

const Reel = z.discriminatedUnion('upload_phase', [
  z.strictObject({ upload_phase: z.literal('START') }),
  z.strictObject({
    upload_phase: z.literal('FINISH'),
    video_id: z.string(),
    video_state: z.enum(['PUBLISHED', 'DRAFT', 'SCHEDULED']),
    description: z.string().optional(),
    title: z.string().max(255).optional(),
  }),
]);

const reels = (call: SandboxCall): Promise<Response> =>
  asHolder(
    call,
    facebook,
    async ({ parameters }) => ({
      operations: [parameters['upload_phase'] === 'FINISH' ? 'publish' : 'upload'],
      scope: ['pages_manage_posts'],
    }),
    async (session) => {
      const page = pageIn(session, call.params['page'] ?? '');
      const wanted = checked(Reel, session.parameters);
      if (wanted.upload_phase === 'START') {
        const { video } = await begun(session, page, 'reel', 0);
        const address = `rupload.facebook.com/video-upload/${call.params['version']}/${video}`;
        return jsonReply(200, { video_id: video, upload_url: `${call.world.origin}/sandbox/facebook/${address}` });
      }
      if (wanted.video_state !== 'PUBLISHED')
        throw new Refusal(badParameter('The sandbox publishes reels at once: video_state must be PUBLISHED'));
      const upload = await uploadOf(session, wanted.video_id);
      if (upload.size === 0) throw new Refusal(brokenUpload);
      const words = { text: wanted.description ?? '', title: wanted.title };
      const postId = await finished(session, { upload, page, words }, requestOf(session.parameters));
      return jsonReply(200, { success: true, post_id: postId });
    },
  );

/** The bytes of a reel, whole or from `offset` on. */
const rupload = (call: SandboxCall): Promise<Response> =>
  asHolder(call, facebook, { operations: ['upload'], scope: ['pages_manage_posts'] }, async (session) => {
    const upload = await uploadOf(session, call.params['video'] ?? '');
    const offset = Number(call.request.headers.get('offset') ?? NaN);
    const size = Number(call.request.headers.get('file_size') ?? NaN);
    if (offset !== upload.received || !Number.isInteger(size) || size <= 0 || size > limit)
      throw new Refusal(brokenUpload);
    const piece = await arrived(call.request.body);
    const type = offset === 0 ? sniffed(piece.head) : upload.type;
    if (!isVideo(type)) throw new Refusal(badVideo);
    await save(call.world, { ...upload, size, received: offset + piece.bytes, type });
    return jsonReply(200, { success: true });
  });

const video = 'graph-video.facebook.com';

export const videoRoutes: readonly Route[] = [
  { method: 'POST', host: video, path: '/:version/:page/videos', run: videos },
  { method: 'POST', host: 'graph.facebook.com', path: '/:version/:page/video_reels', run: reels },
  { method: 'POST', host: 'rupload.facebook.com', path: '/video-upload/:version/:video', run: rupload },
];
