import { foldView } from '../../../domain/kernel/decider.ts';
import { bulkJobView, presentBulkJob } from '../../../domain/bulk-generation/bulk-job-view.ts';
import { expect } from 'chai';
import fc from 'fast-check';
import { bulkJob, consumedBy, reservationsOf, type BulkJobCommand } from '../../../domain/bulk-generation/bulk-job.ts';
import {
  BulkItemClaimed,
  BulkItemCompleted,
  BulkItemFailed,
  BulkJobCancelled,
  BulkJobCompleted,
  BulkJobPaused,
  BulkJobQueued,
  BulkJobResumed,
  BulkJobSettled,
  BulkJobStarted,
  type BulkJobEvent,
} from '../../../domain/bulk-generation/bulk-job-events.ts';
import { foldState } from '../../../domain/kernel/decider.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { specFor } from '../../support/spec.ts';

const given = specFor(bulkJob);
const jobId = 'j1';
const scheduledFor = '2026-01-05T09:00:00.000Z';
const asked = {
  jobId,
  accountId: 'a1',
  platform: 'TWITTER' as const,
  items: [
    { postId: 'p1', scheduledFor },
    { postId: 'p2', scheduledFor },
  ],
  personaId: null,
  topicHint: null,
  creditsPerPost: 1,
  withImages: false,
  creditAccountId: 'u1',
  reservationId: jobId,
  createdById: 'u1',
};
const queued = BulkJobQueued(asked);
const started = BulkJobStarted({ jobId });
const claimed = (index: number) => BulkItemClaimed({ jobId, index });
const completed = (index: number) => BulkItemCompleted({ jobId, index });
const resumed = BulkJobResumed({ jobId, creditAccountId: 'u1', reservationId: 'r2', credits: 2 });

describe('a bulk generation job', () => {
  it('is queued, started, and completed with its last post', () => {
    given()
      .when({ type: 'queue-job', ...asked })
      .then(queued);
    given(queued).when({ type: 'start-job' }).then(started);
    given(queued, started, claimed(0), completed(0), claimed(1))
      .when({ type: 'complete-item', index: 1 })
      .then(completed(1), BulkJobCompleted({ jobId }));
    given(queued, started, claimed(0), completed(0))
      .when({ type: 'fail-item', index: 1, from: 'pending', reason: 'x' })
      .then(BulkItemFailed({ jobId, index: 1, reason: 'x' }), BulkJobCompleted({ jobId }));
  });
  it('shows beside a post why it failed or was skipped', () => {
    const meta = { occurredAt: scheduledFor };
    const failed = BulkItemFailed({ jobId, index: 1, reason: 'The provider refused' });
    const view = foldView(
      bulkJobView,
      [queued, started, claimed(0), completed(0), failed].map((event) => ({ ...event, meta })) as never,
    );
    expect(view && presentBulkJob(view).posts.map(({ error }) => error)).to.deep.equal([null, 'The provider refused']);
  });
  it('ends no post that another worker has taken on', () => {
    for (const type of ['fail-item', 'skip-item'] as const)
      given(queued, started, claimed(0)).when({ type, index: 0, from: 'pending', reason: 'x' }).thenNothing();
    given(queued, started, claimed(0))
      .when({ type: 'fail-item', index: 0, from: 'processing', reason: 'x' })
      .then(BulkItemFailed({ jobId, index: 0, reason: 'x' }));
  });
  it('is paid by the reservation that it began with and those of its resumptions', () => {
    const events = [queued, started, BulkJobPaused({ jobId }), resumed];
    expect(reservationsOf(events)).to.deep.equal([
      { creditAccountId: 'u1', reservationId: jobId },
      { creditAccountId: 'u1', reservationId: 'r2' },
    ]);
  });
  it('is completed with its last post also while it is paused: there is nothing to resume', () => {
    given(queued, started, claimed(0), completed(0), claimed(1), BulkJobPaused({ jobId }))
      .when({ type: 'fail-item', index: 1, from: 'processing', reason: 'x' })
      .then(BulkItemFailed({ jobId, index: 1, reason: 'x' }), BulkJobCompleted({ jobId }));
  });

  it('is paused, and resumed once for a reservation', () => {
    given(queued, started).when({ type: 'pause-job' }).then(BulkJobPaused({ jobId }));
    const resume = { type: 'resume-job', creditAccountId: 'u1', reservationId: 'r2', credits: 2 } as const;
    given(queued, started, BulkJobPaused({ jobId })).when(resume).then(resumed);
    given(queued, started).when(resume).thenRefused('CONFLICT');
    given(queued, BulkJobCancelled({ jobId })).when(resume).thenRefused('JOB_ALREADY_TERMINAL');
  });
  it('claims no post after it was cancelled, and completes the one it claimed before', () => {
    given(queued, started, BulkJobCancelled({ jobId })).when({ type: 'claim-item', index: 0 }).thenNothing();
    given(queued, started, claimed(0), BulkJobCancelled({ jobId }))
      .when({ type: 'complete-item', index: 0 })
      .then(completed(0));
    given(queued, BulkJobCancelled({ jobId })).when({ type: 'cancel-job' }).thenRefused('JOB_ALREADY_TERMINAL');
    given(queued, BulkJobCancelled({ jobId })).when({ type: 'settle-job' }).then(BulkJobSettled({ jobId }));
    given(queued, started, claimed(0), completed(0), claimed(1), completed(1), BulkJobCompleted({ jobId }))
      .when({ type: 'cancel-job' })
      .thenRefused('JOB_ALREADY_TERMINAL');
  });

  it('counts no credit as returned that a post spent which was claimed before a pause', () => {
    const job = foldState(bulkJob, [queued, started, claimed(0), BulkJobPaused({ jobId }), completed(0)]);
    expect(job && [job.reserved, consumedBy(job), job.returned]).to.deep.equal([2, 1, 1]);
  });

  const index = fc.integer({ min: 0, max: 1 });
  const command: fc.Arbitrary<BulkJobCommand> = fc.oneof(
    fc
      .constantFrom('start-job' as const, 'pause-job' as const, 'cancel-job' as const, 'settle-job' as const)
      .map((type) => ({ type })),
    fc.tuple(fc.constantFrom('claim-item' as const, 'complete-item' as const), index).map(([type, at]) => ({
      type,
      index: at,
    })),
    fc.tuple(fc.constantFrom('fail-item' as const, 'skip-item' as const), index).map(([type, at]) => ({
      type,
      index: at,
      from: 'pending' as const,
      reason: 'x',
    })),
    index.map((at) => ({ type: 'fail-item' as const, index: at, from: 'processing' as const, reason: 'x' })),
  );
  it('accounts for every credit that it reserved, whatever happens', () =>
    fc.assert(
      fc.property(fc.array(command, { maxLength: 30 }), (commands) => {
        let events: readonly BulkJobEvent[] = [queued];
        for (const each of commands) {
          try {
            events = [...events, ...bulkJob.decide(each, foldState(bulkJob, events))];
          } catch (error) {
            if (!(error instanceof Refused)) throw error;
          }
          const job = foldState(bulkJob, events);
          if (!job) throw new Error('no job');
          const remaining = job.reserved - consumedBy(job) - job.returned;
          expect(remaining).to.be.at.least(0);
          if (job.settled || job.status === 'COMPLETED') expect(remaining).to.equal(0);
        }
      }),
    ));
});
