import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type {
  Found,
  FindRequest,
  FindContext,
  NativeObject,
  Publisher,
  PublishRun,
  Rendered,
  RunContext,
} from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { unlessTaken } from '../candidates.ts';
import { Done, Made, removeNode } from '../meta/nodes.ts';
import { removeEach } from '../removal.ts';
import { shaped } from '../shape.ts';
import { sendName } from '../thread.ts';
import { actingPage, type ActingPage } from './api.ts';
import { forgetVideo, photoStep, uploadPhoto, uploadShort, uploadVideo, videoStep } from './media.ts';
import { findStory, isStory, publishStory } from './stories.ts';
import { postUrl, seekComment, seekPost } from './timeline.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

/** The options of a person per post (the `FACEBOOK` fields of `platformMetadata`). */
const Metadata = z.object({
  link: z.string().optional().catch(undefined),
  title: z.string().optional().catch(undefined),
  altText: z.string().optional().catch(undefined),
});

const post = sendName(1);

/** Meta's refusals of a duplicate post: the same text again (506), the same photos (1366051). */
const isRepeat = (error: unknown): boolean =>
  error instanceof PlatformError && /^506\b|\/1366051$/.test(error.platformCode ?? '');

/** Unpublished photos last about a day: expired ones are uploaded again at the next attempt. */
const forgetPhotos = async (error: unknown, photos: number, run: PublishRun): Promise<never> => {
  const lost = error instanceof PlatformError && error.kind === 'refused' && /^100\b/.test(error.platformCode ?? '');
  for (let index = 0; lost && index < photos; index += 1) await run.forget(photoStep(index));
  throw error;
};

const publishFeed = async (page: ActingPage, rendered: Rendered, run: PublishRun): Promise<NativeObject> => {
  const { link, altText } = Metadata.parse(rendered.metadata);
  const photos: string[] = [];
  for (const [index, file] of rendered.media.entries()) {
    const described = index === 0 && altText !== undefined ? { ...file, altText } : file;
    photos.push(await uploadPhoto(page, described, index, run));
  }
  const parameters = {
    ...(rendered.text !== '' && { message: rendered.text }),
    // A post with photos has no link card; Meta refuses the two together.
    ...(link !== undefined && photos.length === 0 && { link }),
    ...(photos.length > 0 && { attached_media: photos.map((id) => ({ media_fbid: id })) }),
  };
  return run.send(post, async (_key, { again }) => {
    try {
      const reply = await page.call({ method: 'POST', path: `${page.id}/feed`, parameters, effect: 'send' });
      const { id } = shaped(Made, reply, 'send');
      return { nativeId: id, url: postUrl(id), kind: 'post' };
    } catch (error) {
      if (!isRepeat(error)) return forgetPhotos(error, photos.length, run);
      if (!again) throw error;
      // Made since this intent began and no other post's, it is the very one an earlier try sent.
      const mayBeIt = unlessTaken([], run);
      const found = await seekPost(page, { text: rendered.text, since: run.startedAt, mayBeIt });
      if (found === undefined || found === 'too many') throw error;
      return found;
    }
  });
};

const Status = z.object({
  status: z.object({ video_status: z.string() }).optional(),
  published: z.boolean().optional(),
  permalink_url: z.string().optional(),
});

const videoOf = async (page: ActingPage, id: string) => {
  const parameters = { fields: 'status,published,permalink_url' };
  return shaped(Status, await page.call({ method: 'GET', path: id, parameters, effect: 'read' }), 'read');
};

const processingLimitMs = 60_000;
const pollMs = 2000;

const addressIn = ({ permalink_url: path }: z.infer<typeof Status>): string | undefined =>
  path === undefined ? undefined : new URL(path, 'https://www.facebook.com').toString();

/** Waits a while for the processing: a video that fails it never appears, one that takes longer appears by itself. */
const processed = async (page: ActingPage, id: string, run: PublishRun): Promise<string | undefined> => {
  const giveUp = run.now().getTime() + processingLimitMs;
  for (;;) {
    const video = await videoOf(page, id);
    const state = video.status?.video_status;
    if (state === 'error')
      throw new PlatformError('refused', 'MEDIA_REJECTED', 'Facebook could not process the video', {
        platformCode: 'error',
      });
    if (state === 'ready' || run.now().getTime() >= giveUp) return addressIn(video);
    await run.wait(pollMs);
  }
};

/** The finished video's address. Only a failed processing is a failure here: the call before has published it. */
const settled = async (page: ActingPage, id: string, run: PublishRun): Promise<string | undefined> => {
  try {
    return await processed(page, id, run);
  } catch (error) {
    if (error instanceof PlatformError && error.code !== 'MEDIA_REJECTED') return undefined;
    throw error;
  }
};

const publishVideo = async (
  tools: PlatformTools,
  page: ActingPage,
  rendered: Rendered,
  run: PublishRun,
): Promise<NativeObject> => {
  const [file] = rendered.media;
  if (!file) throw new PlatformError('refused', 'MEDIA_REQUIRED', 'a video post needs a video');
  const { title } = Metadata.parse(rendered.metadata);
  const words = { ...(rendered.text !== '' && { description: rendered.text }), ...defined({ title }) };
  const isReel = rendered.contentType === 'REEL';
  const remembered = isReel
    ? await uploadShort(tools, { page, edge: 'video_reels', file }, run)
    : await uploadVideo(page, file, run);
  const [first = '', id = first] = remembered.split(' ');
  const finish = () =>
    page.call(
      isReel
        ? {
            method: 'POST',
            path: `${page.id}/video_reels`,
            parameters: { upload_phase: 'FINISH', video_id: id, video_state: 'PUBLISHED', ...words },
            effect: 'send',
          }
        : {
            method: 'POST',
            base: 'video',
            path: `${page.id}/videos`,
            parameters: { upload_phase: 'finish', upload_session_id: first, ...words },
            effect: 'send',
          },
    );
  return run.send(post, async () => {
    try {
      if (!shaped(Done, await finish(), 'send').success)
        throw new PlatformError('unknown', 'OUTCOME_UNKNOWN', 'Facebook answered success: false');
      const url = await settled(page, id, run);
      return { nativeId: id, ...defined({ url }), kind: 'post' };
    } catch (error) {
      // Finishing a refused upload again does not help, so the next attempt uploads the file again.
      if (error instanceof PlatformError && error.kind === 'refused') await forgetVideo(run);
      throw error;
    }
  });
};

const isVideo = ({ media }: Rendered): boolean => media[0]?.contentType.startsWith('video/') === true;

const findVideo = async (page: ActingPage, remembered: string): Promise<Found> => {
  const id = remembered.split(' ').at(-1) ?? '';
  try {
    const video = await videoOf(page, id);
    const url = addressIn(video);
    if (video.published === true)
      return {
        outcome: 'published',
        object: { nativeId: id, ...defined({ url }), kind: 'post' },
      };
    return { outcome: 'not_published' };
  } catch (error) {
    // A video that was uploaded and not finished is no node yet.
    if (error instanceof PlatformError && error.platformCode === '100/33') return { outcome: 'not_published' };
    throw error;
  }
};

const find = async (page: ActingPage, request: FindRequest, context: FindContext): Promise<Found> => {
  if (request.send === post && request.rendered.contentType === 'STORY') return findStory(page, request, context);
  const upload = request.remembered(videoStep);
  if (request.send === post && isVideo(request.rendered) && upload !== undefined) return findVideo(page, upload);
  const target = request.earlier[0];
  const sought = { since: request.sentAt, mayBeIt: unlessTaken(request.earlier, context) };
  const found =
    request.send === post || !target
      ? await seekPost(page, { ...sought, text: request.rendered.text })
      : await seekComment(page, target, { ...sought, text: request.commentText ?? '' });
  if (found === 'too many')
    return { outcome: 'cannot_tell', message: 'The Page has posted too often since to look through all of it.' };
  return found ? { outcome: 'published', object: found } : { outcome: 'not_published' };
};

export const facebookPublisher = (tools: PlatformTools): Publisher => {
  const acting = (context: RunContext) => actingPage(tools, context);
  return {
    platform: 'FACEBOOK',
    async publish(rendered, run) {
      const page = await acting(run);
      if (rendered.contentType === 'STORY') return [await publishStory(tools, page, rendered, run)];
      return [
        isVideo(rendered) ? await publishVideo(tools, page, rendered, run) : await publishFeed(page, rendered, run),
      ];
    },
    commentSupport: () => 'yes',
    async comment(target, text, run) {
      if (isStory(target)) throw new PlatformError('refused', 'PUBLISH_ERROR', 'Facebook takes no comments on stories');
      const page = await acting(run);
      return run.send('first-comment', async () => {
        const path = `${target.nativeId}/comments`;
        const reply = await page.call({ method: 'POST', path, parameters: { message: text }, effect: 'send' });
        return { nativeId: shaped(Made, reply, 'send').id, kind: 'comment' };
      });
    },
    find: async (request, context) => find(await acting(context), request, context),
    async unpublish(objects, context) {
      const page = await acting(context);
      return removeEach(objects, ({ nativeId }) =>
        removeNode(page.graph, nativeId, { url: page.urlOf(nativeId), token: page.token, signal: page.signal }),
      );
    },
  };
};
