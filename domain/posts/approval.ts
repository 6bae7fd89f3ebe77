import type { WorkflowStep } from '../approvals/workflow-step.ts';
import { canonical } from '../kernel/canonical.ts';
import type { AccountFacts } from '../content/account-eligibility.ts';
import { roleOf, type Role } from '../workspaces/role.ts';
import type { BoundPart } from './approval-events.ts';
import type { Destination, PostContent, PostMedia } from './values.ts';

export type StepDecision = Readonly<{
  status: 'APPROVED' | 'REJECTED';
  approverId: string;
  comment: string | null;
  decidedAt: string;
}>;

export type ApprovalStep = WorkflowStep & Readonly<{ decision: StepDecision | null }>;

/** The last approval of a post. */
export type PostApproval = Readonly<{
  status: 'pending' | 'approved' | 'rejected' | 'voided' | 'withdrawn';
  /** Counts the approvals of the post. */
  number: number;
  workflowId: string;
  workflowName: string;
  workflowVersion: number;
  steps: readonly ApprovalStep[];
  subjectHash: string;
  /** The selected place of each account when it began, by account id. */
  places: Places;
  startedById: string | null;
  startedAt: string;
  /** What was changed after it; empty unless voided. */
  changed: readonly BoundPart[];
}>;

/** The members of the workspace, user id to role. */
export type Members = Readonly<Record<string, Role>>;

/** Hashes a text; the same text always has the same hash. */
export type Digest = (text: string) => string;

/** The page, organization or location that an account publishes to, by account id; null for the account itself. */
export type Places = Readonly<Record<string, string | null>>;

/** The present places of accounts. */
export const placesOf = (accounts: ReadonlyMap<string, Pick<AccountFacts, 'pageId'>>): Places =>
  Object.fromEntries([...accounts].map(([id, { pageId }]) => [id, pageId ?? null]));

/** Whether the accounts still publish where they did when the approval began. An account that is gone publishes nowhere. */
export const isSamePlace = (approved: Places, now: Places): boolean =>
  Object.entries(now).every(([id, place]) => !Object.hasOwn(approved, id) || approved[id] === place);

/** What the settings of a workspace demand of its posts, and the hash that approvals are bound by. */
export type ApprovalGate = Readonly<{
  /** Publishing and scheduling need an approval. */
  content: boolean;
  /** Setting the time needs an approval. */
  schedule: boolean;
  /** Where the accounts of the post publish now. */
  places?: Places;
  digest: Digest;
}>;

type Subject = Readonly<{
  content: PostContent;
  destinations: readonly (Destination & Readonly<{ media: readonly PostMedia[] | null }>)[];
  scheduledFor: string | null;
}>;

/** What an approval is bound to: everything that goes out, where it goes, and when. */
export const subjectOf = ({ content, destinations, scheduledFor }: Subject): string =>
  JSON.stringify(
    canonical({
      content,
      destinations: destinations.map(({ accountId, platform, media }) => ({ accountId, platform, media })),
      scheduledFor,
    }),
  );

const mediaOf = ({ content }: Subject) => [content.media, content.threadItems.map(({ media }) => media)];

const accountsOf = ({ destinations }: Subject) => destinations.map(({ accountId }) => accountId);

/** The bound parts in which two states of a post differ. */
export const changedParts = (before: Subject, after: Subject): readonly BoundPart[] => {
  const differ = (one: unknown, other: unknown): boolean =>
    JSON.stringify(canonical(one)) !== JSON.stringify(canonical(other));
  const fixed = (post: Subject) => post.destinations.map(({ media }) => media);
  const withoutMedia = ({ content: { media: _media, threadItems, ...content } }: Subject) => ({
    ...content,
    threadItems: threadItems.map(({ sequence, content: text }) => ({ sequence, content: text })),
  });
  const moved = differ(accountsOf(before), accountsOf(after));
  return [
    ...(differ(withoutMedia(before), withoutMedia(after)) ? (['content'] as const) : []),
    ...(differ(mediaOf(before), mediaOf(after)) || (!moved && differ(fixed(before), fixed(after)))
      ? (['media'] as const)
      : []),
    ...(moved ? (['destinations'] as const) : []),
    ...(before.scheduledFor === after.scheduledFor ? [] : (['scheduledFor'] as const)),
  ];
};

/**
 * The step that is asked for a decision: the first required one without, or where only optional ones remain, none.
 * Optional steps before it may be decided too. A workflow without a required step waits for one decision.
 */
export const currentStepOf = ({ status, steps }: Pick<PostApproval, 'status' | 'steps'>): ApprovalStep | undefined => {
  if (status !== 'pending') return undefined;
  const open = steps.filter(({ decision }) => decision === null);
  return open.find(({ required }) => required) ?? open[0];
};

/** The steps that can be decided now, in order: the current one, and optional ones before it. */
export const openStepsOf = (approval: Pick<PostApproval, 'status' | 'steps'>): readonly ApprovalStep[] => {
  const current = currentStepOf(approval);
  if (!current) return [];
  if (!current.required) return approval.steps.filter(({ decision }) => decision === null);
  return approval.steps.filter(({ order, decision }) => decision === null && order <= current.order);
};

/** Whether nothing is left to wait for once these steps are decided. */
export const isComplete = (steps: readonly ApprovalStep[]): boolean =>
  steps.some(({ decision }) => decision?.status === 'APPROVED') &&
  steps.every(({ required, decision }) => !required || decision?.status === 'APPROVED');

/**
 * Whether a person may decide a step: one of its approvers who is still a member. Where none of them is a member any
 * more, the owner decides in their place, so that no post waits for people who have left. `excluded`: those who wrote
 * the post, where the workspace separates duties.
 */
export const mayDecide = (
  { approverIds }: WorkflowStep,
  userId: string,
  members: Members,
  excluded: readonly string[] = [],
): boolean => {
  if (excluded.includes(userId)) return false;
  const remaining = approverIds.filter((id) => Object.hasOwn(members, id) && !excluded.includes(id));
  return remaining.length > 0 ? remaining.includes(userId) : roleOf(members, userId) === 'OWNER';
};
