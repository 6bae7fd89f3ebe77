import { z } from 'zod';
import { countsOf, isRetryEligible, jobStatusOf, type ImageJobView } from '../../domain/image-jobs/image-job-view.ts';
import { resolvedPrompt } from '../../domain/image-jobs/prompt.ts';

const Status = z.enum(['PENDING', 'PROCESSING', 'COMPLETED', 'PARTIAL', 'CANCELLING', 'CANCELLED', 'FAILED']);
const when = z.string().nullable();

export const ImageItemReply = z.object({
  id: z.string(),
  postId: z.string(),
  status: z.enum(['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELLED']),
  promptText: z.string(),
  resolvedPrompt: z.string().meta({ description: 'What the provider is asked: the prompt with the wishes of the job' }),
  imageUrl: z.string().nullable().meta({ description: 'Answers when the file is READY' }),
  mediaId: z.string().nullable().meta({ description: 'The image as a file of the workspace' }),
  attached: z.boolean().nullable().meta({
    description: 'Whether the post has the image; null where that was not asked (attachToPosts), or is not known yet',
  }),
  attachError: z.string().nullable().meta({ description: 'Why the post did not take the image' }),
  attemptCount: z.int(),
  retryEligible: z.boolean(),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
  startedAt: when,
  completedAt: when,
});

export const ImageJobSummaryReply = z.object({
  jobId: z.string(),
  status: Status,
  totalItems: z.int(),
  completedItems: z.int(),
  failedItems: z.int(),
  cancelledItems: z.int(),
  createdAt: z.string(),
  startedAt: when,
  completedAt: when,
});
export const ImageJobReply = ImageJobSummaryReply.extend({ items: z.array(ImageItemReply) });

export const presentImageJobSummary = (job: ImageJobView): z.input<typeof ImageJobSummaryReply> => ({
  jobId: job.jobId,
  status: jobStatusOf(job),
  totalItems: job.totalItems,
  ...countsOf(job),
  createdAt: job.createdAt,
  startedAt: job.startedAt,
  completedAt: job.completedAt,
});

type Sources = Readonly<{
  urlOf(key: string): string;
  /** The prompts that are not in the job, by the ids of items. */
  longPrompts: ReadonlyMap<string, string>;
}>;

export const presentImageJob = (job: ImageJobView, { urlOf, longPrompts }: Sources): z.input<typeof ImageJobReply> => ({
  ...presentImageJobSummary(job),
  items: job.items.map((item) => {
    const { key, attachment, ...view } = item;
    const promptText = item.promptText ?? longPrompts.get(item.id) ?? '';
    return {
      ...view,
      promptText,
      resolvedPrompt: resolvedPrompt(promptText, job.terms),
      imageUrl: key === null ? null : urlOf(key),
      attached: attachment ? attachment.outcome === 'attached' : null,
      attachError: attachment?.reason ?? null,
      retryEligible: isRetryEligible(job, item),
    };
  }),
});
