import { Refused } from '../kernel/refused.ts';
import { changedParts, isSamePlace, subjectOf, type ApprovalGate, type Places } from './approval.ts';
import { PostApprovalVoided, PostHeldForApproval } from './approval-events.ts';
import type { PostEvent } from './post-events.ts';
import type { Post } from './state.ts';

/** Whether the approval is of the post's present content and destinations. */
export const isApprovedAsItIs = (post: Post, { digest, places = {} }: ApprovalGate): boolean =>
  post.approval?.status === 'approved' &&
  post.approval.subjectHash === digest(subjectOf(post)) &&
  isSamePlace(post.approval.places, places);

/** Whether an approved post would now go to another page, organization or location than the approved one. */
export const isElsewhere = ({ approval }: Pick<Post, 'approval'>, places: Places): boolean =>
  approval?.status === 'approved' && !isSamePlace(approval.places, places);

const placesNeeded = 'places_needed';

/**
 * The places to compare an approved post with. They are looked up where the post turns out to be approved, because most
 * posts are not.
 */
export const placesOfApproved = (places: Places | undefined): Places => {
  if (places) return places;
  throw new Refused('CONFLICT', 'The places of an approved post are needed', { reason: placesNeeded });
};

/** Whether a command was refused because it has no places and its post is approved. */
export const needsPlaces = (error: unknown): boolean =>
  error instanceof Refused && error.details?.['reason'] === placesNeeded;

/** The end of an approval whose post goes elsewhere. */
export const voidedElsewhere = (post: Post, places: Places): readonly PostEvent[] =>
  post.approval && isElsewhere(post, places)
    ? [PostApprovalVoided({ approval: post.approval.number, changed: ['destinations'] })]
    : [];

/** Holds a post that is due without an approval of its present content. An approval for another place is void. */
export const held = (post: Post, places: Places): readonly PostEvent[] => [
  PostHeldForApproval({}),
  ...voidedElsewhere(post, places),
];

/** Refuses to publish what its workspace wants approved and is not. */
export const refuseUnapproved = (post: Post, gate: ApprovalGate | undefined): void => {
  if (!gate?.content || isApprovedAsItIs(post, gate)) return;
  throw new Refused('CONFLICT', 'This workspace publishes approved posts only: start its approval first', {
    reason: 'approval_required',
    status: post.status,
  });
};

/** Refuses to publish a post before its time where that time was approved. */
export const refuseEarly = (post: Post, gate: ApprovalGate | undefined, now: string): void => {
  if (!gate?.schedule || post.approval?.status !== 'approved' || post.scheduledFor === null) return;
  if (Date.parse(post.scheduledFor) <= Date.parse(now)) return;
  throw new Refused('CONFLICT', 'The post is approved for a later time', {
    reason: 'approval_required',
    scheduledFor: post.scheduledFor,
  });
};

/** Refuses to set the time of a post where its workspace wants that approved. */
export const refuseUnapprovedSchedule = (gate: ApprovalGate | undefined): void => {
  if (!gate?.content && !gate?.schedule) return;
  throw new Refused(
    'CONFLICT',
    'This workspace schedules approved posts only: save the post with its time as a draft (saveAsDraft) and start its approval',
    { reason: 'approval_required', field: 'scheduledFor' },
  );
};

/** The end of an approval whose post becomes another one; nothing where none was given. */
export const voided = (before: Post, after: Post): readonly PostEvent[] => {
  if (before.approval?.status !== 'approved') return [];
  const changed = changedParts(before, after);
  return changed.length === 0 ? [] : [PostApprovalVoided({ approval: before.approval.number, changed: [...changed] })];
};
