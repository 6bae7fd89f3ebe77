import type { NativeObject } from '../platforms/publisher.ts';
import { unreachable } from '../kernel/decider.ts';
import type { PostEvent } from './post-events.ts';
import type { Destination, DestinationError, PostMedia, RemovalValue, SkipReason } from './values.ts';

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

export const firstCommentSend = 'first-comment';

/** Whether the outcome of a send is not known yet. */
export const isOpen = (send: Send | undefined): boolean => send?.status === 'open' || send?.status === 'unknown';

/** A part of it may have been sent: the destination cannot end before its outcome is known. */
export const isInDoubt = ({ sends }: Pick<DestinationState, 'sends'>): boolean =>
  Object.entries(sends).some(([name, send]) => name !== firstCommentSend && isOpen(send));

export type DestinationState = Destination &
  Readonly<{
    status: 'pending' | 'published' | 'failed' | 'skipped';
    /** Of the last skip, where the account was not disconnected. */
    skipReason?: Exclude<SkipReason, 'account_disconnected'> | undefined;
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

const without = (record: Readonly<Record<string, string>>, key: string): Record<string, string> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));

const withSend = (destination: DestinationState, name: string, send: Send): Partial<DestinationState> => ({
  sends: { ...destination.sends, [name]: send },
});

const attemptOf = (destination: DestinationState, name: string): { key: string; attempt: number } => {
  const { key = '', attempt = 0 } = destination.sends[name] ?? {};
  return { key, attempt };
};

type OnDestination = Extract<PostEvent, { data: { postPlatformId: string } }>;

const otherThanLost = (reason: SkipReason): DestinationState['skipReason'] =>
  reason === 'account_disconnected' ? undefined : reason;

/** What an event on one destination changes of its state. */
export const evolveDestination = (destination: DestinationState, event: OnDestination): Partial<DestinationState> => {
  switch (event.type) {
    case 'DestinationDeferred':
      return { dueAt: event.data.until };
    case 'DestinationSkipped':
      return { status: 'skipped', skipReason: otherThanLost(event.data.skipReason), running: false, dueAt: null };
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

/** A removal begins. Copies that an earlier removal removed stay recorded, so that they are not removed again. */
export const askedAway = ({ removals }: DestinationState) =>
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
