import { z } from 'zod';
import type { CreatorInfo } from '../../../../domain/platforms/creator-info.ts';
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
import { firstToTake, unlessTaken } from '../candidates.ts';
import { shaped } from '../shape.ts';
import { isPostId, postUrl, tiktokApi, type TiktokApi } from './api.ts';
import { tiktokBusiness, type TiktokBusiness } from './business.ts';
import { askCreator, requireAllowed } from './creator.ts';
import { completed, objectOf, statusOf, type Publishing } from './status.ts';
import { begunStep, forgetPublishing, prepareVideo, publishIdIn } from './upload.ts';
import { listVideos, textOf } from './videos.ts';
import { cutText } from '../../../../domain/kernel/stored-text.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const commentSend = 'first-comment';
/** The step under which the publishing of photos is remembered, once TikTok has named it. */
const photoStep = 'photo';
const skewMs = 60_000;

/** TikTok docs: lengths in UTF-16 code units. */
const maxLength = { caption: 2200, description: 4000, photoTitle: 90 } as const;

const flag = z.boolean().optional().catch(undefined);
const Fields = z.object({
  tiktokPrivacyLevel: z.string().catch(''),
  tiktokAllowComment: flag,
  tiktokAllowDuet: flag,
  tiktokAllowStitch: flag,
  tiktokBrandOrganic: flag,
  tiktokBrandedContent: flag,
  tiktokAutoAddMusic: flag,
  tiktokAiGenerated: flag,
  tiktokCoverTimestampMs: z.int().min(0).optional().catch(undefined),
  title: z.string().optional().catch(undefined),
});
type Fields = z.infer<typeof Fields>;

const isVideo = ({ media }: Rendered): boolean => media[0]?.contentType.startsWith('video/') === true;
const isPublic = ({ metadata }: Rendered): boolean => metadata['tiktokPrivacyLevel'] === 'PUBLIC_TO_EVERYONE';

const requireLength = (text: string, limit: number): void => {
  if (text.length > limit)
    throw new PlatformError('refused', 'CONTENT_TOO_LONG', `TikTok takes ${limit} characters here, not ${text.length}`);
};

/** An interaction is off where the person or the creator's settings turn it off. */
const disabled = ({ allowed, byCreator }: Readonly<{ allowed: boolean | undefined; byCreator: boolean }>): boolean =>
  byCreator || allowed === false;

const sharedInfo = (fields: Fields, creator: CreatorInfo) => ({
  privacy_level: fields.tiktokPrivacyLevel,
  disable_comment: disabled({ allowed: fields.tiktokAllowComment, byCreator: creator.commentDisabled }),
  brand_content_toggle: fields.tiktokBrandedContent ?? false,
  brand_organic_toggle: fields.tiktokBrandOrganic ?? false,
});

/** TikTok docs: "Direct Post", post_info of a video. */
const videoInfo = (text: string, fields: Fields, creator: CreatorInfo) => ({
  ...(text !== '' && { title: text }),
  ...sharedInfo(fields, creator),
  disable_duet: disabled({ allowed: fields.tiktokAllowDuet, byCreator: creator.duetDisabled }),
  disable_stitch: disabled({ allowed: fields.tiktokAllowStitch, byCreator: creator.stitchDisabled }),
  ...defined({ video_cover_timestamp_ms: fields.tiktokCoverTimestampMs, is_aigc: fields.tiktokAiGenerated }),
});

/** TikTok docs: "Photo Post", post_info of photos. */
const photoInfo = (text: string, fields: Fields, creator: CreatorInfo) => ({
  ...(fields.title !== undefined && { title: cutText(fields.title, maxLength.photoTitle) }),
  ...(text !== '' && { description: text }),
  ...sharedInfo(fields, creator),
  auto_add_music: fields.tiktokAutoAddMusic ?? false,
});

/**
 * Waits for a publishing that TikTok processes. Only TikTok's own failure status proves that
 * nothing appeared; after any other error the outcome is unknown and is reconciled.
 */
const ended = async (api: TiktokApi, publishing: Publishing, run: PublishRun): Promise<NativeObject> => {
  const ending = await completed(api, publishing, run).catch((error: unknown) => {
    if (!(error instanceof PlatformError)) throw error;
    const message = `TikTok has it, but did not report the result: ${error.message}`;
    const platformCode = error.platformCode === undefined ? {} : { platformCode: error.platformCode };
    throw new PlatformError('unknown', 'OUTCOME_UNKNOWN', message, { ...platformCode, cause: error });
  });
  if (ending.is === 'published') return ending.object;
  if (ending.is === 'failed') throw ending.error;
  throw new PlatformError('unknown', 'OUTCOME_UNKNOWN', 'TikTok is still working on the post', {
    platformCode: 'PROCESSING',
  });
};

const publishVideo = async (tools: PlatformTools, api: TiktokApi, rendered: Rendered, run: PublishRun) => {
  const [file] = rendered.media;
  if (!file) throw new PlatformError('refused', 'MEDIA_REQUIRED', 'TikTok needs a video or photos');
  requireLength(rendered.text, maxLength.caption);
  const creator = await askCreator(api, run);
  requireAllowed(rendered, creator);
  const info = videoInfo(rendered.text, Fields.parse(rendered.metadata), creator);
  const { publishId, finish } = await prepareVideo(tools, api, { file, postInfo: info }, run);
  return run.send('post', async () => {
    await finish();
    try {
      return await ended(api, { publishId, kind: 'video', isPublic: isPublic(rendered) }, run);
    } catch (error) {
      if (error instanceof PlatformError && error.kind !== 'unknown') await forgetPublishing(run);
      throw error;
    }
  });
};

const Begun = z.object({ data: z.object({ publish_id: z.string() }) });

const publishPhotos = async (api: TiktokApi, rendered: Rendered, run: PublishRun) => {
  requireLength(rendered.text, maxLength.description);
  const creator = await askCreator(api, run);
  requireAllowed(rendered, creator);
  const json = {
    media_type: 'PHOTO',
    post_mode: 'DIRECT_POST',
    post_info: photoInfo(rendered.text, Fields.parse(rendered.metadata), creator),
    source_info: {
      source: 'PULL_FROM_URL',
      photo_cover_index: 0,
      photo_images: rendered.media.map(({ publicUrl }) => publicUrl),
    },
  };
  return run.send('post', async () => {
    if (run.remembered(photoStep) !== undefined) await run.forget(photoStep);
    const reply = await api({ method: 'POST', path: '/post/publish/content/init/', json, effect: 'send' }, run);
    const { publish_id: publishId } = shaped(Begun, reply, 'send').data;
    await run.step(photoStep, async () => publishId);
    return ended(api, { publishId, kind: 'photo', isPublic: isPublic(rendered) }, run);
  });
};

const publish = async (tools: PlatformTools, rendered: Rendered, run: PublishRun): Promise<readonly NativeObject[]> => {
  const api = tiktokApi(tools);
  return [await (isVideo(rendered) ? publishVideo(tools, api, rendered, run) : publishPhotos(api, rendered, run))];
};

/** The outcome of a publishing with a known id. */
const findByStatus = async (
  api: TiktokApi,
  publishing: Publishing,
  total: number | undefined,
  context: RunContext,
): Promise<Found> => {
  const { status, uploadedBytes, postId } = await statusOf(api, publishing.publishId, context);
  if (status === 'FAILED') return { outcome: 'not_published' };
  if (status === 'PROCESSING_UPLOAD' && total !== undefined && uploadedBytes < total)
    return { outcome: 'not_published' };
  if (status === 'PUBLISH_COMPLETE' && postId !== undefined)
    return { outcome: 'published', object: objectOf(publishing, postId, context.account.username) };
  const ending = await completed(api, publishing, context);
  if (ending.is === 'published') return { outcome: 'published', object: ending.object };
  if (ending.is === 'failed') return { outcome: 'not_published' };
  throw new PlatformError('not_stored', 'MEDIA_NOT_READY', 'TikTok is still working on the post', {
    platformCode: 'PROCESSING',
  });
};

/** Photos without a publishing id. They are found among the public posts, or their outcome stays unknown. */
const findListed = async (api: TiktokApi, request: FindRequest, context: FindContext): Promise<Found> => {
  const oldest = Date.parse(request.sentAt) - skewMs;
  const { videos } = await listVideos(api, undefined, context);
  const alike = videos.filter((video) => video.create_time * 1000 >= oldest && textOf(video) === request.rendered.text);
  const found = await firstToTake(alike, ({ id }) => id, unlessTaken(request.earlier, context));
  if (found) {
    const url = found.share_url ?? postUrl(context.account.username, found.id, 'photo');
    return { outcome: 'published', object: { nativeId: found.id, kind: 'post', url } };
  }
  return {
    outcome: 'cannot_tell',
    message: 'TikTok took the photos without naming them and shows only public posts: look at the profile.',
  };
};

const findComment = async (business: TiktokBusiness, request: FindRequest, context: RunContext): Promise<Found> => {
  const post = request.earlier[0]?.nativeId;
  if (post === undefined) return { outcome: 'cannot_tell', message: 'The post of the comment is not known.' };
  const oldest = Date.parse(request.sentAt) - skewMs;
  const { comments } = await business.comments(post, undefined, context);
  const found = comments.find(
    ({ owner, text, create_time: at }) => owner === true && text === request.commentText && at * 1000 >= oldest,
  );
  return found
    ? { outcome: 'published', object: { nativeId: found.comment_id, kind: 'comment' } }
    : { outcome: 'not_published' };
};

/** TikTok's Content Posting API, direct post: videos by their bytes, photos by address. */
export const tiktokPublisher = (tools: PlatformTools): Publisher => {
  const api = tiktokApi(tools);
  const business = tiktokBusiness(tools);
  return {
    platform: 'TIKTOK',
    publish: (rendered, run) => publish(tools, rendered, run),
    // Tried with every account: one without a token that can comment fails visibly, and its post stays.
    commentSupport: () => 'yes',
    comment: (target, text, run) =>
      run.send(commentSend, async () => {
        if (!isPostId(target.nativeId))
          throw new PlatformError(
            'refused',
            'PUBLISH_ERROR',
            'TikTok has not named the post yet: it cannot be commented on',
          );
        return { nativeId: await business.comment(target.nativeId, text, run), kind: 'comment' };
      }),
    find: (request, context) => {
      if (request.send === commentSend) return findComment(business, request, context);
      const kind = isVideo(request.rendered) ? 'video' : 'photo';
      const publishId = publishIdIn(request.remembered(kind === 'video' ? begunStep : photoStep));
      if (publishId === undefined) return findListed(api, request, context);
      const publishing: Publishing = { publishId, kind, isPublic: isPublic(request.rendered) };
      const total = kind === 'video' ? request.rendered.media[0]?.sizeBytes : undefined;
      return findByStatus(api, publishing, total, context);
    },
    unpublish: async (objects) =>
      [...objects].reverse().map(({ nativeId }) => ({
        nativeId,
        removed: false,
        reason: 'manual_removal_required',
        detail: 'TikTok has no call that deletes: remove it in the app.',
      })),
  };
};
