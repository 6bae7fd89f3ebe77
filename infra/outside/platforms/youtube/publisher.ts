import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type {
  Found,
  FindRequest,
  FindContext,
  MediaFile,
  NativeObject,
  Publisher,
  PublishRun,
  Removal,
  Rendered,
  RunContext,
} from '../../../../domain/platforms/publisher.ts';
import { stepWarning } from '../../../../domain/platforms/step-warning.ts';
import type { PlatformTools } from '../adapter.ts';
import { removeEach } from '../removal.ts';
import { shaped } from '../shape.ts';
import { rawUpload } from '../upload.ts';
import { videoUrl, youtubeApi, type YoutubeApi } from './api.ts';
import { videoResource } from './metadata.ts';
import { askSession, finish, forgetSession, sendBytes, sessionStep } from './session.ts';
import { seekComment, seekVideo } from './timeline.ts';

const commentSend = 'first-comment';
const thumbnailStep = 'thumbnail';
/** YouTube docs: thumbnails.set. */
const maxThumbnailBytes = 2 * 1024 * 1024;

const filmOf = ({ media }: Rendered): MediaFile => {
  const film = media.find(({ contentType }) => contentType.startsWith('video/'));
  if (!film) throw new PlatformError('refused', 'MEDIA_REQUIRED', 'YouTube needs a video');
  return film;
};

const objectOf = (id: string, rendered: Rendered): NativeObject => ({
  nativeId: id,
  url: videoUrl(id, { isShort: rendered.contentType === 'REEL' }),
  kind: 'post',
});

const Statuses = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      status: z
        .object({
          uploadStatus: z.string().optional(),
          failureReason: z.string().optional(),
          rejectionReason: z.string().optional(),
        })
        .optional(),
    }),
  ),
});

const pollMs = 2000;
/** A video that is still in processing afterwards appears by itself when it is ready. */
const processingLimitMs = 60_000;

/**
 * Waits for YouTube's processing of the video for a limited time; throws where it rejects the
 * video, and `unknown` where it does not answer.
 */
const processed = async (api: YoutubeApi, id: string, run: RunContext): Promise<void> => {
  const giveUp = run.now().getTime() + processingLimitMs;
  for (;;) {
    const query = { part: 'status,processingDetails', id };
    const reply = await api({ method: 'GET', path: '/videos', query, effect: 'read' }, run).catch((error: unknown) => {
      if (error instanceof PlatformError) return undefined;
      throw error;
    });
    const status = reply && Statuses.safeParse(reply.json).data?.items[0]?.status;
    const details = status?.uploadStatus;
    if (details === 'failed' || details === 'rejected') {
      const reason = status?.rejectionReason ?? status?.failureReason ?? details;
      // A film that is there already, or a channel that is closed, is no fault of the film.
      const code = /^(duplicate|uploaderAccount)/.test(reason) ? 'PUBLISH_ERROR' : 'MEDIA_REJECTED';
      throw new PlatformError('refused', code, `YouTube ${details} the video: ${reason}`, { platformCode: reason });
    }
    const late = run.now().getTime() >= giveUp;
    if (reply && (late || details !== 'uploaded')) return;
    if (late)
      throw new PlatformError('unknown', 'OUTCOME_UNKNOWN', 'YouTube does not report whether it kept the video');
    await run.wait(pollMs);
  }
};

/** Whether the film has all arrived and YouTube would not have it: it will never appear. */
const turnedDown = async (api: YoutubeApi, id: string, context: RunContext): Promise<boolean> => {
  try {
    await processed(api, id, context);
    return false;
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'refused') return true;
    throw error;
  }
};

const withoutCover = (why: string): string =>
  stepWarning({ code: 'THUMBNAIL_REFUSED', message: `The video has no cover of its own: ${why}` });

/** A cover is optional: a refused one does not undo the video, and warns on the destination. */
const setThumbnail = (api: YoutubeApi, videoId: string, file: MediaFile, run: PublishRun): Promise<string> =>
  run.step(thumbnailStep, async () => {
    if (file.sizeBytes > maxThumbnailBytes)
      return withoutCover(`the image has ${file.sizeBytes} bytes, YouTube takes ${maxThumbnailBytes}`);
    const query = { videoId, uploadType: 'media' };
    try {
      const upload = rawUpload(file);
      await api({ method: 'POST', base: 'upload', path: '/thumbnails/set', query, upload, effect: 'step' }, run);
      return 'set';
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      return withoutCover(`${error.platformCode ?? error.code}, ${error.message}`);
    }
  });

const publish = async (tools: PlatformTools, rendered: Rendered, run: PublishRun): Promise<readonly NativeObject[]> => {
  const api = youtubeApi(tools);
  const film = filmOf(rendered);
  const url = await run.step(sessionStep, async () => {
    const { body, notifySubscribers } = videoResource(rendered);
    const query = { uploadType: 'resumable', part: 'snippet,status', notifySubscribers };
    const headers = {
      'x-upload-content-type': film.contentType,
      'x-upload-content-length': String(film.sizeBytes),
    };
    const request = { method: 'POST', base: 'upload', path: '/videos', query, headers, json: body } as const;
    const location = (await api({ ...request, effect: 'step' }, run)).headers.get('location');
    if (!location) throw new PlatformError('not_stored', 'PUBLISH_ERROR', 'YouTube named no address for the upload');
    return location;
  });
  await sendBytes(tools, url, film, run);
  const object = await run.send('post', async () => {
    const id = await finish(tools, url, film, run);
    try {
      await processed(api, id, run);
    } catch (error) {
      await forgetSession(run);
      throw error;
    }
    return objectOf(id, rendered);
  });
  const cover = rendered.media.find(({ contentType }) => contentType.startsWith('image/'));
  if (cover) await setThumbnail(api, object.nativeId, cover, run);
  return [object];
};

const Thread = z.object({ id: z.string() });

const comment = (api: YoutubeApi, target: NativeObject, text: string, run: PublishRun): Promise<NativeObject> =>
  run.send(commentSend, async () => {
    const snippet = {
      channelId: run.account.nativeId,
      videoId: target.nativeId,
      topLevelComment: { snippet: { textOriginal: text } },
    };
    const request = { method: 'POST', path: '/commentThreads', query: { part: 'snippet' }, json: { snippet } } as const;
    const { id } = shaped(Thread, await api({ ...request, effect: 'send' }, run), 'send');
    return { nativeId: id, kind: 'comment', url: `${videoUrl(target.nativeId, { isShort: false })}&lc=${id}` };
  });

const find = async (tools: PlatformTools, request: FindRequest, context: FindContext): Promise<Found> => {
  const api = youtubeApi(tools);
  if (request.send === commentSend) {
    const post = request.earlier[0]?.nativeId;
    if (post === undefined) return { outcome: 'cannot_tell', message: 'The video of the comment is not known.' };
    const id = await seekComment(api, post, { text: request.commentText ?? '', since: request.sentAt }, context);
    if (id === 'too many') return { outcome: 'cannot_tell', message: 'There are too many comments to look through.' };
    if (id === undefined) return { outcome: 'not_published' };
    return { outcome: 'published', object: { nativeId: id, kind: 'comment' } };
  }
  const url = request.remembered(sessionStep);
  const at = url === undefined ? undefined : await askSession(tools, url, filmOf(request.rendered).sizeBytes, context);
  if (at?.is === 'done') {
    // The next try finds the same session, and hears the reason.
    if (await turnedDown(api, at.videoId, context)) return { outcome: 'not_published' };
    return { outcome: 'published', object: objectOf(at.videoId, request.rendered) };
  }
  if (at?.is === 'open') return { outcome: 'not_published' };
  const { title } = videoResource(request.rendered).body.snippet;
  const id = await seekVideo(api, { text: title, since: request.sentAt }, context);
  if (id === 'too many') return { outcome: 'cannot_tell', message: 'There are too many uploads to look through.' };
  return id === undefined
    ? { outcome: 'not_published' }
    : { outcome: 'published', object: objectOf(id, request.rendered) };
};

const isThere = async (api: YoutubeApi, path: string, id: string, context: RunContext): Promise<boolean> => {
  const query = { part: 'id', id };
  const reply = await api({ method: 'GET', path, query, effect: 'read' }, context);
  return shaped(Statuses, reply, 'read').items.length > 0;
};

const remove = async (api: YoutubeApi, { nativeId, kind }: NativeObject, context: RunContext): Promise<Removal> => {
  const path = kind === 'post' ? '/videos' : '/comments';
  try {
    await api({ method: 'DELETE', path, query: { id: nativeId }, effect: 'send' }, context);
    return { nativeId, removed: true };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.platformCode === 'videoNotFound' || error.platformCode === 'commentNotFound')
      return { nativeId, removed: true };
    if (error.kind !== 'unknown') throw error;
    if (!(await isThere(api, path, nativeId, context))) return { nativeId, removed: true };
    return { nativeId, removed: false, reason: 'delete_not_confirmed', detail: error.message };
  }
};

/** YouTube Data API v3: videos by resumable upload. */
export const youtubePublisher = (tools: PlatformTools): Publisher => {
  const api = youtubeApi(tools);
  return {
    platform: 'YOUTUBE',
    publish: (rendered, run) => publish(tools, rendered, run),
    commentSupport: () => 'yes',
    comment: (target, text, run) => comment(api, target, text, run),
    find: (request, context) => find(tools, request, context),
    unpublish: (objects, context) => removeEach(objects, (object) => remove(api, object, context)),
  };
};
