import { defined } from '../kernel/defined.ts';
import { unreachable, type ViewFold } from '../kernel/decider.ts';
import type { Platform } from '../platforms/platform.ts';
import type { CalendarContent, CalendarPostEvent, Followed } from './calendar-post-events.ts';

type CalendarPostRemoval = Extract<CalendarPostEvent, { type: 'CalendarPostDeleted' }>;

export const calendarStatuses = [
  'DRAFT',
  'PENDING_APPROVAL',
  'APPROVED',
  'REJECTED',
  'PUBLISHING',
  'PUBLISHED',
  'FAILED',
  'UNPUBLISHED',
] as const;
export type CalendarStatus = (typeof calendarStatuses)[number];

const afterFollowing = {
  PUBLISHING: 'PUBLISHING',
  PUBLISHED: 'PUBLISHED',
  PARTIAL: 'PUBLISHED',
  FAILED: 'FAILED',
  UNPUBLISHED: 'UNPUBLISHED',
  RELEASED: 'DRAFT',
} as const satisfies Readonly<Record<Followed, CalendarStatus>>;

/** The status after an event. */
export const statusAfter = (event: Exclude<CalendarPostEvent, CalendarPostRemoval>): CalendarStatus => {
  switch (event.type) {
    case 'CalendarPostSubmitted':
      return 'PENDING_APPROVAL';
    case 'CalendarPostApproved':
      return 'APPROVED';
    case 'CalendarPostRejected':
      return 'REJECTED';
    case 'CalendarPostHandedOver':
      return 'PUBLISHING';
    case 'CalendarPostSettled':
      return event.data.outcome === 'FAILED' ? 'FAILED' : 'PUBLISHED';
    case 'CalendarPostFollowed':
      return afterFollowing[event.data.became];
    case 'CalendarPostImported':
    case 'CalendarPostFound':
      return 'PUBLISHED';
    case 'CalendarPostUnpublished':
      return 'UNPUBLISHED';
    default:
      return 'DRAFT';
  }
};

/** A calendar post in the form of every answer. */
export type CalendarPostView = CalendarContent &
  Readonly<{
    id: string;
    accountId: string;
    platform: Platform;
    status: CalendarStatus;
    /** The post that was created from it, or that it was imported from. */
    postId: string | null;
    /** Null until it is on its platform. */
    platformPostId: string | null;
    platformPostUrl: string | null;
    publishedAt: string | null;
    submittedById: string | null;
    decidedById: string | null;
    decisionNotes: string | null;
    createdById: string | null;
    createdAt: string;
    updatedAt: string;
  }>;

const undecided = { submittedById: null, decidedById: null, decisionNotes: null };
const unseen = { platformPostId: null, platformPostUrl: null, publishedAt: null };
const unplanned = { mediaId: null, imageUrl: null, notes: null, arc: null, personaId: null };

export const calendarPostView: ViewFold<CalendarPostView, CalendarPostEvent> = {
  evolve: (view, event) => {
    const updatedAt = event.meta.occurredAt;
    if (event.type === 'CalendarPostDeleted') return undefined;
    const status = statusAfter(event);
    if (event.type === 'CalendarPostCreated') {
      const { calendarPostId: id, ...data } = event.data;
      return { ...data, id, status, postId: null, ...unseen, ...undecided, createdAt: updatedAt, updatedAt };
    }
    if (event.type === 'CalendarPostImported') {
      const { calendarPostId: id, ...data } = event.data;
      const planned = { ...unplanned, scheduledAt: data.publishedAt, createdById: null, ...undecided };
      return { ...data, id, status, ...planned, createdAt: updatedAt, updatedAt };
    }
    if (!view) return undefined;
    const after = { ...view, status, updatedAt };
    switch (event.type) {
      case 'CalendarPostChanged':
        return { ...after, ...undecided, ...defined(event.data.changes) };
      case 'CalendarPostReopened':
        return { ...after, ...undecided };
      case 'CalendarPostHandedOver':
        return { ...after, postId: event.data.postId };
      case 'CalendarPostFollowed': {
        const { became, found } = event.data;
        return became === 'RELEASED' ? { ...after, ...undecided, postId: null } : { ...after, ...found };
      }
      case 'CalendarPostSettled':
      case 'CalendarPostUnpublished':
        return after;
      case 'CalendarPostSubmitted':
      case 'CalendarPostApproved':
      case 'CalendarPostRejected':
      case 'CalendarPostFound':
        return { ...after, ...event.data };
      default:
        return unreachable(event);
    }
  },
};
