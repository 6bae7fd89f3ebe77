import type { AccountFacts } from '../content/account-eligibility.ts';
import type { FailureKind } from '../platforms/platform-error.ts';
import type { NativeObject, Removal } from '../platforms/publisher.ts';
import type { Destination, DestinationError, PostContent, PostMedia } from './values.ts';

/** Everything that can be asked of a post. Times are ISO 8601 on the workspace's clock. */
export type PostCommand = EditingCommand | PublishingCommand | SendingCommand | CommentCommand | UnpublishingCommand;

/** The accounts of a post by id, as their read model has them. An account that is missing here is checked when it is sent to. */
export type Accounts = ReadonlyMap<string, AccountFacts>;

export type EditingCommand =
  | {
      type: 'create';
      postId: string;
      content: PostContent;
      destinations: readonly Destination[];
      scheduledFor: string | null;
      /** Keeps it a draft whatever its content breaks, even with a time in the past. */
      saveAsDraft: boolean;
      accounts: Accounts;
      createdById: string | null;
      now: string;
    }
  | {
      type: 'edit';
      changes: Partial<PostContent>;
      destinations?: readonly Destination[];
      /** Absent leaves the schedule; null takes it off. */
      scheduledFor?: string | null;
      /** Leaves a draft a draft, and takes the schedule off a scheduled post. */
      saveAsDraft?: boolean;
      accounts: Accounts;
      now: string;
    }
  | { type: 'cancel' }
  | { type: 'delete' }
  | { type: 'archive' };

export type PublishingCommand =
  | { type: 'publish'; callbackUrl?: string; accounts: Accounts; now: string }
  /** The due time has come. */
  | { type: 'dispatch'; now: string }
  | { type: 'retry'; now: string }
  | { type: 'fix'; postPlatformId: string; media: readonly PostMedia[]; now: string }
  | {
      type: 'resolve';
      postPlatformId: string;
      outcome: 'published' | 'not_published';
      platformPostId?: string;
      platformPostUrl?: string;
      now: string;
    }
  | { type: 'pause-for-payment'; reason: string }
  | { type: 'resume-after-payment' };

type OnDestination = { postPlatformId: string };

/** What the sender saw. A send for another round, generation or attempt would publish something that is not asked for. */
export type SeenToSend = Readonly<{ round: number; generation: number; attempt: number }>;

/** The try that an outcome belongs to. A late outcome, of a worker that was held up, says nothing about a later try. */
export type SendTry = Readonly<{ key: string; attempt: number }>;

export type SendingCommand =
  | (OnDestination & { type: 'skip'; skipReason: 'account_disconnected' })
  | (OnDestination & { type: 'defer'; until: string; reason: string })
  | (OnDestination & { type: 'complete-step'; step: string; result: string })
  | (OnDestination & { type: 'forget-step'; step: string })
  | (OnDestination & { type: 'start-send'; send: string; seen?: SeenToSend })
  | (OnDestination & { type: 'send-succeeded'; send: string; of?: SendTry; object: NativeObject; foundByLook: boolean })
  | (OnDestination & { type: 'send-failed'; send: string; of?: SendTry; error: DestinationError; foundByLook: boolean })
  | (OnDestination & {
      type: 'send-unknown';
      send: string;
      of?: SendTry;
      cause: 'no_answer' | 'interrupted';
      message: string;
      lookAt: string;
    })
  | (OnDestination & { type: 'look-failed'; send: string; of?: SendTry; message: string; lookAt: string | null })
  | (OnDestination & {
      type: 'settle-published';
      objects: readonly NativeObject[];
      /** Whether a first comment can follow on this account. */
      commentPossible: boolean;
      now: string;
    })
  | (OnDestination & {
      type: 'settle-failed';
      kind: FailureKind;
      error: DestinationError;
      retryAfterSeconds?: number;
      /** How many retries came before this failure: a failure is counted once. */
      retries: number;
      now: string;
    });

export type CommentCommand =
  | (OnDestination & { type: 'comment-published'; object: NativeObject })
  /** Nothing was stored: the comment is tried again then. */
  | (OnDestination & { type: 'postpone-comment'; dueAt: string })
  | (OnDestination & { type: 'comment-failed'; error: DestinationError });

export type UnpublishingCommand =
  | { type: 'unpublish' }
  | (OnDestination & { type: 'removal-settled'; removals: readonly Removal[] })
  /** The platform takes no more calls for now: the removal of what is left is asked for again later. */
  | (OnDestination & {
      type: 'removal-held-up';
      /** Every copy whose removal was asked for, with its outcome as it stays if no other try follows. */
      removals: readonly Removal[];
      error: DestinationError;
      retryAfterSeconds?: number;
      /** How many waits came before this one: each is counted once. */
      retries: number;
      now: string;
    });
