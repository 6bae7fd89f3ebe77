import { z } from 'zod';
import { notFound } from '../../domain/kernel/refused.ts';
import type { UrlOf } from '../../domain/media/media-view.ts';
import { streamOf } from '../../domain/streams.ts';
import { Id } from '../contract/fields.ts';
import { ImageJobReply, ImageJobSummaryReply, presentImageJob, presentImageJobSummary } from '../contract/image-job.ts';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';

const maxActive = 10;
const active = ['PENDING', 'PROCESSING', 'PARTIAL', 'CANCELLING'] as const;

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
    reads: ['image_jobs'],
    errors: ['NOT_FOUND'],
    past: { origins: ({ jobId }) => ({ streams: [streamOf('imageJob', jobId)] }) },
    run: async ({ params: { jobId } }, { db, caller }) => {
      const row = await db
        .selectFrom('image_jobs')
        .select('shown')
        .where('id', '=', jobId)
        .where('workspace_id', '=', caller.workspaceId)
        .executeTakeFirst();
      if (!row) throw notFound('image job');
      return { body: presentImageJob(row.shown, urlOf) };
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
        .select('shown')
        .where('workspace_id', '=', caller.workspaceId)
        .where('status', 'in', active)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(maxActive)
        .execute();
      const jobs = rows.map(({ shown }) => presentImageJobSummary(shown));
      return { body: { jobs, data: jobs } };
    },
  }),
];
