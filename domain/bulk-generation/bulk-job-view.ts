import type { ViewFold } from '../kernel/decider.ts';
import { consumedBy, evolveBulkJob, type BulkItemStatus, type BulkJob, type BulkStatus } from './bulk-job.ts';
import type { BulkJobEvent } from './bulk-job-events.ts';

export type BulkJobView = Readonly<{
  /** The state that the next event is folded onto; not shown. */
  job: Omit<BulkJob, 'topicHint'> & Readonly<{ topicHint: null }>;
  queuedAt: string;
  startedAt: string | null;
  completedAt: string | null;
}>;

export const bulkJobView: ViewFold<BulkJobView, BulkJobEvent> = {
  evolve: (view, event) => {
    const at = event.meta.occurredAt;
    const state = evolveBulkJob(view?.job, event);
    if (!state) return view;
    const job = { ...state, topicHint: null };
    if (event.type === 'BulkJobQueued') return { job, queuedAt: at, startedAt: null, completedAt: null };
    if (!view) return undefined;
    const ends = ['BulkJobCompleted', 'BulkJobCancelled', 'BulkJobFailed'].includes(event.type);
    return {
      ...view,
      job,
      startedAt: event.type === 'BulkJobStarted' ? at : view.startedAt,
      completedAt: ends ? at : view.completedAt,
    };
  },
};

/** A job in the form of every answer. */
export type ShownBulkJob = Readonly<{
  id: string;
  status: BulkStatus;
  totalPosts: number;
  completedPosts: number;
  failedPosts: number;
  skippedPosts: number;
  credits: Readonly<{ reserved: number; consumed: number; refunded: number; remaining: number }>;
  progress: Readonly<{ percentage: number; current: number; total: number }>;
  posts: readonly Readonly<{ id: string; status: BulkItemStatus; scheduledFor: string; error: string | null }>[];
  queuedAt: string;
  startedAt: string | null;
  completedAt: string | null;
}>;

export const presentBulkJob = ({ job, ...times }: BulkJobView): ShownBulkJob => {
  const { items, reserved, returned } = job;
  const count = (status: BulkItemStatus): number => items.filter((item) => item.status === status).length;
  const current = count('completed') + count('failed') + count('skipped');
  const consumed = consumedBy(job);
  return {
    id: job.jobId,
    status: job.status,
    totalPosts: items.length,
    completedPosts: count('completed'),
    failedPosts: count('failed'),
    skippedPosts: count('skipped'),
    credits: { reserved, consumed, refunded: returned, remaining: reserved - consumed - returned },
    progress: { percentage: Math.floor((current * 100) / items.length), current, total: items.length },
    posts: items.map(({ postId, status, scheduledFor, error = null }) => ({ id: postId, status, scheduledFor, error })),
    ...times,
  };
};
