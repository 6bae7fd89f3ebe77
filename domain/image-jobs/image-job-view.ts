import { unreachable, type ViewFold } from '../kernel/decider.ts';
import { maxAttempts, type ItemStatus } from './image-job.ts';
import type { Attachment, ImageJobEvent } from './image-job-events.ts';
import type { resolvedPrompt } from './prompt.ts';

export type JobStatus = 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'PARTIAL' | 'CANCELLING' | 'CANCELLED' | 'FAILED';

export type ImageItemView = Readonly<{
  id: string;
  postId: string;
  status: ItemStatus;
  /** null: in the read model of long prompts. */
  promptText: string | null;
  /** The key of the stored image: its address may change. */
  key: string | null;
  mediaId: string | null;
  /** null: not asked, or not known yet. */
  attachment: Attachment | null;
  attemptCount: number;
  errorCode: string | null;
  errorMessage: string | null;
  startedAt: string | null;
  completedAt: string | null;
}>;

export type ImageJobView = Readonly<{
  jobId: string;
  workspaceId: string;
  isCancelled: boolean;
  terms: Parameters<typeof resolvedPrompt>[1];
  totalItems: number;
  createdAt: string;
  startedAt: string | null;
  completedAt: string | null;
  items: readonly ImageItemView[];
}>;

const count = ({ items }: ImageJobView, ...statuses: readonly ItemStatus[]): number =>
  items.filter(({ status }) => statuses.includes(status)).length;

/** The state of the job follows from those of its items. */
export const jobStatusOf = (job: ImageJobView): JobStatus => {
  // Items are events of their own, after that of the job: one that is not here yet is open too.
  const open = job.totalItems - count(job, 'COMPLETED', 'FAILED', 'CANCELLED');
  if (job.isCancelled) return open > 0 ? 'CANCELLING' : 'CANCELLED';
  const failed = count(job, 'FAILED');
  if (open === 0) return failed === job.totalItems ? 'FAILED' : 'COMPLETED';
  if (failed > 0) return 'PARTIAL';
  return job.startedAt === null ? 'PENDING' : 'PROCESSING';
};

export const countsOf = (job: ImageJobView) => ({
  completedItems: count(job, 'COMPLETED'),
  failedItems: count(job, 'FAILED'),
  cancelledItems: count(job, 'CANCELLED'),
});

/** Whether a retry of the item is possible. */
export const isRetryEligible = ({ isCancelled }: ImageJobView, { status, attemptCount }: ImageItemView): boolean =>
  status === 'FAILED' && !isCancelled && attemptCount < maxAttempts;

const withItem = (job: ImageJobView, itemId: string, change: Partial<ImageItemView>): ImageJobView => ({
  ...job,
  items: job.items.map((item) => (item.id === itemId ? { ...item, ...change } : item)),
});

/** The job with its end, where no item is open any more. */
const ended = (job: ImageJobView, at: string): ImageJobView =>
  count(job, 'PENDING', 'PROCESSING') === 0 ? { ...job, completedAt: at } : { ...job, completedAt: null };

export const imageJobView: ViewFold<ImageJobView, ImageJobEvent> = {
  evolve: (job, event) => {
    const at = event.meta.occurredAt;
    if (event.type === 'ImageJobSubmitted') {
      const { jobId, totalItems, style, engineRules, negativePrompts, personaRules, emblemRendering } = event.data;
      const terms = { style, engineRules, negativePrompts, personaRules, emblemRendering };
      const times = { createdAt: at, startedAt: null, completedAt: null };
      return { jobId, workspaceId: event.meta.workspaceId, isCancelled: false, terms, totalItems, ...times, items: [] };
    }
    if (!job) return undefined;
    switch (event.type) {
      case 'ImageItemRequested': {
        const { itemId: id, postId, promptText } = event.data;
        const item: ImageItemView = {
          id,
          postId,
          status: 'PENDING',
          promptText,
          key: null,
          mediaId: null,
          attachment: null,
          attemptCount: 0,
          errorCode: null,
          errorMessage: null,
          startedAt: null,
          completedAt: null,
        };
        return { ...job, items: [...job.items, item] };
      }
      case 'ImageItemStarted': {
        const { itemId, attempt } = event.data;
        const started = withItem(job, itemId, { status: 'PROCESSING', attemptCount: attempt, startedAt: at });
        return { ...started, startedAt: job.startedAt ?? at };
      }
      case 'ImageItemCompleted': {
        const { itemId, mediaId, key, attachment } = event.data;
        const completed = { status: 'COMPLETED', mediaId, key, attachment, completedAt: at } as const;
        return ended(withItem(job, itemId, completed), at);
      }
      case 'ImageItemFailed': {
        const { itemId, attempt: attemptCount, errorCode, errorMessage } = event.data;
        const failed = { status: 'FAILED', attemptCount, errorCode, errorMessage, completedAt: at } as const;
        return ended(withItem(job, itemId, failed), at);
      }
      case 'ImageItemRetried': {
        const again = { status: 'PENDING', errorCode: null, errorMessage: null, completedAt: null } as const;
        return ended(withItem(job, event.data.itemId, again), at);
      }
      case 'ImageItemCancelled':
        return ended(withItem(job, event.data.itemId, { status: 'CANCELLED', completedAt: at }), at);
      case 'ImageJobCancelRequested':
        return { ...job, isCancelled: true };
      default:
        return unreachable(event);
    }
  },
};
