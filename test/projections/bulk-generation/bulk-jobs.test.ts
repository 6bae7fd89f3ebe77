import { expect } from 'chai';
import { presentBulkJob } from '../../../domain/bulk-generation/bulk-job-view.ts';
import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { bulkJobs } from '../../../projections/bulk-generation/bulk-jobs.ts';

const at = '2026-01-05T09:00:00.000Z';
const on = { stream: 'bulkJob-j1', workspaceId: 'w1', at };
const queued = event(
  'BulkJobQueued',
  {
    jobId: 'j1',
    accountId: 'a1',
    platform: 'TWITTER',
    items: [{ postId: 'p1', scheduledFor: at }],
    personaId: null,
    topicHint: 'tea',
    creditsPerPost: 2,
    withImages: false,
    creditAccountId: 'u1',
    reservationId: 'j1',
    createdById: 'u1',
  },
  on,
);

describe('the read model bulk_jobs', () => {
  it('has the public form of each job, without its hint', () => {
    const row = bulkJobs.fold(undefined, queued, 'j1');
    if (!row) throw new Error('no row');
    expect(JSON.stringify(row)).not.to.include('tea');
    expect(presentBulkJob(row.view)).to.deep.include({
      id: 'j1',
      status: 'QUEUED',
      credits: { reserved: 2, consumed: 0, refunded: 0, remaining: 2 },
      posts: [{ id: 'p1', status: 'pending', scheduledFor: at, error: null }],
    });
    specFor(bulkJobs)().when(queued).then({ id: 'j1', workspace_id: 'w1', queued_at: at });
  });
});
