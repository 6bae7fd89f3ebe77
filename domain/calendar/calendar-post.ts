import { unreachable, type Decider } from '../kernel/decider.ts';
import { notFound, Refused } from '../kernel/refused.ts';
import {
  CalendarPostApproved,
  CalendarPostChanged,
  CalendarPostCreated,
  CalendarPostHandedOver,
  CalendarPostRejected,
  CalendarPostReopened,
  CalendarPostSettled,
  CalendarPostSubmitted,
  type CalendarContent,
  type CalendarPostEvent,
} from './calendar-post-events.ts';
import { statusAfter, type CalendarStatus } from './calendar-post-view.ts';

export type CalendarPost = Readonly<{ status: CalendarStatus; content: CalendarContent; postId: string | null }>;

type Created = Parameters<typeof CalendarPostCreated>[0];

export type CalendarPostCommand =
  | Readonly<{ type: 'create-calendar-post'; post: Created; now: string }>
  | Readonly<{
      type: 'change-calendar-post';
      changes: Partial<CalendarContent>;
      status?: CalendarStatus | undefined;
      now: string;
    }>
  | Readonly<{ type: 'submit-calendar-post'; by: string }>
  | Readonly<{ type: 'decide-calendar-post'; approved: boolean; by: string | null; notes: string | null }>
  | Readonly<{ type: 'hand-over-calendar-post'; calendarPostId: string; postId: string; needsApproval: boolean }>
  | Readonly<{ type: 'settle-calendar-post'; outcome: 'PUBLISHED' | 'PARTIAL' | 'FAILED' }>;

const refusePast = (scheduledAt: string | null | undefined, now: string): void => {
  if (scheduledAt && Date.parse(scheduledAt) <= Date.parse(now))
    throw new Refused('VALIDATION_ERROR', 'scheduledAt must be in the future', { field: 'scheduledAt' });
};

const requireStatus = ({ status }: CalendarPost, allowed: readonly CalendarStatus[], participle: string): void => {
  if (!allowed.includes(status))
    throw new Refused('CONFLICT', `A calendar post in ${status} cannot be ${participle}`, { status });
};

const change = (
  { changes, status, now }: Extract<CalendarPostCommand, { type: 'change-calendar-post' }>,
  post: CalendarPost,
): readonly CalendarPostEvent[] => {
  requireStatus(post, ['DRAFT', 'PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'FAILED'], 'changed');
  if (status !== undefined && status !== post.status && status !== 'DRAFT')
    throw new Refused('CONFLICT', 'Only DRAFT can be set; submit, approve, reject and publish set the others', {
      field: 'status',
      status: post.status,
    });
  const different = Object.fromEntries(
    Object.entries(changes).filter(
      ([name, value]) => value !== undefined && value !== post.content[name as keyof CalendarContent],
    ),
  );
  if (Object.keys(different).length > 0) {
    refusePast(different['scheduledAt'], now);
    return [CalendarPostChanged({ changes: different })];
  }
  return status === 'DRAFT' && post.status !== 'DRAFT' ? [CalendarPostReopened({})] : [];
};

const decide = (command: CalendarPostCommand, post: CalendarPost | undefined): readonly CalendarPostEvent[] => {
  if (command.type === 'create-calendar-post') {
    if (post) return [];
    refusePast(command.post.scheduledAt, command.now);
    return [CalendarPostCreated(command.post)];
  }
  if (!post) throw notFound('calendar post');
  switch (command.type) {
    case 'change-calendar-post':
      return change(command, post);
    case 'submit-calendar-post':
      requireStatus(post, ['DRAFT', 'REJECTED', 'FAILED'], 'submitted');
      return [CalendarPostSubmitted({ submittedById: command.by })];
    case 'decide-calendar-post': {
      requireStatus(post, ['PENDING_APPROVAL'], command.approved ? 'approved' : 'rejected');
      const decision = { decidedById: command.by, decisionNotes: command.notes };
      return [command.approved ? CalendarPostApproved(decision) : CalendarPostRejected(decision)];
    }
    case 'hand-over-calendar-post': {
      requireStatus(post, command.needsApproval ? ['APPROVED'] : ['DRAFT', 'APPROVED', 'FAILED'], 'published');
      const { calendarPostId, postId } = command;
      return [CalendarPostHandedOver({ calendarPostId, postId })];
    }
    case 'settle-calendar-post':
      return post.status === 'PUBLISHING' ? [CalendarPostSettled({ outcome: command.outcome })] : [];
    default:
      return unreachable(command);
  }
};

const contentOf = ({ content, scheduledAt, mediaId, imageUrl, notes, arc, personaId }: CalendarContent) => ({
  ...{ content, scheduledAt, mediaId, imageUrl, notes, arc, personaId },
});

const evolve = (post: CalendarPost | undefined, event: CalendarPostEvent): CalendarPost | undefined => {
  const status = statusAfter(event);
  if (event.type === 'CalendarPostCreated') return { status, content: contentOf(event.data), postId: null };
  if (!post) return undefined;
  if (event.type === 'CalendarPostHandedOver') return { ...post, status, postId: event.data.postId };
  if (event.type !== 'CalendarPostChanged') return { ...post, status };
  return { ...post, status, content: { ...post.content, ...(event.data.changes as Partial<CalendarContent>) } };
};

/** `calendarPost-<id>`: a plan for a post, with an approval of its own, until a post is created from it. */
export const calendarPost: Decider<CalendarPost | undefined, CalendarPostCommand, CalendarPostEvent> = {
  category: 'calendarPost',
  initial: undefined,
  decide,
  evolve,
};
