import { expect } from 'chai';
import { bulkJob } from '../../../domain/bulk-generation/bulk-job.ts';
import { foldState } from '../../../domain/kernel/decider.ts';
import { bulkGeneration } from '../../../processes/bulk-generation/bulk-generation.ts';
import type { BulkPost } from '../../../processes/bulk-generation/ports.ts';
import { inspected } from '../../support/inspected-media.ts';
import { killedProcess, type KilledWorld } from '../../support/killed-process.ts';

const jobId = 'cmk0a2b3c4d5e6f7g8h9j0k1m';
const creditsPerPost = 6;
const scheduledFor = '2026-02-05T09:00:00.000Z';

/** `…At`: before which round, or in which wait of the process. */
type Story = Readonly<{ refused?: number; cancelledAt?: number; withdrawnAt?: number; isResumed?: true }>;

/** A job of two posts with images that is killed at a step, and started again. */
const story = async ({ refused, cancelledAt, withdrawnAt, isResumed }: Story, killAt: number) => {
  const scheduled: string[] = [];
  let pictures = 0;
  const world = await killedProcess(
    bulkGeneration,
    ({ outside, credits }) => ({
      credits,
      storage: { put: () => outside(() => ({}) as never) },
      bulkPosts: {
        exists: async ({ postId }: BulkPost) => scheduled.includes(postId),
        write: ({ index }: BulkPost) =>
          outside(() =>
            index === refused
              ? ({ outcome: 'failed', reason: 'no' } as const)
              : ({ outcome: 'done', text: `Tea ${index}` } as const),
          ),
        picture: () =>
          outside(() => {
            const bytes = new Uint8Array(++pictures);
            return { outcome: 'done', image: { bytes, contentType: 'image/png', provider: 'p', model: 'm' } } as const;
          }),
        schedule: ({ postId }: BulkPost) => outside(() => (scheduled.push(postId), { outcome: 'done' } as const)),
      },
    }),
    {
      killAt,
      meanwhile: async (of, nth) => {
        await inspected(of);
        if (nth === cancelledAt) await of.send(bulkJob, jobId, { type: 'cancel-job' }).catch(() => undefined);
        if (nth === withdrawnAt) await withdrawn(of);
      },
    },
  );
  /** The reserved credits are given back to the balance, as when it is set. */
  const withdrawn = async ({ credits, by }: KilledWorld): Promise<void> => {
    await credits.release({ accountId, reservationId: jobId, item: 'rest', reason: 'unused' }, by);
  };
  const { send, credits, by, log } = world;
  const cause = { kind: 'bulk-job', id: jobId } as const;
  const asked = { reservationId: jobId, credits: 2 * creditsPerPost, cause, until: null } as const;
  const { accountId } = await credits.reserve({ ...asked, refusal: 'INSUFFICIENT_CREDITS' }, by);
  await send(bulkJob, jobId, {
    ...({
      type: 'queue-job',
      jobId,
      accountId: 'a1',
      platform: 'INSTAGRAM',
      personaId: null,
      topicHint: null,
    } as const),
    creditsPerPost,
    withImages: true,
    creditAccountId: accountId,
    reservationId: jobId,
    createdById: 'u1',
    items: ['p0', 'p1'].map((postId) => ({ postId, scheduledFor })),
  });
  const reserved = { creditAccountId: accountId, reservationId: 'resumption' };
  if (isResumed) {
    // One run scheduled both posts, and was killed when it had captured the credits of the first one.
    await send(bulkJob, jobId, { type: 'start-job' });
    for (const index of [0, 1]) await send(bulkJob, jobId, { type: 'claim-item', index });
    scheduled.push('p0', 'p1');
    await credits.capture({ accountId, reservationId: jobId, item: '0', credits: creditsPerPost }, by);
    await withdrawn(world);
    await send(bulkJob, jobId, { type: 'pause-job' });
    const { reservationId } = reserved;
    await credits.reserve({ ...asked, reservationId, refusal: 'INSUFFICIENT_CREDITS' }, by);
    await send(bulkJob, jobId, { type: 'resume-job', ...reserved, credits: asked.credits });
  }
  await world.untilNothingIsOwed();
  const job = foldState(bulkJob, log.of(`bulkJob-${jobId}`) as never);
  if (!job) throw new Error('no job');
  const completed = job.items.filter(({ status }) => status === 'completed').map(({ postId }) => postId);
  const balance = await credits.balance('w1', '2026-01-05T09:00:00.000Z');
  return { world, job, scheduled, completed, balance };
};

describe('a bulk job that is killed at any step', () => {
  const stories: readonly (readonly [string, Story, readonly string[]])[] = [
    ['schedules and charges each post once', {}, ['COMPLETED']],
    ['gives the credits of a failed post back', { refused: 0 }, ['COMPLETED']],
    ['is cancelled while it runs, and charges what it scheduled', { cancelledAt: 2 }, ['CANCELLED']],
    ['is cancelled later, and charges what it scheduled', { cancelledAt: 5 }, ['CANCELLED', 'COMPLETED']],
    ['is paused without credits', { withdrawnAt: 2 }, ['PAUSED']],
  ];
  /** Kills the job at each `stride`-th step, each time in a run of its own. */
  const survives = async (of: Story, expected: readonly string[], stride: number): Promise<void> => {
    for (let killAt = 0; ; killAt += stride) {
      const { world, job, scheduled, completed, balance } = await story(of, killAt);
      const at = `killed at step ${killAt}`;
      const { status } = job;
      expect(status, at).to.be.oneOf(expected);
      expect(new Set(scheduled).size, `posts scheduled once, ${at}`).to.equal(scheduled.length);
      if (status === 'COMPLETED') expect(completed, at).to.have.length(of.refused === undefined ? 2 : 1);
      if (status !== 'PAUSED') expect([...completed].sort(), at).to.deep.equal([...scheduled].sort());
      const used = completed.length * creditsPerPost;
      expect(balance, at).to.include({ used, reserved: 0, remaining: 100 - used });
      expect(world.creditFaults(), at).to.deep.equal([]);
      if (!world.wasKilled()) {
        expect(killAt, 'steps that were killed').to.be.greaterThan(8);
        return;
      }
    }
  };
  const everyStep = new Set(['schedules and charges each post once']);
  for (const [title, of, expected] of stories) it(title, () => survives(of, expected, everyStep.has(title) ? 1 : 2));
  it('is resumed, and charges no post that was charged before the pause', () =>
    survives({ isResumed: true }, ['COMPLETED'], 2));
});
