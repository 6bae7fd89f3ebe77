import { z } from 'zod';
import { jsonReply } from '../body.ts';
import type { Route, SandboxCall } from '../platform.ts';
import type { SandboxMedia } from '../store.ts';
import { badParameter, Refusal } from '../meta/graph-errors.ts';
import { metaId } from '../meta/ids.ts';
import { listed } from '../meta/listing.ts';
import { pageIn, type SandboxPage } from '../meta/pages.ts';
import { checked, requestOf } from '../meta/parameters.ts';
import { asHolder, type MetaSession } from '../meta/session.ts';
import { facebook } from './accounts.ts';
import { photoOf } from './photos.ts';
import { begun, brokenUpload, uploadOf } from './videos.ts';

const dayMs = 24 * 3600_000;

/** Makes an upload a story. One upload serves one story, ever (Meta: "Facebook Stories API", limitations). */
const reported = async (
  session: MetaSession,
  page: SandboxPage,
  mediaId: string,
  media: SandboxMedia,
): Promise<Response> => {
  const { call, account, parameters } = session;
  const { world } = call;
  const nativeId = await metaId(world, '122');
  const { inserted } = await world.store.insertObject(
    {
      platform: 'FACEBOOK',
      nativeId,
      accountNativeId: account.nativeId,
      kind: 'post',
      direction: 'made',
      parentNativeId: null,
      text: '',
      media: [media],
      request: requestOf(parameters),
      createdAt: world.now().toISOString(),
      deletedAt: null,
      data: { page: page.id, placement: 'STORY', mediaId },
    },
    { key: `story ${mediaId}` },
  );
  if (!inserted) throw new Refusal(badParameter('The media has been published already'));
  return jsonReply(200, { success: true, post_id: nativeId });
};

const PhotoStory = z.strictObject({ photo_id: z.string().regex(/^\d+$/) });

const photoStory = (call: SandboxCall): Promise<Response> =>
  asHolder(call, facebook, { operations: ['publish'], scope: ['pages_manage_posts'] }, async (session) => {
    const page = pageIn(session, call.params['page'] ?? '');
    const { photo_id: id } = checked(PhotoStory, session.parameters);
    const photo = await photoOf(call.world, session.account.nativeId, id);
    if (!photo) throw new Refusal(badParameter(`Invalid parameter: photo_id ${id}`));
    return reported(session, page, id, { type: photo.type, url: photo.url });
  });

const VideoStory = z.discriminatedUnion('upload_phase', [
  z.strictObject({ upload_phase: z.literal('start') }),
  z.strictObject({ upload_phase: z.literal('finish'), video_id: z.string() }),
]);

const videoStory = (call: SandboxCall): Promise<Response> =>
  asHolder(
    call,
    facebook,
    async ({ parameters }) => ({
      operations: [parameters['upload_phase'] === 'finish' ? 'publish' : 'upload'],
      scope: ['pages_manage_posts'],
    }),
    async (session) => {
      const { world } = call;
      const page = pageIn(session, call.params['page'] ?? '');
      const wanted = checked(VideoStory, session.parameters);
      if (wanted.upload_phase === 'start') {
        const { video } = await begun(session, page, 'story', 0);
        const address = `rupload.facebook.com/video-upload/${call.params['version']}/${video}`;
        return jsonReply(200, { video_id: video, upload_url: `${world.origin}/sandbox/facebook/${address}` });
      }
      const upload = await uploadOf(session, wanted.video_id);
      if (upload.size === 0 || upload.received !== upload.size || upload.kind !== 'story')
        throw new Refusal(brokenUpload);
      const url = `${world.origin}/sandbox/facebook/video.xx.fbcdn.net/v/${upload.video}`;
      return reported(session, page, upload.video, { type: upload.type, url });
    },
  );

/** The Page's stories of the last day; the sandbox's Pages keep no archive. */
const stories = (call: SandboxCall): Promise<Response> =>
  asHolder(call, facebook, { operations: ['list'], scope: ['pages_read_engagement'] }, async (session) => {
    const page = pageIn(session, call.params['page'] ?? '');
    const oldest = call.world.now().getTime() - dayMs;
    return listed(session, {
      type: 'Stories',
      standard: ['post_id', 'status', 'creation_time', 'media_type', 'media_id', 'url'],
      query: { accountNativeId: session.account.nativeId, direction: 'made', kinds: ['post'] },
      keep: ({ data, createdAt }) =>
        data['page'] === page.id && data['placement'] === 'STORY' && Date.parse(createdAt) > oldest,
      node: ({ nativeId, createdAt, media, data }) => ({
        post_id: nativeId,
        status: 'PUBLISHED',
        creation_time: String(Math.floor(Date.parse(createdAt) / 1000)),
        media_type: media[0]?.type.startsWith('video/') ? 'video' : 'photo',
        media_id: String(data['mediaId']),
        url: `https://facebook.com/stories/${page.id}/${nativeId}`,
      }),
    });
  });

const host = 'graph.facebook.com';

export const storyRoutes: readonly Route[] = [
  { method: 'POST', host, path: '/:version/:page/photo_stories', run: photoStory },
  { method: 'POST', host, path: '/:version/:page/video_stories', run: videoStory },
  { method: 'GET', host, path: '/:version/:page/stories', run: stories },
];
