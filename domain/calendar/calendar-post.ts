import { defined } from '../kernel/defined.ts';
import { unreachable, type Decider } from '../kernel/decider.ts';
import { notFound, Refused } from '../kernel/refused.ts';
import {
  CalendarPostApproved,
  CalendarPostChanged,
  CalendarPostCreated,
  CalendarPostDeleted,
  CalendarPostFollowed,
  CalendarPostFound,
  CalendarPostHandedOver,
  CalendarPostImported,
  CalendarPostRejected,
  CalendarPostReopened,
  CalendarPostSubmitted,
  CalendarPostUnpublished,
  type CalendarContent,
  type CalendarPostEvent,
} from './calendar-post-events.ts';
import { statusAfter, type CalendarStatus } from './calendar-post-view.ts';
import { changedFields } from '../kernel/changed-fields.ts';

export type CalendarPost = Readonly<{
  status: CalendarStatus;
  content: CalendarContent;
  postId: string | null;
  platformPostId: string | null;
  /** The revision of its post that it has followed to; -1 before any. */
  followed: number;
}>;
export type CalendarPostState = CalendarPost | 'deleted' | undefined;

type Created = Parameters<typeof CalendarPostCreated>[0];
type Imported = Parameters<typeof CalendarPostImported>[0];

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
  | Readonly<{ type: 'follow-calendar-post' } & Parameters<typeof CalendarPostFollowed>[0]>
  /** The post is on its platform; one that the calendar lacks is imported. */
  | Readonly<{ type: 'see-calendar-post'; found: Imported }>
  | Readonly<{ type: 'miss-calendar-post' }>
  /** What was published stays on its platform, and a sync does not bring it back. */
  | Readonly<{ type: 'delete-calendar-post' }>;

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
  const different = changedFields(post.content, changes);
  if (different) {
    refusePast(different.scheduledAt, now);
    return [CalendarPostChanged({ changes: different })];
  }
  return status === 'DRAFT' && post.status !== 'DRAFT' ? [CalendarPostReopened({})] : [];
};

const see = (found: Imported, post: CalendarPost | undefined): readonly CalendarPostEvent[] => {
  if (!post) return [CalendarPostImported(found)];
  const { platformPostId, platformPostUrl, publishedAt } = found;
  const isNews =
    post.status === 'UNPUBLISHED' || (post.status === 'PUBLISHED' && post.platformPostId !== platformPostId);
  return isNews ? [CalendarPostFound({ platformPostId, platformPostUrl, publishedAt })] : [];
};

/** What reports on a deleted post comes too late; what a person asks of it is refused. */
const afterDeletion = ({ type }: CalendarPostCommand): readonly CalendarPostEvent[] => {
  if (/^(see|miss|follow|delete)-/.test(type)) return [];
  throw notFound('calendar post');
};

const decide = (command: CalendarPostCommand, post: CalendarPostState): readonly CalendarPostEvent[] => {
  if (command.type === 'create-calendar-post') {
    if (post) return [];
    refusePast(command.post.scheduledAt, command.now);
    return [CalendarPostCreated(command.post)];
  }
  if (post === 'deleted') return afterDeletion(command);
  if (command.type === 'see-calendar-post') return see(command.found, post);
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
    case 'follow-calendar-post': {
      const { type: _type, ...followed } = command;
      // Released, or handed over again as another post.
      if (post.postId !== command.postId || post.followed >= command.revision) return [];
      return [CalendarPostFollowed(followed)];
    }
    case 'miss-calendar-post':
      return post.status === 'PUBLISHED' ? [CalendarPostUnpublished({})] : [];
    case 'delete-calendar-post':
      if (post.status === 'PUBLISHING')
        throw new Refused('CONFLICT', 'It is being published: cancel or delete its post first', {
          status: post.status,
          postId: post.postId,
        });
      return [CalendarPostDeleted({})];
    default:
      return unreachable(command);
  }
};

const contentOf = ({ content, scheduledAt, mediaId, imageUrl, notes, arc, personaId }: CalendarContent) => ({
  content,
  scheduledAt,
  mediaId,
  imageUrl,
  notes,
  arc,
  personaId,
});

const unplanned = { mediaId: null, imageUrl: null, notes: null, arc: null, personaId: null };

const evolve = (post: CalendarPostState, event: CalendarPostEvent): CalendarPostState => {
  if (event.type === 'CalendarPostDeleted' || post === 'deleted') return 'deleted';
  const status = statusAfter(event);
  if (event.type === 'CalendarPostCreated')
    return { status, content: contentOf(event.data), postId: null, platformPostId: null, followed: -1 };
  if (event.type === 'CalendarPostImported') {
    const { content, publishedAt: scheduledAt, postId, platformPostId } = event.data;
    return { status, content: { ...unplanned, content, scheduledAt }, postId, platformPostId, followed: -1 };
  }
  if (!post) return undefined;
  if (event.type === 'CalendarPostFound') return { ...post, status, platformPostId: event.data.platformPostId };
  if (event.type === 'CalendarPostHandedOver') return { ...post, status, postId: event.data.postId, followed: -1 };
  if (event.type === 'CalendarPostFollowed') {
    const { became, revision: followed, found } = event.data;
    if (became === 'RELEASED') return { ...post, status, postId: null, followed };
    return { ...post, status, followed, platformPostId: found?.platformPostId ?? post.platformPostId };
  }
  if (event.type !== 'CalendarPostChanged') return { ...post, status };
  return { ...post, status, content: { ...post.content, ...defined(event.data.changes) } };
};

/** `calendarPost-<id>`: a plan for a post, with an approval of its own, until a post is created from it. */
export const calendarPost: Decider<CalendarPostState, CalendarPostCommand, CalendarPostEvent> = {
  category: 'calendarPost',
  initial: undefined,
  decide,
  evolve,
};
