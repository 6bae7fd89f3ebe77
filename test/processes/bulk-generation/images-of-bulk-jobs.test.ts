import { expect } from 'chai';
import { bulkGeneration } from '../../../processes/bulk-generation/bulk-generation.ts';
import type { BulkGenerationPorts, Pictured } from '../../../processes/bulk-generation/ports.ts';
import { event } from '../../../projections/authoring/projection-spec.ts';
import { processSpec } from '../../support/process-spec.ts';

const at = '2026-01-05T09:00:00.000Z';
const jobId = 'cmk0a2b3c4d5e6f7g8h9j0k1m';
const on = { stream: `bulkJob-${jobId}`, workspaceId: 'w1', at };
const queued = event(
  'BulkJobQueued',
  {
    jobId,
    accountId: 'a1',
    platform: 'INSTAGRAM',
    personaId: null,
    topicHint: null,
    createdById: 'u1',
    creditsPerPost: 6,
    withImages: true,
    creditAccountId: 'u1',
    reservationId: jobId,
    items: [{ postId: 'p1', scheduledFor: '2026-02-05T09:00:00.000Z' }],
  },
  on,
);
const given = processSpec(bulkGeneration, jobId);

describe('a bulk job with images', () => {
  /** What happens to posts, files and credits. */
  const setting = (pictured: Pictured) => {
    const done: unknown[] = [];
    const ports: BulkGenerationPorts = {
      bulkPosts: {
        exists: async () => false,
        write: async () => ({ outcome: 'done', text: 'Tea' }),
        picture: async () => pictured,
        schedule: async (_post, _text, mediaIds) => (done.push(['schedule', mediaIds.length]), { outcome: 'done' }),
      },
      storage: { put: async () => (done.push('stored'), {} as never) },
      credits: {
        capture: async ({ credits }) => (done.push(['capture', credits]), { captured: true, balance: {} as never }),
        release: async ({ credits, reason }) => (done.push([reason, credits]), {} as never),
      },
    };
    return { done, ports };
  };

  it('charges nothing for a post whose image cannot be made', async () => {
    const { done, ports } = setting({ outcome: 'failed', reason: 'no' });
    await given(queued, event('BulkJobStarted', { jobId }, on))
      .acting(ports)
      .sends({ type: 'fail-item', index: 0, reason: 'no', from: 'pending' });
    expect(done).to.deep.equal([['failed', 6]]);
  });

  it('schedules no post before its image is stored and ready', async () => {
    const image = { bytes: new Uint8Array([1]), contentType: 'image/png', provider: 'p', model: 'm' };
    const { done, ports } = setting({ outcome: 'done', image });
    await given(queued, event('BulkJobStarted', { jobId }, on))
      .acting(ports)
      .throws(/still being processed/);
    expect(done).to.deep.equal(['stored']);
  });
});
