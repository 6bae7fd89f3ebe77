import { z } from 'zod';
import { ValidationResults } from '../../domain/media/media-events.ts';
import { ContentType, PlatformKey } from '../../domain/platforms/platform.ts';
import { warningsIn } from '../../domain/platforms/step-warning.ts';
import type { DestinationState } from '../../domain/posts/destination-state.ts';
import type { Post } from '../../domain/posts/state.ts';
import { postStatuses, type PostMedia } from '../../domain/posts/values.ts';
import type { PostView } from '../../domain/posts/view.ts';
import { PostApprovalReply, presentApproval } from './post-approval.ts';
import { defined } from '../../domain/kernel/defined.ts';

const Code = z.object({ code: z.string(), message: z.string() });

const PlatformSaid = Code.extend({ platformCode: z.string().optional() });

const AttachedMedia = z
  .object({
    id: z.string(),
    filename: z.string(),
    contentType: z.string(),
    sizeBytes: z.int().nullable(),
    status: z.literal('READY'),
    publicUrl: z.string(),
    validationStatus: z.enum(['pending', 'passed', 'failed', 'skipped']),
    validationResults: ValidationResults,
    thumbnailUrl: z.string().nullable(),
    dimensions: z.object({ width: z.int(), height: z.int() }).optional(),
    durationMs: z.int().optional(),
    videoDuration: z.number().optional(),
    videoCodec: z.string().optional(),
    videoWidth: z.int().optional(),
    videoHeight: z.int().optional(),
    altText: z.string().optional(),
    createdAt: z.string().optional(),
  })
  .meta({ id: 'PostMedia', description: 'A file with the properties it had when it was attached' });

const PostPlatform = z
  .object({
    postPlatformId: z.string(),
    platform: PlatformKey,
    accountId: z.string(),
    status: z.enum(['pending', 'published', 'failed', 'skipped', 'unpublished']),
    platformPostId: z.string().optional(),
    platformPostUrl: z.string().optional(),
    publishedAt: z.string().optional(),
    error: PlatformSaid.nullable(),
    retryCount: z.int(),
    exhausted: z.literal(true).optional(),
    nextAttemptAt: z.string().optional(),
    skipReason: z.string().optional(),
    warnings: z.array(Code).optional().meta({ description: 'What the published copy does without' }),
    removal: z
      .object({
        status: z.literal('pending'),
        deleted: z.int(),
        targets: z.int(),
        nextAttemptAt: z.string().optional(),
        error: PlatformSaid.optional(),
      })
      .optional()
      .meta({ description: 'While the copy is being removed; with `nextAttemptAt` where the platform asked to wait' }),
    firstComment: z.object({ status: z.enum(['none', 'pending', 'published', 'failed']) }).optional(),
    media: z
      .array(AttachedMedia)
      .optional()
      .meta({ description: 'The media that a fix gave this destination; absent where it has those of the post' }),
  })
  .meta({ id: 'PostPlatform' });

/** A platform's preview of a post before it is sent. */
export const PlatformVerdict = z.object({ valid: z.boolean(), errors: z.array(Code), warnings: z.array(Code) });

export const Verdict = z
  .object({ valid: z.boolean(), platforms: z.record(z.string(), PlatformVerdict) })
  .meta({ id: 'Verdict' });

/** The Post of the API, as documented. */
export const PostReply = z
  .object({
    id: z.string(),
    content: z.string(),
    status: z.enum(postStatuses),
    contentType: ContentType,
    scheduledFor: z.string().nullable(),
    publishedAt: z.string().nullable(),
    accountIds: z.array(z.string()),
    platforms: z.array(PostPlatform),
    media: z.array(AttachedMedia),
    mediaIds: z.array(z.string()),
    personaId: z.string().nullable(),
    platformOverrides: z.record(z.string(), z.object({ content: z.string() })).optional(),
    platformMetadata: z
      .record(z.string(), z.record(z.string(), z.unknown()))
      .meta({ override: { $ref: '#/components/schemas/PostPlatformMetadata' } })
      .optional(),
    metadata: z.record(z.string(), z.unknown()).optional(),
    firstComment: z.string().optional(),
    firstCommentDelay: z.int().optional(),
    threadItems: z
      .array(z.object({ sequence: z.int(), content: z.string(), mediaIds: z.array(z.string()) }))
      .optional(),
    approval: PostApprovalReply.optional().meta({ description: 'The last approval; absent where there was none' }),
    validation: Verdict.optional().meta({
      description: "The platforms' checks of the content; in answers to create and PATCH",
    }),
    warnings: z.array(Code).optional().meta({
      description: 'In the answer for one post, while it waits: its files that were deleted (MEDIA_DELETED)',
    }),
    calendarPostId: z.string().optional().meta({
      description: 'The calendar post that was handed over as this post; absent on other posts',
    }),
    createdById: z.string().nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Post' });

const presentVideo = ({ width, height, durationMs, codec }: PostMedia) => ({
  ...(durationMs === undefined ? {} : { videoDuration: durationMs / 1000 }),
  ...defined({ videoCodec: codec }),
  ...(width && height ? { videoWidth: width, videoHeight: height } : {}),
});

const presentMedia = (media: PostMedia) => ({
  id: media.id,
  filename: media.filename,
  contentType: media.contentType,
  // Posts keep 0 for a length that is not known.
  sizeBytes: media.sizeBytes === 0 ? null : media.sizeBytes,
  status: 'READY' as const,
  publicUrl: media.publicUrl,
  validationStatus: media.validationStatus ?? 'skipped',
  validationResults: media.validationResults ?? {},
  thumbnailUrl: media.thumbnailUrl ?? null,
  ...(media.width && media.height ? { dimensions: { width: media.width, height: media.height } } : {}),
  ...defined({ durationMs: media.durationMs }),
  ...(media.contentType.startsWith('video/') ? presentVideo(media) : {}),
  ...defined({ altText: media.altText, createdAt: media.createdAt }),
});

/** The progress of a removal that has not ended. Rows from before `removalWait` lack it. */
const presentRemoval = ({ removals, objects, removalWait }: DestinationState) => ({
  status: 'pending' as const,
  deleted: removals.filter(({ removed }) => removed).length,
  targets: objects.length,
  ...(removalWait ? { nextAttemptAt: removalWait.dueAt, error: removalWait.error } : {}),
});

const presentDestination = (destination: DestinationState, post: Post) => {
  const [root] = destination.objects;
  const live = destination.publishedAt !== null;
  const warnings = warningsIn(destination.steps);
  return {
    postPlatformId: destination.postPlatformId,
    platform: destination.platform.toLowerCase(),
    accountId: destination.accountId,
    status: destination.removal === 'removed' ? ('unpublished' as const) : destination.status,
    ...(live && root ? { platformPostId: root.nativeId } : {}),
    ...(live && root?.url !== undefined ? { platformPostUrl: root.url } : {}),
    ...(destination.publishedAt === null ? {} : { publishedAt: destination.publishedAt }),
    error: destination.error,
    ...(warnings.length > 0 ? { warnings: [...warnings] } : {}),
    retryCount: destination.retries,
    ...(destination.exhausted ? { exhausted: true as const } : {}),
    ...(destination.running && destination.dueAt !== null ? { nextAttemptAt: destination.dueAt } : {}),
    ...(destination.removal === 'requested' ? { removal: presentRemoval(destination) } : {}),
    ...(destination.status === 'skipped' ? { skipReason: destination.skipReason ?? 'account_disconnected' } : {}),
    ...(destination.media ? { media: destination.media.map(presentMedia) } : {}),
    ...(post.content.firstComment === null
      ? {}
      : { firstComment: { status: destination.comment === 'due' ? ('pending' as const) : destination.comment } }),
  };
};

/** The Post of the API. */
export const presentPost = ({ id, post, createdAt, updatedAt, publishedAt, createdById, calendarPostId }: PostView) => {
  const { content } = post;
  return {
    id,
    content: content.content,
    status: post.status,
    contentType: content.contentType,
    scheduledFor: post.scheduledFor,
    publishedAt,
    accountIds: post.destinations.map(({ accountId }) => accountId),
    platforms: post.destinations.map((destination) => presentDestination(destination, post)),
    media: content.media.map(presentMedia),
    mediaIds: content.media.map((media) => media.id),
    personaId: content.personaId,
    ...(Object.keys(content.overrides).length > 0 ? { platformOverrides: content.overrides } : {}),
    ...(Object.keys(content.platformMetadata).length > 0 ? { platformMetadata: content.platformMetadata } : {}),
    ...(Object.keys(content.metadata).length > 0 ? { metadata: content.metadata } : {}),
    ...(content.firstComment === null
      ? {}
      : { firstComment: content.firstComment, firstCommentDelay: content.firstCommentDelay }),
    ...(content.threadItems.length > 0
      ? {
          threadItems: content.threadItems.map(({ sequence, content: text, media }) => ({
            sequence,
            content: text,
            mediaIds: media.map((file) => file.id),
          })),
        }
      : {}),
    // Rows from before approvals lack it.
    ...(post.approval ? { approval: presentApproval(post.approval) } : {}),
    ...defined({ calendarPostId }),
    createdById,
    createdAt,
    updatedAt,
  };
};
