import type { ApprovalStep, PostApproval, StepDecision } from './approval.ts';
import type { PostEvent } from './post-events.ts';
import { askedAway, evolveDestination, newDestination, type DestinationState } from './destination-state.ts';
import type { PostContent, PostStatus } from './values.ts';

export type Post = Readonly<{
  status: PostStatus;
  content: PostContent;
  scheduledFor: string | null;
  destinations: readonly DestinationState[];
  round: number;
  callbackUrl: string | undefined;
  unpublishRound: number;
  /** The last one, whatever became of it. */
  approval: PostApproval | null;
}>;

/** An absent and a deleted post are types of their own, so that no rule can forget them. */
export type PostState =
  | Readonly<{ kind: 'absent' }>
  | Readonly<{ kind: 'deleted' }>
  | (Readonly<{ kind: 'existing' }> & Post);

export const absent: PostState = { kind: 'absent' };

const change = (post: Post, id: string, changes: (before: DestinationState) => Partial<DestinationState>): Post => ({
  ...post,
  destinations: post.destinations.map((destination) =>
    destination.postPlatformId === id ? { ...destination, ...changes(destination) } : destination,
  ),
});

type Changes<T> = { readonly [Key in keyof T]?: T[Key] | undefined };

/** A copy with the changes that are defined. A loop, because a rebuild folds every edit with it. */
const changed = <T extends object>(before: T, changes: Changes<T>): T => {
  const after = { ...before };
  for (const key in changes) if (changes[key] !== undefined) after[key] = changes[key] as T[typeof key];
  return after;
};

/** Field by field: an object of rest properties is slow to make, copy and serialize, and a rebuild makes one for every post. */
const contentOf = (data: PostContent): PostContent => ({
  content: data.content,
  contentType: data.contentType,
  media: data.media,
  overrides: data.overrides,
  threadItems: data.threadItems,
  firstComment: data.firstComment,
  firstCommentDelay: data.firstCommentDelay,
  personaId: data.personaId,
  platformMetadata: data.platformMetadata,
  metadata: data.metadata,
});

export const createdPost = (data: Extract<PostEvent, { type: 'PostCreated' }>['data']): Post => ({
  status: 'draft',
  content: contentOf(data),
  scheduledFor: data.scheduledFor,
  destinations: data.destinations.map(newDestination),
  round: 0,
  callbackUrl: undefined,
  unpublishRound: 0,
  approval: null,
});

export const evolve = (state: PostState, event: PostEvent): PostState => {
  if (event.type === 'PostCreated') return { kind: 'existing', ...createdPost(event.data) };
  if (state.kind !== 'existing') return state;
  if (event.type === 'PostDeleted') return { kind: 'deleted' };
  return { kind: 'existing', ...evolvePost(state, event) };
};

/** A post after events that it decides itself. None of them deletes it. */
export const postAfter = (post: Post, events: readonly PostEvent[]): Post => {
  const state = events.reduce<PostState>(evolve, { kind: 'existing', ...post });
  return state.kind === 'existing' ? state : post;
};

type Later = Exclude<PostEvent, { type: 'PostCreated' | 'PostDeleted' }>;

/** The effect of an event on a post that exists before and after it. */
export const evolvePost = (post: Post, event: Later): Post => {
  switch (event.type) {
    case 'PostScheduled':
      return { ...post, status: 'scheduled', scheduledFor: event.data.scheduledFor };
    case 'PostUnscheduled':
      return { ...post, status: 'draft', scheduledFor: null };
    case 'PostEdited': {
      const { changes, destinations } = event.data;
      return {
        ...post,
        content: changed(post.content, changes),
        destinations: destinations ? destinations.map(newDestination) : post.destinations,
      };
    }
    case 'PostCancelled':
      return { ...post, status: 'cancelled' };
    case 'PostArchived':
      return { ...post, status: 'archived' };
    case 'PostPaymentPaused':
      return { ...post, status: 'payment_paused' };
    case 'PostPaymentResumed':
      return { ...post, status: 'scheduled' };
    case 'PostPublishingStarted': {
      const queued = new Map(event.data.queued.map((one) => [one.postPlatformId, one]));
      return {
        ...post,
        status: 'publishing',
        round: event.data.round,
        callbackUrl: event.data.callbackUrl,
        destinations: post.destinations.map((destination) => {
          const mine = queued.get(destination.postPlatformId);
          return mine
            ? { ...destination, status: 'pending', running: true, dueAt: mine.dueAt, retries: mine.retry, error: null }
            : destination;
        }),
      };
    }
    case 'PostPublishingCompleted': {
      const status = { PUBLISHED: 'published', PARTIAL: 'partial', FAILED: 'failed' } as const;
      return { ...post, status: status[event.data.outcome], callbackUrl: undefined };
    }
    case 'PostUnpublishRequested': {
      const asked = new Set(event.data.copies.map((copy) => copy.postPlatformId));
      return {
        ...post,
        unpublishRound: event.data.round,
        destinations: post.destinations.map((destination) =>
          asked.has(destination.postPlatformId) ? { ...destination, ...askedAway(destination) } : destination,
        ),
      };
    }
    case 'PostUnpublishCompleted': {
      // Histories from before a removal prevented new runs: the current run decides the status.
      if (post.status === 'publishing') return post;
      const status = { unpublished: 'unpublished', partial: 'partial', unchanged: post.status } as const;
      return { ...post, status: status[event.data.outcome] };
    }
    case 'PostApprovalStarted': {
      const { approval: number, steps, ...begun } = event.data;
      const open = steps.map((step) => ({ ...step, decision: null }));
      const approval: PostApproval = { ...begun, number, steps: open, status: 'pending', changed: [] };
      return { ...post, status: 'pending_approval', approval };
    }
    case 'PostStepApproved':
      return { ...post, approval: decided(post.approval, event.data, 'APPROVED') };
    case 'PostStepRejected': {
      const approval = decided(post.approval, event.data, 'REJECTED');
      return { ...post, status: 'draft', approval: approval && { ...approval, status: 'rejected' } };
    }
    case 'PostApproved':
      return { ...post, status: 'approved', approval: post.approval && { ...post.approval, status: 'approved' } };
    case 'PostApprovalVoided': {
      const { changed: parts } = event.data;
      const isWaiting = post.status === 'scheduled' || post.status === 'approved';
      return {
        ...post,
        status: isWaiting ? 'draft' : post.status,
        approval: post.approval && { ...post.approval, status: 'voided', changed: parts },
      };
    }
    case 'PostApprovalWithdrawn':
      return { ...post, status: 'draft', approval: post.approval && { ...post.approval, status: 'withdrawn' } };
    case 'PostHeldForApproval':
      return { ...post, status: 'draft' };
    case 'PostTimePlanned':
      return { ...post, scheduledFor: event.data.scheduledFor };
    default:
      return change(post, event.data.postPlatformId, (destination) => evolveDestination(destination, event));
  }
};

const decided = (
  approval: PostApproval | null,
  { stepOrder, approverId, comment, decidedAt }: Omit<StepDecision, 'status'> & Readonly<{ stepOrder: number }>,
  status: StepDecision['status'],
): PostApproval | null => {
  if (!approval) return null;
  const decide = (step: ApprovalStep): ApprovalStep =>
    step.order === stepOrder ? { ...step, decision: { status, approverId, comment, decidedAt } } : step;
  return { ...approval, steps: approval.steps.map(decide) };
};
