import { calendarPostView, type CalendarPostView } from '../../domain/calendar/calendar-post-view.ts';
import { foldView } from '../../domain/kernel/decider.ts';
import { partsOfStream } from '../../domain/kernel/stream-names.ts';
import type { Mail } from '../../domain/mail/mail.ts';
import { notification } from '../../domain/notifications/notification.ts';
import { calendarPost } from '../../domain/calendar/calendar-post.ts';
import { mayManage } from '../../domain/workspaces/role.ts';
import { effectiveSettings } from '../../domain/workspaces/settings.ts';
import { workspace, type Workspace } from '../../domain/workspaces/workspace.ts';
import type { ActContext } from '../kernel/act-context.ts';
import { endOf, excerptOf, type PostMailPorts } from './post-mails.ts';

type Kind = 'approval_requested' | 'approval_approved' | 'approval_rejected';

/** A pending mail about a submitted post of the calendar, or about the decision on it. */
export type OwedCalendarMail = Readonly<{ notificationId: string; calendarPostId: string; kind: Kind; at: string }>;

type Happened = Readonly<{ stream: string; meta: Readonly<{ occurredAt: string }> }>;

export const owedCalendarMail = ({ stream, meta }: Happened, notificationId: string, kind: Kind): OwedCalendarMail => ({
  notificationId,
  calendarPostId: partsOfStream(stream).id,
  kind,
  at: meta.occurredAt,
});

const wanted = {
  approval_requested: { status: 'PENDING_APPROVAL', subject: 'Approval asked' },
  approval_approved: { status: 'APPROVED', subject: 'Approved' },
  approval_rejected: { status: 'REJECTED', subject: 'Rejected' },
} as const;

/** The owner and administrators, without who wrote or submitted the post where duties are separate. */
const decidersOf = ({ members, settings }: Workspace, view: CalendarPostView): readonly string[] => {
  const writers = effectiveSettings(settings).separate_duties ? [view.createdById, view.submittedById] : [];
  return Object.keys(members).filter((userId) => mayManage(members[userId]) && !writers.includes(userId));
};

const sentenceOf = (kind: Kind, { decisionNotes }: CalendarPostView): string => {
  if (kind === 'approval_requested') return 'A post of the calendar waits for your decision.';
  const notes = decisionNotes === null ? '' : ` Notes: ${decisionNotes}`;
  return `Your post of the calendar was ${kind === 'approval_approved' ? 'approved' : 'rejected'}.${notes}`;
};

type Links = Readonly<{ page: string; unsubscribe: string }>;

const mailOf = (owed: OwedCalendarMail, view: CalendarPostView, to: string, { page, unsubscribe }: Links): Mail => ({
  id: `${owed.notificationId}/${to}`,
  to,
  subject: `${wanted[owed.kind].subject}: ${excerptOf(view.content)}`,
  text: [
    sentenceOf(owed.kind, view),
    view.content,
    `${view.platform}${view.scheduledAt === null ? '' : `, planned for ${view.scheduledAt}`}`,
    owed.kind === 'approval_requested' ? `Approve or reject it here: ${page}` : `The post: ${page}`,
    endOf(unsubscribe),
  ].join('\n\n'),
  action: { label: owed.kind === 'approval_requested' ? 'Decide' : 'See the post', url: page },
  unsubscribeUrl: unsubscribe,
});

/** Mails who may decide on a submitted post of the calendar, and its submitter once it is decided. */
export const mailCalendarApproval = async (
  owed: OwedCalendarMail,
  context: ActContext,
  { mailer, recipients, consoleLinkOf, unsubscribeLinks }: PostMailPorts,
): Promise<void> => {
  const { notificationId, calendarPostId, kind } = owed;
  const { workspaceId, mode } = context;
  const view = foldView(calendarPostView, (await context.load(calendarPost, calendarPostId))?.events ?? []);
  const state = (await context.load(workspace, workspaceId))?.state;
  // Changed, decided or deleted meanwhile: what the mail would say is not so any more.
  if (!mailer.reaches(mode) || view?.status !== wanted[kind].status || state?.status !== 'active')
    return context.endInstance();
  const people =
    kind === 'approval_requested'
      ? await recipients.among(workspaceId, decidersOf(state, view), 'approvalUpdates')
      : await recipients.author(workspaceId, view.submittedById, ['approvalUpdates']);
  if (people.length === 0) return context.endInstance();
  const page = consoleLinkOf(`calendar-posts/${calendarPostId}`, workspaceId);
  for (const { userId, email } of people) {
    const unsubscribe = unsubscribeLinks.urlOf({ userId, workspaceId, kind: 'approvalUpdates' });
    const sentAt = context.now().toISOString();
    await mailer.send(mailOf(owed, view, email, { page, unsubscribe }), { workspaceId, mode, sentAt });
  }
  const note = { notificationId, kind, recipients: people.map(({ userId }) => userId) };
  await context.send(notification, notificationId, { type: 'note-mailed', ...note }, { step: 'mailed', fresh: true });
};
