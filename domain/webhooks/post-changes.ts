import type { Recorded } from '../kernel/event.ts';
import type { PostEvent } from '../posts/post-events.ts';
import { isLive } from '../posts/round.ts';
import type { PostView } from '../posts/view.ts';

/** The fields of `post.state_changed` for one event. */
export type StateChange = Readonly<{
  eventType: string;
  details?: object | null;
  error?: Readonly<{ code: string; message: string }> | null;
}>;

type Tell<Type extends PostEvent['type']> = (
  event: Recorded<Extract<PostEvent, { type: Type }>>,
  view: PostView | undefined,
) => StateChange;

type Tells<Types extends PostEvent['type']> = Readonly<{ [Type in Types]: Tell<Type> }>;

const firstError = (view: PostView | undefined): NonNullable<StateChange['error']> | null =>
  view?.post.destinations.find(({ error }) => error !== null)?.error ?? null;

/** The events of the whole post: `platform` is null in these. */
export const postChanges: Tells<
  | 'PostCreated'
  | 'PostScheduled'
  | 'PostUnscheduled'
  | 'PostEdited'
  | 'PostCancelled'
  | 'PostDeleted'
  | 'PostArchived'
  | 'PostPaymentPaused'
  | 'PostPaymentResumed'
  | 'PostPublishingStarted'
  | 'PostPublishingCompleted'
  | 'PostUnpublishRequested'
  | 'PostUnpublishCompleted'
  | 'PostApprovalStarted'
  | 'PostStepApproved'
  | 'PostStepRejected'
  | 'PostApproved'
  | 'PostApprovalVoided'
  | 'PostApprovalWithdrawn'
  | 'PostHeldForApproval'
  | 'PostTimePlanned'
> = {
  PostCreated: ({ data }) => ({
    eventType: 'CREATED',
    details: { scheduledFor: data.scheduledFor, platforms: data.destinations.map(({ platform }) => platform) },
  }),
  PostScheduled: ({ data }) => ({
    eventType: 'SCHEDULED',
    details: { scheduledFor: data.scheduledFor },
  }),
  PostUnscheduled: () => ({ eventType: 'UNSCHEDULED' }),
  PostEdited: ({ data }) => ({
    eventType: 'UPDATED',
    details: { fields: [...Object.keys(data.changes), ...(data.destinations ? ['platforms'] : [])] },
  }),
  PostCancelled: () => ({ eventType: 'CANCELLED' }),
  PostDeleted: (_event, view) => ({
    eventType: 'DELETED',
    details: { previousStatus: view?.post.status.toUpperCase() ?? null },
  }),
  PostArchived: () => ({ eventType: 'ARCHIVED' }),
  PostPaymentPaused: ({ data }) => ({
    eventType: 'PAYMENT_PAUSED',
    details: { reason: data.reason },
  }),
  PostPaymentResumed: () => ({ eventType: 'PAYMENT_RESUMED' }),
  PostPublishingStarted: ({ data }) => ({
    eventType: 'PUBLISHING',
    details: { trigger: data.trigger, destinations: data.queued.length },
  }),
  PostPublishingCompleted: ({ data }, view) => ({
    eventType: data.outcome,
    details: {
      platforms:
        view?.post.destinations.map((destination) => ({
          platform: destination.platform,
          status: isLive(destination) ? 'PUBLISHED' : 'FAILED',
        })) ?? [],
    },
    error: data.outcome === 'PUBLISHED' ? null : firstError(view),
  }),
  PostApprovalStarted: ({ data }) => ({
    eventType: 'APPROVAL_STARTED',
    details: { workflowId: data.workflowId, workflowVersion: data.workflowVersion },
  }),
  PostStepApproved: ({ data }) => ({
    eventType: 'APPROVAL_STEP_APPROVED',
    details: { stepOrder: data.stepOrder, approverId: data.approverId },
  }),
  PostStepRejected: ({ data }) => ({
    eventType: 'APPROVAL_REJECTED',
    details: { stepOrder: data.stepOrder, approverId: data.approverId, comment: data.comment },
  }),
  PostApproved: ({ data }) => ({
    eventType: 'APPROVED',
    details: { stepOrder: data.stepOrder, approverId: data.approverId },
  }),
  PostApprovalVoided: ({ data }) => ({ eventType: 'APPROVAL_VOIDED', details: { changed: data.changed } }),
  PostApprovalWithdrawn: ({ data }) => ({
    eventType: 'APPROVAL_WITHDRAWN',
    details: { withdrawnById: data.withdrawnById },
  }),
  PostHeldForApproval: () => ({ eventType: 'HELD_FOR_APPROVAL' }),
  PostTimePlanned: ({ data }) => ({ eventType: 'TIME_PLANNED', details: { scheduledFor: data.scheduledFor } }),
  PostUnpublishRequested: ({ data }) => ({
    eventType: 'UNPUBLISHING',
    details: { destinations: data.copies.length },
  }),
  PostUnpublishCompleted: ({ data }) => ({
    // `PARTIAL` is the end of a publishing run; this removal left some copies in place.
    eventType: { unpublished: 'UNPUBLISHED', partial: 'PARTIALLY_UNPUBLISHED', unchanged: 'UNPUBLISH_FAILED' }[
      data.outcome
    ],
  }),
};

/** The events of one destination: `platform` names it, and so does the prefix, apart from the events of the whole post. */
export const destinationChanges: Tells<
  | 'DestinationPublished'
  | 'DestinationFailed'
  | 'DestinationSkipped'
  | 'DestinationRetryScheduled'
  | 'DestinationFixed'
  | 'DestinationResolved'
  | 'FirstCommentPublished'
  | 'FirstCommentFailed'
> = {
  DestinationPublished: ({ data }) => ({
    eventType: 'PLATFORM_PUBLISHED',
    details: {
      postPlatformId: data.postPlatformId,
      platformPostId: data.platformPostId,
      platformPostUrl: data.platformPostUrl ?? null,
    },
  }),
  DestinationFailed: ({ data }) => ({
    eventType: 'PLATFORM_FAILED',
    details: { postPlatformId: data.postPlatformId, exhausted: data.exhausted },
    error: data.error,
  }),
  DestinationSkipped: ({ data }) => ({
    eventType: 'PLATFORM_SKIPPED',
    details: { postPlatformId: data.postPlatformId, skipReason: data.skipReason },
  }),
  DestinationRetryScheduled: ({ data }) => ({
    eventType: 'PLATFORM_RETRY_SCHEDULED',
    details: { postPlatformId: data.postPlatformId, retry: data.retry, dueAt: data.dueAt },
    error: data.error,
  }),
  DestinationFixed: ({ data }) => ({
    eventType: 'PLATFORM_FIXED',
    details: { postPlatformId: data.postPlatformId },
  }),
  DestinationResolved: ({ data }) => ({
    eventType: 'PLATFORM_RESOLVED',
    details: { postPlatformId: data.postPlatformId, outcome: data.outcome.toUpperCase() },
  }),
  FirstCommentPublished: ({ data }) => ({
    eventType: 'FIRST_COMMENT_PUBLISHED',
    details: { postPlatformId: data.postPlatformId, platformCommentId: data.object.nativeId },
  }),
  FirstCommentFailed: ({ data }) => ({
    eventType: 'FIRST_COMMENT_FAILED',
    details: { postPlatformId: data.postPlatformId },
    error: data.error,
  }),
};
