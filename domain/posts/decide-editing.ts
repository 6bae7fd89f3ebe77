import { notFound, Refused } from '../kernel/refused.ts';
import { unreachable } from '../kernel/decider.ts';
import { refuseUnfitAccounts, refuseViolations } from './rule-violations.ts';
import type { EditingCommand } from './commands.ts';
import { refuseUnapproved, refuseUnapprovedSchedule, voided } from './approved.ts';
import { PostTimePlanned } from './approval-events.ts';
import {
  FirstCommentFailed,
  PostArchived,
  PostCancelled,
  PostCreated,
  PostDeleted,
  PostEdited,
  PostScheduled,
  PostUnscheduled,
  type PostEvent,
} from './post-events.ts';
import { newDestination } from './destination-state.ts';
import { calledOff, isLive, isWaiting } from './round.ts';
import type { Post, PostState } from './state.ts';
import { changedFields } from '../kernel/changed-fields.ts';
import { defined } from '../kernel/defined.ts';

/** How far in the past a schedule may be: clocks differ, and requests take time. */
const graceMilliseconds = 60_000;

export const decideEditing = (command: EditingCommand, state: PostState): readonly PostEvent[] => {
  if (command.type === 'create') return state.kind === 'absent' ? create(command) : [];
  if (state.kind === 'deleted' && command.type === 'delete') return [];
  if (state.kind !== 'existing') throw notFound('Post');
  switch (command.type) {
    case 'edit':
      return edit(command, state);
    case 'cancel':
      if (state.status === 'cancelled')
        throw new Refused('CONFLICT', 'The post is cancelled already', { status: 'cancelled' });
      if (isWaiting(state, command.now)) return cancelWaiting(state);
      refuseUnless(state, ['draft', 'scheduled', 'payment_paused', 'approved'], 'cancelled');
      return [PostCancelled({})];
    case 'delete':
      if (isWaiting(state, command.now)) {
        const ended = calledOff(state, 'The post was deleted before this was sent.');
        return [...ended, ...commentsCalledOff(state), PostDeleted({})];
      }
      if (state.status === 'publishing' || state.status === 'published') throw wrongStatus(state, 'deleted');
      // Its copies would remain on the platforms without a record of them.
      if (state.destinations.some(({ removal }) => removal === 'requested'))
        throw new Refused('CONFLICT', 'The post is being unpublished; delete it once that has ended');
      return [...commentsCalledOff(state), PostDeleted({})];
    case 'archive':
      return state.status === 'published' ? [PostArchived({})] : [];
    default:
      return unreachable(command);
  }
};

/** Ends a run that waits. Live copies stay, and the other platforms get none. */
const cancelWaiting = (post: Post): readonly PostEvent[] => {
  const ended = calledOff(post, 'The post was cancelled before this was sent.');
  return post.destinations.some(isLive) ? ended : [...ended, PostCancelled({})];
};

/** Pending first comments end with the post. */
const commentsCalledOff = ({ destinations }: Post): readonly PostEvent[] =>
  destinations
    .filter(({ comment }) => comment === 'due')
    .map(({ postPlatformId }) =>
      FirstCommentFailed({ postPlatformId, error: { code: 'PUBLISH_ERROR', message: 'The post was deleted.' } }),
    );

const create = (command: Extract<EditingCommand, { type: 'create' }>): readonly PostEvent[] => {
  const { postId, content, destinations, scheduledFor, saveAsDraft, createdById, calendarPostId, now } = command;
  const scheduled = scheduledFor !== null && !saveAsDraft;
  if (scheduled) {
    refuseUnapprovedSchedule(command.gate);
    refuseUnfitAccounts(destinations, command.accounts);
    refusePast(scheduledFor, now);
    refuseViolations(content, destinations, command.check);
  }
  const created = PostCreated({
    postId,
    destinations: [...destinations],
    scheduledFor,
    createdById,
    ...content,
    ...defined({ calendarPostId }),
  });
  return scheduled ? [created, PostScheduled({ scheduledFor })] : [created];
};

const edit = (command: Extract<EditingCommand, { type: 'edit' }>, post: Post): readonly PostEvent[] => {
  refuseUnless(post, ['draft', 'scheduled'], 'edited');
  const changes = changedFields(post.content, command.changes) ?? {};
  const destinations = command.destinations && moved(command.destinations, post) ? command.destinations : undefined;
  const events: PostEvent[] = [];
  if (Object.keys(changes).length > 0 || destinations) {
    events.push(PostEdited({ changes, ...(destinations ? { destinations: [...destinations] } : {}) }));
  }
  const scheduledFor = scheduleAfter(command, post);
  const ended = voided(post, {
    ...post,
    content: { ...post.content, ...changes },
    destinations: destinations ? destinations.map(newDestination) : post.destinations,
    scheduledFor: scheduledFor === undefined ? post.scheduledFor : scheduledFor,
  });
  // A scheduled post that becomes a draft keeps the time that it is given, as a plan.
  const kept =
    scheduledFor === null && typeof command.scheduledFor === 'string'
      ? [PostTimePlanned({ scheduledFor: command.scheduledFor })]
      : [];
  if (ended.length > 0) return [...events, ...plan(scheduledFor, post, command.now), ...kept, ...ended];
  if (command.saveAsDraft === true && post.status === 'draft')
    return [...events, ...plan(command.scheduledFor, post, undefined)];
  if (scheduledFor === null && post.scheduledFor !== null) events.push(PostUnscheduled({}), ...kept);
  // The edit that voids an approval is decided again: then the time is there, and schedules nothing.
  const isVoid = post.approval?.status === 'voided';
  const rescheduled =
    typeof scheduledFor === 'string' && ((post.status === 'draft' && !isVoid) || scheduledFor !== post.scheduledFor);
  const staysScheduled = post.status === 'scheduled' && scheduledFor !== null;
  if (rescheduled) refuseUnapprovedSchedule(command.gate);
  if (staysScheduled && events.length > 0) refuseUnapproved(post, command.gate);
  if (rescheduled || staysScheduled) {
    refuseUnfitAccounts(destinations ?? post.destinations, command.accounts);
    refuseViolations({ ...post.content, ...changes }, destinations ?? post.destinations);
  }
  if (rescheduled) {
    refusePast(scheduledFor, command.now);
    events.push(PostScheduled({ scheduledFor }));
  }
  return events;
};

/** The time of a post that is a draft after the edit. `now` refuses a time in the past. */
const plan = (scheduledFor: string | null | undefined, post: Post, now: string | undefined): readonly PostEvent[] => {
  if (scheduledFor === undefined || scheduledFor === post.scheduledFor) return [];
  if (scheduledFor === null) return [PostUnscheduled({})];
  if (now !== undefined) refusePast(scheduledFor, now);
  return [PostTimePlanned({ scheduledFor })];
};

/** The due time after an edit; undefined leaves the schedule unchanged. */
const scheduleAfter = (
  { saveAsDraft, scheduledFor }: Extract<EditingCommand, { type: 'edit' }>,
  { status }: Post,
): string | null | undefined => {
  if (!saveAsDraft) return scheduledFor;
  return status === 'scheduled' ? null : undefined;
};

const moved = (
  destinations: NonNullable<Extract<EditingCommand, { type: 'edit' }>['destinations']>,
  post: Post,
): boolean =>
  destinations.map(({ postPlatformId }) => postPlatformId).join() !==
  post.destinations.map(({ postPlatformId }) => postPlatformId).join();

const refusePast = (scheduledFor: string, now: string): void => {
  if (Date.parse(scheduledFor) < Date.parse(now) - graceMilliseconds) {
    throw new Refused('VALIDATION_ERROR', 'scheduledFor is in the past', {
      field: 'scheduledFor',
      scheduledFor,
      now,
    });
  }
};

export const wrongStatus = (post: Post, participle: string): Refused =>
  new Refused('CONFLICT', `A post that is ${post.status.replaceAll('_', ' ')} cannot be ${participle}`, {
    status: post.status,
  });

export const refuseUnless = (post: Post, statuses: readonly Post['status'][], participle: string): void => {
  if (!statuses.includes(post.status)) throw wrongStatus(post, participle);
};
