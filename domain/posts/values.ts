import { z } from 'zod';
import { ValidationResults } from '../media/media-events.ts';
import { ContentType, Platform } from '../platforms/platform.ts';

/**
 * The facts of an attached file at that time, so that rules and publishers need no other source.
 */
export const PostMedia = z.object({
  id: z.string(),
  filename: z.string(),
  contentType: z.string(),
  /** 0: not known. No file that can be attached is empty. */
  sizeBytes: z.number().int().nonnegative(),
  publicUrl: z.string(),
  thumbnailUrl: z.string().nullable().optional(),
  width: z.number().int().positive().optional(),
  height: z.number().int().positive().optional(),
  durationMs: z.number().int().nonnegative().optional(),
  /** Videos: whether there is an audio track. Absent where the bytes were never inspected. */
  hasAudio: z.boolean().optional(),
  /** Videos: the codec string of the video track. */
  codec: z.string().optional(),
  /** GIFs: whether there is more than one frame. */
  animated: z.boolean().optional(),
  altText: z.string().optional(),
  validationStatus: z.enum(['pending', 'passed', 'failed', 'skipped']).optional(),
  validationResults: ValidationResults.optional(),
  /** When the file itself was made, ISO 8601. */
  createdAt: z.string().optional(),
});
export type PostMedia = z.infer<typeof PostMedia>;

export const PostThreadItem = z.object({
  sequence: z.number().int().positive(),
  content: z.string(),
  media: z.array(PostMedia),
});
export type PostThreadItem = z.infer<typeof PostThreadItem>;

const PerPlatform = <Value extends z.ZodType>(value: Value) => z.partialRecord(Platform, value);

export const PlatformMetadata = PerPlatform(z.record(z.string(), z.unknown()));
export type PlatformMetadata = z.infer<typeof PlatformMetadata>;

/** Every field of a post that a client may edit, except its schedule. */
export const PostContent = z.object({
  content: z.string(),
  contentType: ContentType,
  media: z.array(PostMedia),
  overrides: PerPlatform(z.object({ content: z.string() })),
  threadItems: z.array(PostThreadItem),
  firstComment: z.string().nullable(),
  firstCommentDelay: z.number().int().min(0).max(3600),
  personaId: z.string().nullable(),
  platformMetadata: PlatformMetadata,
  /**
   * Deprecated: delivered to every platform of the post, with the platform's own metadata merged
   * over it.
   */
  metadata: z.record(z.string(), z.unknown()),
});
export type PostContent = z.infer<typeof PostContent>;

/** One account a post goes to. */
export const Destination = z.object({ postPlatformId: z.string(), platform: Platform, accountId: z.string() });
export type Destination = z.infer<typeof Destination>;

export const postStatuses = [
  'draft',
  'scheduled',
  'publishing',
  'published',
  'partial',
  'failed',
  'cancelled',
  'unpublished',
  'archived',
  'pending_approval',
  'approved',
  'payment_paused',
] as const;
export type PostStatus = (typeof postStatuses)[number];

/** Nothing of the post has been sent, and it may still be. */
export const waitingStatuses = [
  'draft',
  'scheduled',
  'pending_approval',
  'approved',
  'payment_paused',
] as const satisfies readonly PostStatus[];

export const NativeObjectValue = z.object({
  nativeId: z.string(),
  url: z.string().optional(),
  kind: z.enum(['post', 'reply', 'comment', 'message']),
});

/**
 * Why a destination failed: the service's code, a sentence for people, and the platform's own code
 * where it gave one.
 */
export const DestinationError = z.object({
  code: z.string(),
  message: z.string(),
  platformCode: z.string().optional(),
});
export type DestinationError = z.infer<typeof DestinationError>;

export const RemovalValue = z.object({
  nativeId: z.string(),
  removed: z.boolean(),
  reason: z
    .enum([
      'manual_removal_required',
      'partial_delete',
      'delete_not_confirmed',
      'delete_unverified',
      'delete_unverified_scope',
      'no_platform_post_id',
    ])
    .optional(),
  detail: z.string().optional(),
});
export type RemovalValue = z.infer<typeof RemovalValue>;

/** Why a destination was left out: nothing can go out by its account. `account_paused`: the plan has no room for it. */
export const SkipReason = z.enum(['account_disconnected', 'account_paused']);
export type SkipReason = z.infer<typeof SkipReason>;

/** What a skip is called as an error. */
export const skipErrors: Readonly<Record<SkipReason, Readonly<{ code: string; message: string }>>> = {
  account_disconnected: {
    code: 'ACCOUNT_DISCONNECTED',
    message: 'The account was disconnected when the post was due.',
  },
  account_paused: { code: 'ACCOUNT_PAUSED', message: 'The plan had no room for the account when the post was due.' },
};
