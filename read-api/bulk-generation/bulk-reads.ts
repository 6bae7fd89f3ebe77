import { z } from 'zod';
import { presentBulkJob } from '../../domain/bulk-generation/bulk-job-view.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { streamOf } from '../../domain/streams.ts';
import { Id } from '../contract/fields.ts';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';

const count = z.int();
const BulkJobReply = z
  .object({
    id: z.string(),
    status: z.enum(['QUEUED', 'PROCESSING', 'PAUSED', 'COMPLETED', 'CANCELLED', 'FAILED']),
    totalPosts: count,
    completedPosts: count,
    failedPosts: count,
    skippedPosts: count,
    credits: z.object({ reserved: count, consumed: count, refunded: count, remaining: count }),
    progress: z.object({ percentage: count, current: count, total: count }),
    posts: z.array(
      z.object({
        id: z.string(),
        status: z.enum(['pending', 'processing', 'completed', 'failed', 'skipped', 'cancelled']),
        scheduledFor: z.string(),
        error: z.string().nullable().meta({ description: 'Why it failed or was skipped' }),
      }),
    ),
    queuedAt: z.string(),
    startedAt: z.string().nullable(),
    completedAt: z.string().nullable(),
  })
  .meta({ id: 'BulkJob' });

const listed = 20;

const listBulkJobs = readEndpoint({
  method: 'GET',
  path: '/v1/bulk-generate',
  id: 'listBulkJobs',
  summary: 'The 20 most recent bulk generation jobs',
  description: 'The newest first. `jobs` and `data` are the same list.',
  access: 'session',
  reply: z.object({ jobs: z.array(BulkJobReply), data: z.array(BulkJobReply) }),
  reads: ['bulk_jobs'],
  async run(_asked, { caller, db }) {
    const rows = await db
      .selectFrom('bulk_jobs')
      .select('view')
      .where('workspace_id', '=', caller.workspaceId)
      .orderBy('queued_at', 'desc')
      .orderBy('id', 'desc')
      .limit(listed)
      .execute();
    const jobs = rows.map(({ view }) => presentBulkJob(view));
    return { body: { jobs, data: jobs } };
  },
});

const getBulkJob = readEndpoint({
  method: 'GET',
  path: '/v1/bulk-generate/:jobId',
  id: 'getBulkJob',
  summary: 'How far a bulk generation job has come',
  description:
    '`credits.reserved` is what was reserved in all, also by resuming; it is `consumed`, `refunded` and `remaining` ' +
    'together. `progress.current` counts the completed, failed and skipped posts, not those that a cancellation left out. A post of `posts` exists once it is completed; its ' +
    'id is known before.',
  access: 'session',
  params: z.object({ jobId: Id }),
  reply: BulkJobReply,
  reads: ['bulk_jobs'],
  past: { origins: ({ jobId }) => ({ streams: [streamOf('bulkJob', jobId)] }) },
  async run({ params: { jobId } }, { caller, db }) {
    const row = await db
      .selectFrom('bulk_jobs')
      .select('view')
      .where('id', '=', jobId)
      .where('workspace_id', '=', caller.workspaceId)
      .executeTakeFirst();
    if (!row) throw notFound('bulk generation job');
    return { body: presentBulkJob(row.view) };
  },
});

/** The read endpoints of bulk generation. */
export const bulkReads: readonly ReadEndpoint[] = [listBulkJobs, getBulkJob];
