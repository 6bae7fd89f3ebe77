import type { AccountFacts } from '../content/account-eligibility.ts';
import type { PostCheck } from '../content/finding.ts';
import type { FailureKind } from '../platforms/platform-error.ts';
import type { NativeObject, Removal } from '../platforms/publisher.ts';
import type { ApprovalGate, Digest, Members, Places } from './approval.ts';
import type { WorkflowStep } from '../approvals/workflow-step.ts';
import type { Destination, DestinationError, PostContent, PostMedia, SkipReason } from './values.ts';

/** The commands of a post. Times are ISO 8601 on the workspace's clock. */
export type PostCommand =
  | EditingCommand
  | PublishingCommand
  | ApprovalCommand
  | SendingCommand
  | CommentCommand
  | UnpublishingCommand;

/**
 * The accounts of a post by id, from their read model. An account that is missing here is checked
 * before sending.
 */
export type Accounts = ReadonlyMap<string, AccountFacts>;

export type EditingCommand =
  | {
      type: 'create';
      postId: string;
      content: PostContent;
      destinations: readonly Destination[];
      scheduledFor: string | null;
      /** Keeps it a draft even where its content breaks rules, or its time is in the past. */
      saveAsDraft: boolean;
      accounts: Accounts;
      /** The platforms' check of this content, where it has been made. */
      check?: PostCheck | undefined;
      createdById: string | null;
      /** The calendar post that is handed over as this post. */
      calendarPostId?: string | undefined;
      gate?: ApprovalGate | undefined;
      now: string;
    }
  | {
      type: 'edit';
      changes: Partial<PostContent>;
      destinations?: readonly Destination[];
      /** Absent leaves the schedule unchanged; null removes it. */
      scheduledFor?: string | null;
      /** Leaves a draft a draft, and removes the schedule of a scheduled post. */
      saveAsDraft?: boolean;
      accounts: Accounts;
      gate?: ApprovalGate | undefined;
      now: string;
    }
  | { type: 'cancel'; now: string }
  | { type: 'delete'; now: string }
  | { type: 'archive' };

export type PublishingCommand =
  | { type: 'publish'; callbackUrl?: string; accounts: Accounts; gate?: ApprovalGate | undefined; now: string }
  /** The due time has come. An approved post needs the places; without them the command is refused. */
  | { type: 'dispatch'; gate?: ApprovalGate | undefined; places?: Places | undefined; now: string }
  | { type: 'retry'; gate?: ApprovalGate | undefined; now: string }
  | {
      type: 'fix';
      postPlatformId: string;
      media: readonly PostMedia[];
      gate?: ApprovalGate | undefined;
      now: string;
    }
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

type StepDecisionCommand = {
  /** The person who decides. */
  by: string;
  /** The step that they decided on; by default the first open one that is theirs. */
  stepOrder?: number | undefined;
  members: Members;
  /** Those who wrote the post, where the workspace separates duties: they decide nothing about it. */
  writers?: readonly string[];
  now: string;
};

export type ApprovalCommand =
  | {
      type: 'start-approval';
      workflow: { workflowId: string; name: string; version: number; steps: readonly WorkflowStep[] };
      startedById: string | null;
      accounts: Accounts;
      digest: Digest;
      now: string;
    }
  | (StepDecisionCommand & { type: 'approve-step'; comment: string | null; digest: Digest; accounts?: Accounts })
  | (StepDecisionCommand & { type: 'reject-step'; comment: string })
  | { type: 'withdraw-approval'; withdrawnById: string | null };

type OnDestination = { postPlatformId: string };

/**
 * The state that the sender saw. A send for another round, generation or attempt would publish
 * outdated content.
 */
export type SeenToSend = Readonly<{ round: number; generation: number; attempt: number }>;

/**
 * The attempt of an outcome. A late outcome of a delayed worker says nothing about a later attempt.
 */
export type SendTry = Readonly<{ key: string; attempt: number }>;

export type SendingCommand =
  | (OnDestination & { type: 'skip'; skipReason: SkipReason })
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
      /** The number of retries before this failure: a failure is counted once. */
      retries: number;
      now: string;
    });

export type CommentCommand =
  | (OnDestination & { type: 'comment-published'; object: NativeObject })
  /** Nothing was stored: the comment will be retried then. */
  | (OnDestination & { type: 'postpone-comment'; dueAt: string })
  | (OnDestination & { type: 'comment-failed'; error: DestinationError });

export type UnpublishingCommand =
  | { type: 'unpublish' }
  | (OnDestination & { type: 'removal-settled'; removals: readonly Removal[] })
  /** The platform has a rate limit: the remaining copies are removed later. */
  | (OnDestination & {
      type: 'removal-held-up';
      /** Every copy to be removed, with its outcome if no other try follows. */
      removals: readonly Removal[];
      error: DestinationError;
      retryAfterSeconds?: number;
      /** The number of waits before this one: each is counted once. */
      retries: number;
      now: string;
    });
