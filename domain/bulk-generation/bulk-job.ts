import type { z } from 'zod';
import { unreachable, type Decider } from '../kernel/decider.ts';
import { notFound, Refused } from '../kernel/refused.ts';
import {
  BulkItemClaimed,
  BulkItemCompleted,
  BulkItemFailed,
  BulkItemSkipped,
  BulkJobCancelled,
  BulkJobCompleted,
  BulkJobFailed,
  BulkJobPaused,
  BulkJobQueued,
  BulkJobResumed,
  BulkJobSettled,
  BulkJobStarted,
  type BulkJobEvent,
} from './bulk-job-events.ts';
import { defined } from '../kernel/defined.ts';

export const bulkStatuses = ['QUEUED', 'PROCESSING', 'PAUSED', 'COMPLETED', 'CANCELLED', 'FAILED'] as const;
export type BulkStatus = (typeof bulkStatuses)[number];

export const itemStatuses = ['pending', 'processing', 'completed', 'failed', 'skipped', 'cancelled'] as const;
export type BulkItemStatus = (typeof itemStatuses)[number];

type Queued = z.output<typeof BulkJobQueued.schema>;

export type BulkJob = Omit<Queued, 'items'> &
  Readonly<{
    status: BulkStatus;
    /** `error`: why an item failed or was skipped; absent in rows of before. */
    items: readonly Readonly<{ postId: string; scheduledFor: string; status: BulkItemStatus; error?: string }>[];
    /** Reserved in all, by every reservation. */
    reserved: number;
    /** Withdrawn or released without being spent. */
    returned: number;
    reservations: number;
    settled: boolean;
  }>;

export type BulkJobState = BulkJob | undefined;

type OfItem = Readonly<{ index: number }>;
export type BulkJobCommand =
  | Readonly<{ type: 'queue-job' } & Queued>
  | Readonly<{ type: 'start-job' | 'pause-job' | 'cancel-job' | 'settle-job' }>
  | Readonly<{ type: 'claim-item' | 'complete-item' } & OfItem>
  /** `from`: as the caller saw the item. A worker that is late ends no item that another one has taken on. */
  | Readonly<{ type: 'fail-item' | 'skip-item'; from: 'pending' | 'processing'; reason: string } & OfItem>
  | Readonly<{ type: 'resume-job'; creditAccountId: string; reservationId: string; credits: number }>
  | Readonly<{ type: 'fail-job'; reason: string }>;

const ended: readonly BulkItemStatus[] = ['completed', 'failed', 'skipped', 'cancelled'];
export const isEnded = ({ status }: Readonly<{ status: BulkItemStatus }>): boolean => ended.includes(status);
/** No command changes such a job, but the settling of its credits. */
export const isTerminal = (status: BulkStatus): boolean =>
  status === 'COMPLETED' || status === 'CANCELLED' || status === 'FAILED';

export const consumedBy = ({ items, creditsPerPost }: Pick<BulkJob, 'items' | 'creditsPerPost'>): number =>
  items.filter(({ status }) => status === 'completed').length * creditsPerPost;

/** What the rest of a paused job costs. */
export const creditsToResume = ({ items, creditsPerPost }: BulkJob): number =>
  items.filter((item) => !isEnded(item)).length * creditsPerPost;

const terminal = (): Refused => new Refused('JOB_ALREADY_TERMINAL', 'The job has ended');

/** The event of an item, and the end of the job with its last one: a paused job of ended items has nothing to resume. */
const withEnd = (state: BulkJob, event: BulkJobEvent): readonly BulkJobEvent[] => {
  const after = evolve(state, event);
  const isDone = after !== undefined && !isTerminal(after.status) && after.items.every(isEnded);
  return isDone ? [event, BulkJobCompleted({ jobId: state.jobId })] : [event];
};

const decide = (command: BulkJobCommand, state: BulkJobState): readonly BulkJobEvent[] => {
  if (command.type === 'queue-job') {
    const { type: _type, ...data } = command;
    return state ? [] : [BulkJobQueued(data)];
  }
  if (!state) throw notFound('bulk generation job');
  const { jobId, status } = state;
  const itemAt = (index: number): BulkItemStatus | undefined => state.items[index]?.status;
  switch (command.type) {
    case 'start-job':
      return status === 'QUEUED' ? [BulkJobStarted({ jobId })] : [];
    case 'claim-item':
      return status === 'PROCESSING' && itemAt(command.index) === 'pending'
        ? [BulkItemClaimed({ jobId, index: command.index })]
        : [];
    case 'complete-item':
      return itemAt(command.index) === 'processing'
        ? withEnd(state, BulkItemCompleted({ jobId, index: command.index }))
        : [];
    case 'fail-item':
    case 'skip-item': {
      const { index, from, reason } = command;
      if (itemAt(index) !== from) return [];
      const make = command.type === 'fail-item' ? BulkItemFailed : BulkItemSkipped;
      return withEnd(state, make({ jobId, index, reason }));
    }
    case 'pause-job':
      return status === 'PROCESSING' ? [BulkJobPaused({ jobId })] : [];
    case 'resume-job': {
      const { creditAccountId, reservationId, credits } = command;
      if (reservationId === state.reservationId) return [];
      if (isTerminal(status)) throw terminal();
      if (status !== 'PAUSED') throw new Refused('CONFLICT', 'Only a paused job is resumed');
      return withEnd(state, BulkJobResumed({ jobId, creditAccountId, reservationId, credits }));
    }
    case 'cancel-job':
      if (isTerminal(status)) throw terminal();
      return [BulkJobCancelled({ jobId })];
    case 'fail-job':
      return isTerminal(status) ? [] : [BulkJobFailed({ jobId, reason: command.reason })];
    case 'settle-job':
      return isTerminal(status) && !state.settled ? [BulkJobSettled({ jobId })] : [];
    default:
      return unreachable(command);
  }
};

const withItem = (state: BulkJob, index: number, status: BulkItemStatus, error?: string): BulkJob => ({
  ...state,
  items: state.items.map((item, at) => (at === index ? { ...item, status, ...defined({ error }) } : item)),
});

/** A job that ends early: items that are not claimed are not generated any more. */
const endedEarly = (state: BulkJob, status: BulkStatus): BulkJob => ({
  ...state,
  status,
  items: state.items.map((item) => (item.status === 'pending' ? { ...item, status: 'cancelled' } : item)),
});

const evolve = (state: BulkJobState, event: BulkJobEvent): BulkJobState => {
  if (event.type === 'BulkJobQueued') {
    const { items, ...data } = event.data;
    return {
      ...data,
      status: 'QUEUED',
      items: items.map((item) => ({ ...item, status: 'pending' })),
      reserved: items.length * data.creditsPerPost,
      returned: 0,
      reservations: 1,
      settled: false,
    };
  }
  if (!state) return state;
  switch (event.type) {
    case 'BulkJobStarted':
      return { ...state, status: 'PROCESSING' };
    case 'BulkItemClaimed':
      return withItem(state, event.data.index, 'processing');
    case 'BulkItemCompleted': {
      // The credits of a post that was claimed before a pause may have been spent before the rest was withdrawn.
      const done = withItem(state, event.data.index, 'completed');
      return { ...done, returned: Math.min(done.returned, done.reserved - consumedBy(done)) };
    }
    case 'BulkItemFailed':
    case 'BulkItemSkipped': {
      const status = event.type === 'BulkItemFailed' ? 'failed' : 'skipped';
      const returned = Math.min(state.reserved - consumedBy(state), state.returned + state.creditsPerPost);
      return withItem({ ...state, returned }, event.data.index, status, event.data.reason);
    }
    case 'BulkJobPaused':
      return { ...state, status: 'PAUSED', returned: state.reserved - consumedBy(state) };
    case 'BulkJobResumed': {
      const { creditAccountId, reservationId, credits } = event.data;
      const reservations = state.reservations + 1;
      const reserved = state.reserved + credits;
      return { ...state, status: 'PROCESSING', creditAccountId, reservationId, reservations, reserved };
    }
    case 'BulkJobCancelled':
    case 'BulkJobFailed': {
      const over = endedEarly(state, event.type === 'BulkJobCancelled' ? 'CANCELLED' : 'FAILED');
      const open = over.items.filter(({ status }) => status === 'processing').length * over.creditsPerPost;
      return { ...over, returned: Math.max(over.returned, over.reserved - consumedBy(over) - open) };
    }
    case 'BulkJobCompleted':
      return { ...state, status: 'COMPLETED', returned: state.reserved - consumedBy(state) };
    case 'BulkJobSettled':
      return { ...state, settled: true, returned: state.reserved - consumedBy(state) };
    default:
      return unreachable(event);
  }
};

/** `bulkJob-<id>`: posts that are generated and scheduled one after the other, paid by reserved credits. */
export const bulkJob: Decider<BulkJobState, BulkJobCommand, BulkJobEvent> = {
  category: 'bulkJob',
  initial: undefined,
  decide,
  evolve,
};

/** What pays for a job: the reservation that it began with, and one for each time that it was resumed. */
export const reservationsOf = (
  events: readonly BulkJobEvent[],
): readonly Pick<BulkJob, 'creditAccountId' | 'reservationId'>[] =>
  events.flatMap(({ type, data }) =>
    type === 'BulkJobQueued' || type === 'BulkJobResumed'
      ? [{ creditAccountId: data.creditAccountId, reservationId: data.reservationId }]
      : [],
  );

/** How the state follows an event, for views and processes. */
export const evolveBulkJob = evolve;
