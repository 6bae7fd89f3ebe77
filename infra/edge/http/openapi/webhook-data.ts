import { z } from 'zod';
import { Platform, PlatformKey } from '../../../../domain/platforms/platform.ts';
import { testEventType, type DeliveredType } from '../../../../domain/webhooks/event-types.ts';
import { Id } from '../../../../read-api/contract/fields.ts';

/** Names of people and texts are null after an erasure, or hold `[erased]`. */
const Text = z.string().nullable();
const Moment = z.iso.datetime();
const Problem = z.object({
  code: z.string().meta({ description: 'Stable, for programs' }),
  message: z.string().meta({ description: 'For people' }),
});

const Destination = z.object({
  platform: Platform,
  status: z.enum(['PUBLISHED', 'FAILED']),
  platformPostId: z.string().nullable().optional(),
  platformPostUrl: z.string().nullable().optional(),
  publishedAt: Moment.nullable().optional(),
  error: Problem.optional().meta({ description: 'Why it failed; absent where it was published' }),
});

const EndOfPost = z.object({
  id: Id.meta({ description: 'The post' }),
  workspaceId: Id,
  content: z.string(),
  status: z.enum(['PUBLISHED', 'PARTIAL', 'FAILED']),
  publishedAt: Moment.nullable(),
  platforms: z.array(Destination).meta({ description: 'Each destination and what became of it' }),
});

const PostChange = z.object({
  postId: Id,
  eventType: z.string().meta({
    description: 'What happened; with the prefix `PLATFORM_` or `FIRST_COMMENT_` where it happened to one destination',
  }),
  platform: PlatformKey.nullable().meta({ description: 'The destination; null for the whole post' }),
  actor: z
    .object({ kind: z.string().meta({ description: 'A person, a key or a process' }), id: z.string() })
    .optional()
    .meta({ description: 'Who did it; absent in post.deleted' }),
  details: z.record(z.string(), z.unknown()).nullable().meta({ description: 'More of it, by `eventType`' }),
  error: Problem.nullable(),
});

const ofAccount = { accountId: Id, workspaceId: Id, platform: Platform };
const PlanPause = z.object({ ...ofAccount, reason: z.literal('plan') });
const received = { accountId: Id, postId: Id.nullable(), platform: Platform };
const terms = { plan: z.string(), billingPeriod: z.string().nullable(), aiTier: z.string().nullable() };

/** The `data` of each event. A receiver reads what it knows and leaves the rest: fields are added without notice. */
export const webhookData: Readonly<Record<DeliveredType, z.ZodObject>> = {
  'post.created': z.object({
    postId: Id,
    status: z.enum(['DRAFT', 'SCHEDULED']),
    scheduledFor: Moment.nullable(),
    platforms: z.array(Platform),
    createdById: z.string(),
  }),
  'post.scheduled': z.object({
    id: Id.meta({ description: 'The post' }),
    content: z.string(),
    status: z.literal('SCHEDULED'),
    scheduledFor: Moment.nullable(),
    accountIds: z.array(Id),
    contentType: z.string(),
  }),
  'post.published': EndOfPost,
  'post.failed': EndOfPost,
  'post.draft.approved': z.object({
    postId: Id,
    approverId: z.string(),
    stepOrder: z.int().nullable(),
    comment: z.string().nullable(),
  }),
  'post.state_changed': PostChange,
  'post.deleted': PostChange,
  'account.connected': z.object({ ...ofAccount, username: Text }),
  'account.disconnected': z.object({ ...ofAccount, reason: z.string() }),
  'account.error': z.object({
    ...ofAccount,
    error: z.unknown().meta({ description: 'What the platform said, with its code' }),
  }),
  'account.login_ends': z.object({
    ...ofAccount,
    loginEndsAt: Moment.meta({ description: 'When the platform ends the login' }),
    publishesOn: z.boolean().meta({ description: 'Whether the account publishes on with a token of its page' }),
  }),
  'media.deleted': z.object({ mediaId: Id, filename: z.string().nullable() }),
  'media.uploaded': z.object({
    mediaId: Id,
    filename: z.string().nullable(),
    contentType: z.string(),
    sizeBytes: z.int().nullable(),
  }),
  'comment.received': z.object({
    commentId: Id,
    ...received,
    contactId: Id.nullable(),
    platformPostId: z.string(),
    platformCommentId: z.string(),
    parentCommentId: z.string().nullable(),
    author: z.object({ id: z.string().nullable(), username: Text }).meta({ description: 'Who wrote it' }),
    content: Text,
    permalinkUrl: z.string().nullable(),
    platformCreatedAt: Moment.nullable(),
  }),
  'comment.replied': z.object({
    commentId: Id,
    accountId: Id.nullable(),
    postId: Id.nullable(),
    platform: Platform.nullable(),
    replyId: z.string().nullable(),
    replyUrl: z.string().nullable(),
  }),
  'mention.received': z.object({
    mentionId: Id,
    ...received,
    contactId: Id.nullable(),
    platformMentionId: z.string(),
    platformMediaId: z.string().nullable(),
    authorId: z.string().nullable(),
    authorUsername: Text,
    content: Text,
    permalinkUrl: z.string().nullable(),
    platformCreatedAt: Moment.nullable(),
  }),
  'review.received': z.object({
    reviewId: Id,
    accountId: Id,
    platformReviewId: z.string(),
    reviewerName: Text,
    rating: z.int().nullable(),
    content: Text,
    locationPath: z.string().nullable(),
    locationName: z.string().nullable(),
    platformCreatedAt: Moment.nullable(),
  }),
  'message.received': z.object({ contactId: Id, messageId: z.string(), accountId: Id, text: Text, receivedAt: Moment }),
  'contact.suppressed': z.object({ contactId: Id, reason: z.enum(['STOP_KEYWORD', 'MANUAL']) }),
  'contact.unsuppressed': z.object({ contactId: Id }),
  'broadcast.finished': z.object({
    broadcastId: Id,
    name: z.string().nullable(),
    status: z.literal('SENT'),
    totalContacts: z.int(),
    round: z.int().meta({ description: '1, and one more for each retry' }),
  }),
  'broadcast.failed': z.object({
    broadcastId: Id,
    name: z.string().nullable(),
    status: z.literal('FAILED'),
    error: Problem,
  }),
  'enrollment.ended': z.object({
    enrollmentId: Id,
    sequenceId: Id,
    contactId: Id,
    platform: Platform,
    status: z.enum(['COMPLETED', 'EXITED', 'FAILED']),
    reason: z.string().nullable(),
  }),
  'account.paused': PlanPause,
  'account.resumed': PlanPause,
  'workspace.plan_changed': z.object({ workspaceId: Id, plan: z.string(), graceUntil: Moment.nullable() }),
  'workspace.transfer_requested': z.object({
    workspaceId: Id,
    requestId: Id,
    fromUserId: Id,
    targetUserId: Id,
    expiresAt: Moment,
  }),
  'workspace.transfer_ended': z.object({
    workspaceId: Id,
    requestId: Id,
    outcome: z.enum(['accepted', 'declined', 'cancelled', 'expired']),
    fromUserId: Id.optional(),
    toUserId: Id.optional(),
  }),
  'subscription.change_pending': z.object({ workspaceId: Id, type: z.string(), ...terms, effectiveDate: Moment }),
  'subscription.changed': z.object({ workspaceId: Id, ...terms, graceUntil: Moment.nullable() }),
  'subscription.payment_status': z.object({ workspaceId: Id, status: z.enum(['active', 'past_due']) }),
  'subscription.payment_failed': z.object({ workspaceId: Id, reason: z.string().nullable() }),
  [testEventType]: z.object({ message: z.string() }),
};
