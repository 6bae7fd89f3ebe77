import { sql } from 'kysely';
import { z } from 'zod';
import type { ImageJobView } from '../../domain/image-jobs/image-job-view.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import type { UrlOf } from '../../domain/media/media-view.ts';
import { streamOf } from '../../domain/streams.ts';
import { Id } from '../contract/fields.ts';
import { ImageJobReply, ImageJobSummaryReply, presentImageJob, presentImageJobSummary } from '../contract/image-job.ts';
import { readEndpoint, type ReadContext, type ReadEndpoint } from '../kernel/endpoint.ts';

const maxActive = 10;
const active = ['PENDING', 'PROCESSING', 'PARTIAL', 'CANCELLING'] as const;

const jobOf = async (jobId: string, { db, caller }: ReadContext): Promise<ImageJobView | undefined> => {
  const row = await db
    .selectFrom('image_jobs')
    .select('view')
    .where('id', '=', jobId)
    .where('workspace_id', '=', caller.workspaceId)
    .executeTakeFirst();
  return row?.view;
};

/** The items whose prompts are not in the job. */
const longOnes = (job: ImageJobView | undefined): readonly string[] =>
  (job?.items ?? []).flatMap(({ id, promptText }) => (promptText === null ? [id] : []));

const longPromptsOf = async (job: ImageJobView, { db, caller }: ReadContext): Promise<ReadonlyMap<string, string>> => {
  const ids = longOnes(job);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('image_prompts')
    .select(['id', 'prompt'])
    .where('workspace_id', '=', caller.workspaceId)
    .where(sql<boolean>`id = any(${ids})`)
    .limit(ids.length)
    .execute();
  return new Map(rows.map(({ id, prompt }) => [id, prompt]));
};

/** The read endpoints of image jobs. */
export const imageJobReads = (urlOf: UrlOf): readonly ReadEndpoint[] => [
  readEndpoint({
    method: 'GET',
    path: '/v1/ai/image-jobs/:jobId',
    id: 'getImageJob',
    summary: 'An image job with its items',
    description:
      'Poll it every 2 to 5 seconds. While items are open, a job with failed items is PARTIAL. A job that ends ' +
      'is COMPLETED, and FAILED where every item failed; a retry of an item opens it again. CANCELLING becomes ' +
      'CANCELLED with the last open item.',
    params: z.object({ jobId: Id }),
    reply: ImageJobReply,
    reads: ['image_jobs', 'image_prompts'],
    errors: ['NOT_FOUND'],
    past: {
      reads: ['image_jobs'],
      origins: async ({ jobId }, context) => ({
        streams: [
          streamOf('imageJob', jobId),
          ...longOnes(await jobOf(jobId, context)).map((id) => streamOf('imagePrompt', id)),
        ],
      }),
    },
    run: async ({ params: { jobId } }, context) => {
      const job = await jobOf(jobId, context);
      if (!job) throw notFound('image job');
      return { body: presentImageJob(job, { urlOf, longPrompts: await longPromptsOf(job, context) }) };
    },
  }),
  readEndpoint({
    method: 'GET',
    path: '/v1/ai/image-jobs',
    id: 'listImageJobs',
    summary: 'The ten newest active image jobs',
    description:
      'Jobs that are PENDING, PROCESSING, PARTIAL or CANCELLING, without items. `jobs` and `data` are the same array.',
    reply: z.object({ jobs: z.array(ImageJobSummaryReply), data: z.array(ImageJobSummaryReply) }),
    reads: ['image_jobs'],
    run: async (_asked, { db, caller }) => {
      const rows = await db
        .selectFrom('image_jobs')
        .select('view')
        .where('workspace_id', '=', caller.workspaceId)
        .where('status', 'in', active)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(maxActive)
        .execute();
      const jobs = rows.map(({ view }) => presentImageJobSummary(view));
      return { body: { jobs, data: jobs } };
    },
  }),
];
