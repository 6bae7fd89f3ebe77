import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type {
  Found,
  FindRequest,
  NativeObject,
  PublishRun,
  Rendered,
  RunContext,
} from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { addressOf } from '../meta/nodes.ts';
import { shaped } from '../shape.ts';
import { sendName } from '../thread.ts';
import type { ActingPage } from './api.ts';
import { forgetVideo, photoStep, uploadPhoto, uploadShort, videoStep } from './media.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const id = z.union([z.string(), z.number()]).transform(String);
const Finished = z.object({ success: z.boolean(), post_id: id });
const Stories = z.object({ data: z.array(z.object({ post_id: id, media_id: id, url: z.string().optional() })) });

const dayMs = 24 * 3600_000;

const objectOf = (postId: string, url: string | undefined): NativeObject => ({
  nativeId: postId,
  kind: 'post',
  ...defined({ url }),
});

/** Whether a published object is a story: those have neither comments nor figures. */
export const isStory = ({ url }: NativeObject): boolean => url?.includes('/stories/') === true;

/** The story an upload became. Every upload serves one story only, so there is no mistaking it. */
const seekStory = async (page: ActingPage, mediaId: string): Promise<NativeObject | undefined> => {
  const parameters = { fields: 'post_id,media_id,url', limit: 100 };
  const reply = await page.call({ method: 'GET', path: `${page.id}/stories`, parameters, effect: 'read' });
  const story = shaped(Stories, reply, 'read').data.find(({ media_id: each }) => each === mediaId);
  return story && objectOf(story.post_id, story.url);
};

/** Publishes one picture or video as a story of the Page (Meta: "Facebook Stories API"). A story carries no text. */
export const publishStory = async (
  tools: PlatformTools,
  page: ActingPage,
  { media }: Rendered,
  run: PublishRun,
): Promise<NativeObject> => {
  const [file, ...others] = media;
  if (!file) throw new PlatformError('refused', 'MEDIA_REQUIRED', 'a story needs a picture or a video');
  if (others.length > 0) throw new PlatformError('refused', 'MEDIA_REJECTED', 'a story is one picture or one video');
  const isVideo = file.contentType.startsWith('video/');
  const mediaId = isVideo
    ? await uploadShort(tools, { page, edge: 'video_stories', file }, run)
    : await uploadPhoto(page, file, 0, run);
  const call = isVideo
    ? { path: `${page.id}/video_stories`, parameters: { upload_phase: 'finish', video_id: mediaId } }
    : { path: `${page.id}/photo_stories`, parameters: { photo_id: mediaId } };
  return run.send(sendName(1), async () => {
    try {
      const reported = shaped(Finished, await page.call({ ...call, method: 'POST', effect: 'send' }), 'send');
      const url = await addressOf(async () => (await seekStory(page, mediaId))?.url);
      return objectOf(reported.post_id, url);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.kind !== 'refused') throw error;
      // Meta refuses an upload that has been published: where it is this very story, an earlier
      // attempt has published it.
      const standing = await seekStory(page, mediaId);
      if (standing) return standing;
      await (isVideo ? forgetVideo(run) : run.forget(photoStep(0)));
      throw error;
    }
  });
};

/** What became of a story whose answer was lost. Once its day is over Meta lists it only where the Page keeps an archive. */
export const findStory = async (page: ActingPage, request: FindRequest, context: RunContext): Promise<Found> => {
  const mediaId = request.remembered(videoStep) ?? request.remembered(photoStep(0));
  const story = mediaId === undefined ? undefined : await seekStory(page, mediaId);
  if (story) return { outcome: 'published', object: story };
  if (context.now().getTime() - Date.parse(request.sentAt) < dayMs) return { outcome: 'not_published' };
  return {
    outcome: 'cannot_tell',
    forGood: true,
    message: 'A story of yesterday has expired, whether or not it existed.',
  };
};
