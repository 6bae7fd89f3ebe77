import { foldView } from '../../domain/kernel/decider.ts';
import { partsOfStream } from '../../domain/kernel/stream-names.ts';
import type { Mail } from '../../domain/mail/mail.ts';
import { notification } from '../../domain/notifications/notification.ts';
import type { Recipient } from '../../domain/notifications/recipients.ts';
import {
  mayDecide,
  openStepsOf,
  type ApprovalStep,
  type Members,
  type PostApproval,
} from '../../domain/posts/approval.ts';
import { post } from '../../domain/posts/post.ts';
import { postView, type PostView } from '../../domain/posts/view.ts';
import { effectiveSettings } from '../../domain/workspaces/settings.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import { processOf } from '../kernel/process.ts';
import { mailCalendarApproval, owedCalendarMail, type OwedCalendarMail } from './calendar-approval-mails.ts';
import { endOf, excerptOf, type PostMailPorts } from './post-mails.ts';

type Kind = 'approval_requested' | 'approval_approved' | 'approval_rejected';

/** A pending mail about one event of an approval; `decided` is the step that the event decided. */
export type OwedApprovalMail = Readonly<{
  notificationId: string;
  postId: string;
  kind: Kind;
  approval: number;
  decided: number | null;
  at: string;
}>;

type Owed = OwedApprovalMail | OwedCalendarMail;

const subjects: Readonly<Record<Kind, string>> = {
  approval_requested: 'Approval asked',
  approval_approved: 'Approved',
  approval_rejected: 'Rejected',
};

/** The steps that an event opened and that still wait for a decision. */
const openedSteps = (approval: PostApproval, decided: number | null): readonly ApprovalStep[] => {
  const open = openStepsOf(approval);
  if (decided === null) return open;
  const steps = approval.steps.map((step) => (step.order === decided ? { ...step, decision: null } : step));
  const before = openStepsOf({ status: 'pending', steps }).map(({ order }) => order);
  return open.filter(({ order }) => !before.includes(order));
};

/** Approvers who may decide a step; the owner where none of them is a member any more. */
const approversOf = async (
  steps: readonly ApprovalStep[],
  members: Members,
  writers: readonly string[],
  ask: (userIds: readonly string[]) => Promise<readonly Recipient[]>,
): Promise<readonly Recipient[]> => {
  const asked = Object.keys(members).filter((userId) =>
    steps.some((step) => mayDecide(step, userId, members, writers)),
  );
  return asked.length === 0 ? [] : ask(asked);
};

const linesOf = ({ kind, approval: number, decided }: OwedApprovalMail, { post: { approval } }: PostView) => {
  const name = approval?.number === number ? approval.workflowName : 'its workflow';
  if (kind === 'approval_requested') return [`A post waits for your decision (${name}).`];
  if (kind === 'approval_approved') return [`Your post was approved (${name}).`];
  const comment = approval?.steps.find(({ order }) => order === decided)?.decision?.comment;
  return [`Your post was rejected (${name}). It is a draft again.`, ...(comment ? [`Comment: ${comment}`] : [])];
};

const approvalMail = (
  owed: OwedApprovalMail,
  view: PostView,
  to: string,
  links: Readonly<{ page: string; unsubscribe: string }>,
): Mail => ({
  id: `${owed.notificationId}/${to}`,
  to,
  subject: `${subjects[owed.kind]}: ${excerptOf(view.post.content.content) || 'a post'}`,
  text: [
    ...linesOf(owed, view),
    ...(view.post.content.content === '' ? [] : [view.post.content.content]),
    owed.kind === 'approval_requested' ? `Approve or reject it here: ${links.page}` : `The post: ${links.page}`,
    endOf(links.unsubscribe),
  ].join('\n\n'),
  action: { label: owed.kind === 'approval_requested' ? 'Decide' : 'See the post', url: links.page },
  unsubscribeUrl: links.unsubscribe,
});

/**
 * Mails approvers when an approval asks for their step, and the author when it is approved or rejected. A mail that is
 * not wanted, or whose step no longer waits, leaves no event.
 */
export const approvalMails = processOf<Owed, Owed, PostMailPorts>()({
  name: 'approval-mails',
  description: 'Mails approvers that their step waits, and authors that their posts were approved or rejected.',
  on: {
    PostApprovalStarted: (_, { stream, data, meta }, notificationId) => ({
      notificationId,
      postId: partsOfStream(stream).id,
      kind: 'approval_requested',
      approval: data.approval,
      decided: null,
      at: meta.occurredAt,
    }),
    PostStepApproved: (_, { stream, data, meta }, notificationId) => ({
      notificationId,
      postId: partsOfStream(stream).id,
      kind: 'approval_requested',
      approval: data.approval,
      decided: data.stepOrder,
      at: meta.occurredAt,
    }),
    PostApproved: (_, { stream, data, meta }, notificationId) => ({
      notificationId,
      postId: partsOfStream(stream).id,
      kind: 'approval_approved',
      approval: data.approval,
      decided: data.stepOrder,
      at: meta.occurredAt,
    }),
    PostStepRejected: (_, { stream, data, meta }, notificationId) => ({
      notificationId,
      postId: partsOfStream(stream).id,
      kind: 'approval_rejected',
      approval: data.approval,
      decided: data.stepOrder,
      at: meta.occurredAt,
    }),
    CalendarPostSubmitted: (_, event, id) => owedCalendarMail(event, id, 'approval_requested'),
    CalendarPostApproved: (_, event, id) => owedCalendarMail(event, id, 'approval_approved'),
    CalendarPostRejected: (_, event, id) => owedCalendarMail(event, id, 'approval_rejected'),
    NotificationMailed: () => undefined,
  },
  instancesOf: (event) =>
    event.type === 'NotificationMailed'
      ? event.data.notificationId
      : `${partsOfStream(event.stream).id}-${event.revision}`,
  next: (owed) => ({ at: owed.at, action: owed }),
  act: async (owed, context, ports) => {
    if ('calendarPostId' in owed) return mailCalendarApproval(owed, context, ports);
    const { mailer, recipients, consoleLinkOf, unsubscribeLinks } = ports;
    const { notificationId, postId, kind, decided } = owed;
    const { workspaceId, mode } = context;
    const view = mailer.reaches(mode)
      ? foldView(postView, (await context.load(post, postId))?.events ?? [])
      : undefined;
    if (!view) return context.endInstance();
    const { approval } = view.post;
    const steps = approval?.number === owed.approval ? openedSteps(approval, decided) : [];
    const state = (await context.load(workspace, workspaceId))?.state;
    const members = state?.status === 'active' ? state.members : {};
    const separates = state?.status === 'active' && effectiveSettings(state.settings).separate_duties;
    const writers = separates ? [view.createdById, approval?.startedById].filter((id) => typeof id === 'string') : [];
    const people =
      kind === 'approval_requested'
        ? await approversOf(steps, members, writers, (userIds) =>
            recipients.among(workspaceId, userIds, 'approvalUpdates'),
          )
        : await recipients.author(workspaceId, view.createdById, ['approvalUpdates']);
    if (people.length === 0) return context.endInstance();
    const page = consoleLinkOf(`${kind === 'approval_requested' ? 'approvals' : 'posts'}/${postId}`, workspaceId);
    for (const { userId, email } of people) {
      const sentAt = context.now().toISOString();
      const unsubscribe = unsubscribeLinks.urlOf({ userId, workspaceId, kind: 'approvalUpdates' });
      await mailer.send(approvalMail(owed, view, email, { page, unsubscribe }), { workspaceId, mode, sentAt });
    }
    const note = { notificationId, kind, recipients: people.map(({ userId }) => userId) };
    await context.send(notification, notificationId, { type: 'note-mailed', ...note }, { step: 'mailed', fresh: true });
  },
});
