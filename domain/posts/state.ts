import type { NativeObject } from '../platforms/publisher.ts';
import { unreachable } from '../kernel/decider.ts';
import type { ApprovalStep, PostApproval, StepDecision } from './approval.ts';
import type { PostEvent } from './events.ts';
import type { Destination, DestinationError, PostContent, PostMedia, PostStatus, RemovalValue } from './values.ts';

/** The state of one call that makes an object appear. */
export type Send =
  | Readonly<{ status: 'open'; key: string; attempt: number }>
  | Readonly<{
      status: 'unknown';
      key: string;
      attempt: number;
      cause: 'no_answer' | 'interrupted';
      looks: number;
      /** When the platform is asked; null when asking is of no use any more. */
      lookAt: string | null;
      message: string;
    }>
  | Readonly<{ status: 'done'; key: string; attempt: number; object: NativeObject }>
  | Readonly<{ status: 'failed'; key: string; attempt: number }>;

export type DestinationState = Destination &
  Readonly<{
    status: 'pending' | 'published' | 'failed' | 'skipped';
    /** Takes part in the current round and has not ended. */
    running: boolean;
    dueAt: string | null;
    /** Retries so far, requested or automatic: three at most. */
    retries: number;
    exhausted: boolean;
    /** Raised by each fix: new media are a new intent. */
    generation: number;
    /** Replaced media of this destination, by a fix. */
    media: readonly PostMedia[] | null;
    steps: Readonly<Record<string, string>>;
    sends: Readonly<Record<string, Send>>;
    objects: readonly NativeObject[];
    publishedAt: string | null;
    error: DestinationError | null;
    comment: 'none' | 'due' | 'published' | 'failed';
    commentDueAt: string | null;
    removal: 'none' | 'requested' | 'removed' | 'kept';
    removals: readonly RemovalValue[];
    /** The platform refuses further removals for now: its message, and when the next try is due. */
    removalWait: Readonly<{ retry: number; dueAt: string; error: DestinationError }> | null;
  }>;

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
export type PostState = Readonly<{ is: 'absent' }> | Readonly<{ is: 'deleted' }> | (Readonly<{ is: 'there' }> & Post);

export const absent: PostState = { is: 'absent' };

/** A destination before its first send. */
export const newDestination = ({ postPlatformId, platform, accountId }: Destination): DestinationState => ({
  postPlatformId,
  platform,
  accountId,
  status: 'pending',
  running: false,
  dueAt: null,
  retries: 0,
  exhausted: false,
  generation: 0,
  media: null,
  steps: {},
  sends: {},
  objects: [],
  publishedAt: null,
  error: null,
  comment: 'none',
  commentDueAt: null,
  removal: 'none',
  removals: [],
  removalWait: null,
});

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

const without = (record: Readonly<Record<string, string>>, key: string): Record<string, string> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));

const withSend = (destination: DestinationState, name: string, send: Send): Partial<DestinationState> => ({
  sends: { ...destination.sends, [name]: send },
});

const attemptOf = (destination: DestinationState, name: string): { key: string; attempt: number } => {
  const { key = '', attempt = 0 } = destination.sends[name] ?? {};
  return { key, attempt };
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
  if (event.type === 'PostCreated') return { is: 'there', ...createdPost(event.data) };
  if (state.is !== 'there') return state;
  if (event.type === 'PostDeleted') return { is: 'deleted' };
  return { is: 'there', ...evolvePost(state, event) };
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

type OnDestination = Extract<Later, { data: { postPlatformId: string } }>;

const evolveDestination = (destination: DestinationState, event: OnDestination): Partial<DestinationState> => {
  switch (event.type) {
    case 'DestinationDeferred':
      return { dueAt: event.data.until };
    case 'DestinationSkipped':
      return { status: 'skipped', running: false, dueAt: null };
    case 'DestinationStepCompleted':
      return { steps: { ...destination.steps, [event.data.step]: event.data.result } };
    case 'DestinationStepForgotten':
      return { steps: without(destination.steps, event.data.step) };
    case 'DestinationSendStarted': {
      const { send, key, attempt } = event.data;
      return withSend(destination, send, { status: 'open', key, attempt });
    }
    case 'DestinationSendSucceeded': {
      const { send, object } = event.data;
      const native = object as NativeObject;
      return {
        ...withSend(destination, send, { ...attemptOf(destination, send), status: 'done', object: native }),
        objects: [...destination.objects, native],
      };
    }
    case 'DestinationSendFailed':
      return withSend(destination, event.data.send, { ...attemptOf(destination, event.data.send), status: 'failed' });
    case 'DestinationSendOutcomeUnknown': {
      const { send, cause, message, lookAt } = event.data;
      const doubt = { status: 'unknown', cause, looks: 0, lookAt, message } as const;
      return withSend(destination, send, { ...attemptOf(destination, send), ...doubt });
    }
    case 'DestinationLookFailed': {
      const { send, looks, message, lookAt } = event.data;
      const known = destination.sends[send];
      return known?.status === 'unknown' ? withSend(destination, send, { ...known, looks, message, lookAt }) : {};
    }
    case 'DestinationRetryScheduled':
      return { retries: event.data.retry, dueAt: event.data.dueAt, error: event.data.error };
    case 'DestinationPublished':
      return {
        status: 'published',
        running: false,
        dueAt: null,
        publishedAt: event.data.publishedAt,
        objects: event.data.objects as NativeObject[],
        error: null,
      };
    case 'DestinationFailed':
      return {
        status: 'failed',
        running: false,
        dueAt: null,
        error: event.data.error,
        exhausted: event.data.exhausted,
      };
    case 'DestinationResolved':
      return resolved(destination, event.data.outcome);
    case 'DestinationFixed':
      return {
        media: event.data.media,
        generation: destination.generation + 1,
        retries: 0,
        exhausted: false,
        steps: {},
        sends: Object.fromEntries(Object.entries(destination.sends).filter(([, { status }]) => status === 'done')),
      };
    case 'FirstCommentDue':
      return { comment: 'due', commentDueAt: event.data.dueAt };
    case 'FirstCommentPublished':
      return { comment: 'published', commentDueAt: null };
    case 'FirstCommentFailed':
      return { comment: 'failed', commentDueAt: null };
    case 'DestinationRemovalSettled':
      return {
        removal: event.data.removals.every(({ removed }) => removed) ? 'removed' : 'kept',
        removals: event.data.removals,
        removalWait: null,
      };
    case 'DestinationRemovalPostponed': {
      const { removals, retry, dueAt, error } = event.data;
      return { removals, removalWait: { retry, dueAt, error } };
    }
    default:
      return unreachable(event);
  }
};

/** Copies that an earlier removal removed stay recorded, so that they are not removed again. */
const askedAway = ({ removals }: DestinationState) =>
  ({ removal: 'requested', removals: removals.filter(({ removed }) => removed), removalWait: null }) as const;

/**
 * A person has checked: sends of unknown outcome are closed, so that the destination can continue.
 */
const resolved = (
  destination: DestinationState,
  outcome: 'published' | 'not_published',
): Partial<DestinationState> => ({
  sends: Object.fromEntries(
    Object.entries(destination.sends).map(([name, send]) =>
      send.status === 'unknown' || send.status === 'open'
        ? [name, { status: 'failed', key: send.key, attempt: send.attempt } satisfies Send]
        : [name, send],
    ),
  ),
  ...(outcome === 'not_published'
    ? { error: { code: 'PUBLISH_ERROR', message: 'A person found that it was not published.' }, exhausted: false }
    : {}),
});
