import { unreachable } from '../kernel/decider.ts';
import { Refused } from '../kernel/refused.ts';
import {
  isComplete,
  isSamePlace,
  mayDecide,
  openStepsOf,
  placesOf,
  subjectOf,
  type ApprovalStep,
  type PostApproval,
} from './approval.ts';
import {
  PostApprovalStarted,
  PostApprovalWithdrawn,
  PostApproved,
  PostStepApproved,
  PostStepRejected,
} from './approval-events.ts';
import type { ApprovalCommand } from './commands.ts';
import { PostScheduled, type PostEvent } from './post-events.ts';
import { refuseUnfitAccounts, refuseViolations } from './rule-violations.ts';
import type { Post } from './state.ts';

type Decide = Extract<ApprovalCommand, { type: 'approve-step' | 'reject-step' }>;

export const decideApproval = (command: ApprovalCommand, post: Post): readonly PostEvent[] => {
  switch (command.type) {
    case 'start-approval':
      return start(command, post);
    case 'approve-step':
      return approve(command, post);
    case 'reject-step':
      return reject(command, post);
    case 'withdraw-approval': {
      const { number: approval } = pendingOf(post);
      return [PostApprovalWithdrawn({ approval, withdrawnById: command.withdrawnById })];
    }
    default:
      return unreachable(command);
  }
};

const start = (
  { workflow, startedById, accounts, digest, now }: Extract<ApprovalCommand, { type: 'start-approval' }>,
  post: Post,
): readonly PostEvent[] => {
  if (post.status === 'pending_approval')
    throw new Refused('ALREADY_IN_APPROVAL', 'The post is being approved already', { status: post.status });
  if (post.status !== 'draft')
    throw new Refused('CONFLICT', `A post that is ${post.status.replaceAll('_', ' ')} cannot be put up for approval`, {
      status: post.status,
    });
  // Approvers are asked about posts that can be published only.
  refuseUnfitAccounts(post.destinations, accounts);
  refuseViolations(post.content, post.destinations);
  const { workflowId, name, version, steps } = workflow;
  return [
    PostApprovalStarted({
      workflowId,
      workflowName: name,
      workflowVersion: version,
      startedById,
      startedAt: now,
      steps: steps.map((step) => ({ ...step, approverIds: [...step.approverIds] })),
      subjectHash: digest(subjectOf(post)),
      places: placesOf(accounts),
      approval: (post.approval?.number ?? 0) + 1,
    }),
  ];
};

const pendingOf = ({ status, approval }: Post): PostApproval => {
  if (status !== 'pending_approval' || approval?.status !== 'pending')
    throw new Refused('NO_PENDING_STEP', 'No step of an approval waits for a decision', { status });
  return approval;
};

/** The step that the person decides: the one they name, else the first that is theirs. */
const stepOf = ({ by, stepOrder, members, writers = [] }: Decide, approval: PostApproval): ApprovalStep => {
  const open = openStepsOf(approval);
  if (stepOrder !== undefined && !open.some(({ order }) => order === stepOrder))
    throw new Refused('NO_PENDING_STEP', `Step ${stepOrder} waits for no decision`, { stepOrder });
  const mine = open.find(
    (step) =>
      (stepOrder === undefined || step.order === stepOrder) &&
      Object.hasOwn(members, by) &&
      mayDecide(step, by, members, writers),
  );
  if (!mine && writers.includes(by))
    throw new Refused('NOT_AUTHORIZED', 'This workspace separates duties: its writers do not decide about a post', {
      reason: 'separate_duties',
    });
  if (!mine)
    throw new Refused('NOT_AUTHORIZED', 'Only an approver of the current step decides it', {
      currentStep: open.at(-1)?.order ?? null,
    });
  return mine;
};

const approve = (command: Extract<Decide, { type: 'approve-step' }>, post: Post): readonly PostEvent[] => {
  const approval = pendingOf(post);
  const { order: stepOrder } = stepOf(command, approval);
  const { by: approverId, comment, now, digest } = command;
  const decided = { approval: approval.number, stepOrder, approverId, comment };
  const approved = PostStepApproved({ ...decided, decidedAt: now });
  const steps = approval.steps.map((step) =>
    step.order === stepOrder
      ? { ...step, decision: { status: 'APPROVED' as const, approverId, comment, decidedAt: now } }
      : step,
  );
  if (!isComplete(steps)) return [approved];
  const subjectHash = digest(subjectOf(post));
  if (subjectHash !== approval.subjectHash) throw notApprovedAsItIs();
  if (command.accounts && !isSamePlace(approval.places, placesOf(command.accounts))) throw notApprovedAsItIs();
  return [
    approved,
    PostApproved({ ...decided, subjectHash }),
    ...(post.scheduledFor === null ? [] : [PostScheduled({ scheduledFor: post.scheduledFor })]),
  ];
};

const reject = (command: Extract<Decide, { type: 'reject-step' }>, post: Post): readonly PostEvent[] => {
  const approval = pendingOf(post);
  const { order: stepOrder } = stepOf(command, approval);
  const { by: approverId, comment, now } = command;
  return [PostStepRejected({ approval: approval.number, stepOrder, approverId, comment, decidedAt: now })];
};

const notApprovedAsItIs = (): Refused =>
  new Refused('CONFLICT', 'The present version of the post is not approved', { reason: 'approval_required' });
