import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { Platform } from '../platforms/platform.ts';

export const maxBulkPosts = 50;

/** One post of a job: its id is fixed before it exists, so that a repeated step creates the same post. */
export const BulkItem = z.object({ postId: z.string(), scheduledFor: z.iso.datetime() });

/** Jobs made texts only before. */
const withoutImages = (data: object) => ({ ...data, withImages: false });

export const BulkJobQueued = defineEvent(
  'BulkJobQueued',
  z.object({
    jobId: z.string(),
    accountId: z.string(),
    platform: Platform,
    items: z.array(BulkItem),
    personaId: z.string().nullable(),
    topicHint: z.string().nullable(),
    creditsPerPost: z.int().positive(),
    /** Whether each post gets an image of its own. */
    withImages: z.boolean(),
    /** The account of credits, and the reservation on it that pays for the job. */
    creditAccountId: z.string(),
    reservationId: z.string(),
    createdById: z.string(),
  }),
  {
    description: 'The generation of several scheduled posts was asked for, and its credits are reserved.',
    personal: { subject: 'createdById', fields: ['topicHint'] },
    upcasts: [withoutImages],
  },
);
export const BulkJobStarted = defineEvent('BulkJobStarted', z.object({ jobId: z.string() }), {
  description: 'The generation of posts began.',
});
export const BulkItemClaimed = defineEvent('BulkItemClaimed', z.object({ jobId: z.string(), index: z.int() }), {
  description:
    'The text and the image of a post are made; the post is about to be scheduled, also if the job is cancelled.',
});
export const BulkItemCompleted = defineEvent('BulkItemCompleted', z.object({ jobId: z.string(), index: z.int() }), {
  description: 'A generated post is scheduled, and its credits are spent.',
});
export const BulkItemFailed = defineEvent(
  'BulkItemFailed',
  z.object({ jobId: z.string(), index: z.int(), reason: z.string() }),
  { description: 'A post could not be generated or scheduled; its credits are not spent.' },
);
export const BulkItemSkipped = defineEvent(
  'BulkItemSkipped',
  z.object({ jobId: z.string(), index: z.int(), reason: z.string() }),
  { description: 'The time of a post passed before it was generated; its credits are not spent.' },
);
export const BulkJobPaused = defineEvent('BulkJobPaused', z.object({ jobId: z.string() }), {
  description: 'The reserved credits were withdrawn: the job waits for others.',
});
export const BulkJobResumed = defineEvent(
  'BulkJobResumed',
  z.object({
    jobId: z.string(),
    creditAccountId: z.string(),
    reservationId: z.string(),
    credits: z.int(),
  }),
  { description: 'New credits are reserved for the rest of a paused job, which goes on.' },
);
export const BulkJobCancelled = defineEvent('BulkJobCancelled', z.object({ jobId: z.string() }), {
  description: 'The job was cancelled: no further post is generated.',
});
export const BulkJobCompleted = defineEvent('BulkJobCompleted', z.object({ jobId: z.string() }), {
  description: 'All posts of the job have ended.',
});
export const BulkJobFailed = defineEvent('BulkJobFailed', z.object({ jobId: z.string(), reason: z.string() }), {
  description: 'The job cannot go on.',
});
export const BulkJobSettled = defineEvent('BulkJobSettled', z.object({ jobId: z.string() }), {
  description: 'Credits that an ended job did not spend were released.',
});

export const bulkJobEvents = [
  BulkJobQueued,
  BulkJobStarted,
  BulkItemClaimed,
  BulkItemCompleted,
  BulkItemFailed,
  BulkItemSkipped,
  BulkJobPaused,
  BulkJobResumed,
  BulkJobCancelled,
  BulkJobCompleted,
  BulkJobFailed,
  BulkJobSettled,
] as const;
export type BulkJobEvent = EventOf<(typeof bulkJobEvents)[number]>;
