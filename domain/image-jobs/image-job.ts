import { unreachable, type Decider } from '../kernel/decider.ts';
import { notFound, Refused } from '../kernel/refused.ts';
import {
  ImageItemCancelled,
  ImageItemCompleted,
  ImageItemFailed,
  ImageItemRequested,
  ImageItemRetried,
  ImageItemStarted,
  ImageJobCancelRequested,
  ImageJobSubmitted,
  type Attachment,
  type ImageJobEvent,
  type Payment,
} from './image-job-events.ts';

/** An image is tried so often: once at submission, and twice again on request. */
export const maxAttempts = 3;

export type ItemStatus = 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
export type ImageItemState = Readonly<{
  status: ItemStatus;
  attempt: number;
  postId: string;
  /** null: see `image-prompt.ts`. */
  promptText: string | null;
  payment: Payment;
  attachBy: string | null;
}>;
export type ImageJobState = Readonly<{
  isCancelled: boolean;
  terms: Readonly<{
    style: string | null;
    engineRules: string | null;
    negativePrompts: string | null;
    personaRules: string | null;
    emblemRendering: 'include' | 'exclude' | null;
  }>;
  items: Readonly<Record<string, ImageItemState>>;
}>;

type Terms = Omit<Parameters<typeof ImageJobSubmitted>[0], 'totalItems' | 'jobId' | 'sealedFor'>;

export type ImageJobCommand =
  | Readonly<{
      type: 'submit-image-job';
      jobId: string;
      sealedFor: string;
      terms: Terms;
      payment: Payment;
      items: readonly Readonly<{
        itemId: string;
        postId: string;
        promptText: string | null;
        attachBy: string | null;
      }>[];
    }>
  | Readonly<{ type: 'start-item'; itemId: string; attempt: number }>
  | Readonly<{
      type: 'complete-item';
      itemId: string;
      mediaId: string;
      key: string;
      /** null: not asked. */
      attachment: Attachment | null;
    }>
  | Readonly<{ type: 'fail-item'; itemId: string; attempt: number; errorCode: string; errorMessage: string }>
  | Readonly<{ type: 'cancel-item'; itemId: string }>
  | Readonly<{ type: 'cancel-image-job' }>
  | Readonly<{ type: 'retry-item'; itemId: string; payment: Payment }>;

type JobId = Readonly<{ jobId: string }>;
export type JobState = (ImageJobState & JobId) | 'absent';

const isOpen = ({ status }: ImageItemState): boolean => status === 'PENDING' || status === 'PROCESSING';

/** Whether nothing of the job is left to do. */
export const hasEnded = ({ items }: ImageJobState): boolean => !Object.values(items).some(isOpen);

/** Throws the refusal of a retry that is not possible; answers the number of the next attempt. */
export const nextAttempt = (job: ImageJobState, itemId: string): number => {
  const item = job.items[itemId];
  if (!item) throw notFound('item');
  if (job.isCancelled) throw new Refused('JOB_CANCELLED', 'The job was cancelled');
  if (item.status !== 'FAILED') throw new Refused('ITEM_NOT_FAILED', `The item is ${item.status}`);
  if (item.attempt >= maxAttempts) throw new Refused('MAX_ATTEMPTS_REACHED', `The item was tried ${maxAttempts} times`);
  return item.attempt + 1;
};

const decide = (command: ImageJobCommand, job: JobState): readonly ImageJobEvent[] => {
  if (command.type === 'submit-image-job') {
    const { jobId, sealedFor, terms, payment, items } = command;
    if (job !== 'absent') return [];
    return [
      ImageJobSubmitted({ ...terms, jobId, sealedFor, totalItems: items.length }),
      ...items.map((item) => ImageItemRequested({ ...item, jobId, sealedFor, payment })),
    ];
  }
  if (job === 'absent') throw notFound('image job');
  const { jobId } = job;
  if (command.type === 'cancel-image-job') {
    if (job.isCancelled && !hasEnded(job)) return [];
    if (hasEnded(job)) throw new Refused('JOB_ALREADY_TERMINAL', 'The job has ended');
    const items = Object.entries(job.items).flatMap(([itemId, item]) => (isOpen(item) ? [itemId] : []));
    return [ImageJobCancelRequested({ jobId, items })];
  }
  const { itemId } = command;
  const item = job.items[itemId];
  if (!item) throw notFound('item');
  switch (command.type) {
    case 'start-item': {
      const { attempt } = command;
      const isNext = item.status === 'PENDING' && item.attempt === attempt && !job.isCancelled;
      return isNext ? [ImageItemStarted({ jobId, itemId, attempt })] : [];
    }
    case 'complete-item': {
      const { mediaId, key, attachment } = command;
      return isOpen(item) ? [ImageItemCompleted({ jobId, itemId, mediaId, key, attachment })] : [];
    }
    case 'fail-item': {
      const { attempt, errorCode, errorMessage } = command;
      return isOpen(item) && item.attempt === attempt
        ? [ImageItemFailed({ jobId, itemId, attempt, errorCode, errorMessage })]
        : [];
    }
    case 'cancel-item':
      return isOpen(item) ? [ImageItemCancelled({ jobId, itemId })] : [];
    case 'retry-item': {
      // The retry of the same payment is the same command.
      if (item.payment.reservationId === command.payment.reservationId) return [];
      return [ImageItemRetried({ jobId, itemId, attempt: nextAttempt(job, itemId), payment: command.payment })];
    }
    default:
      return unreachable(command);
  }
};

const changed = (job: JobState, itemId: string, change: Partial<ImageItemState>): JobState => {
  const item = job === 'absent' ? undefined : job.items[itemId];
  if (job === 'absent' || !item) return job;
  return { ...job, items: { ...job.items, [itemId]: { ...item, ...change } } };
};

const evolve = (job: JobState, event: ImageJobEvent): JobState => {
  switch (event.type) {
    case 'ImageJobSubmitted': {
      const { jobId, style, engineRules, negativePrompts, personaRules, emblemRendering } = event.data;
      const terms = { style, engineRules, negativePrompts, personaRules, emblemRendering };
      return { jobId, isCancelled: false, terms, items: {} };
    }
    case 'ImageItemRequested': {
      const { itemId, postId, promptText, payment, attachBy } = event.data;
      const item: ImageItemState = { status: 'PENDING', attempt: 1, postId, promptText, payment, attachBy };
      return job === 'absent' ? job : { ...job, items: { ...job.items, [itemId]: item } };
    }
    case 'ImageItemStarted':
      return changed(job, event.data.itemId, { status: 'PROCESSING' });
    case 'ImageItemCompleted':
      return changed(job, event.data.itemId, { status: 'COMPLETED' });
    case 'ImageItemFailed':
      return changed(job, event.data.itemId, { status: 'FAILED' });
    case 'ImageItemRetried': {
      const { itemId, attempt, payment } = event.data;
      return changed(job, itemId, { status: 'PENDING', attempt, payment });
    }
    case 'ImageItemCancelled':
      return changed(job, event.data.itemId, { status: 'CANCELLED' });
    case 'ImageJobCancelRequested':
      return job === 'absent' ? job : { ...job, isCancelled: true };
    default:
      return unreachable(event);
  }
};

/** `imageJob-<jobId>`: at most fifty items with three attempts each. */
export const imageJob: Decider<JobState, ImageJobCommand, ImageJobEvent> = {
  category: 'imageJob',
  initial: 'absent',
  decide,
  evolve,
};
