import { bulkJob, evolveBulkJob, isEnded, isTerminal, type BulkJob } from '../../domain/bulk-generation/bulk-job.ts';
import type { BulkJobEvent } from '../../domain/bulk-generation/bulk-job-events.ts';
import type { CreditMover } from '../../domain/credits/credits.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import type { ActContext } from '../kernel/act-context.ts';
import { processOf } from '../kernel/process.ts';
import { recentEnough, whileWanted } from '../kernel/while-wanted.ts';
import { illustrate } from './illustrate.ts';
import type { BulkGenerationPorts, BulkPost, NotDone } from './ports.ts';

/** What remains to be done for a job. `at`: since when, ISO 8601. */
export type RunningBulkJob = Readonly<{ job: BulkJob; at: string }>;
type Step = Readonly<{ jobId: string; step: 'start' | 'generate' | 'settle' }>;

/** Items that are generated at the same time. */
const atOnce = 3;

const mover = (context: ActContext): CreditMover => ({
  workspaceId: context.workspaceId,
  mode: context.mode,
  now: context.now().toISOString(),
  send: (decider, id, command, step) => context.send(decider, id, command, step, { shared: true }),
});

const stepOf = (job: BulkJob): Step['step'] | undefined => {
  if (job.status === 'PAUSED' || job.settled) return undefined;
  if (job.status === 'QUEUED') return 'start';
  // Claimed items of a cancelled job end as usual: their posts may exist already.
  return isTerminal(job.status) && job.items.every(isEnded) ? 'settle' : 'generate';
};

/** Ends one item as far as it can be ended now. */
const generate = async (
  job: BulkJob,
  index: number,
  context: ActContext,
  ports: BulkGenerationPorts,
): Promise<void> => {
  const item = job.items[index];
  if (!item) return;
  const { jobId, accountId, personaId, platform, topicHint, creditsPerPost, creditAccountId, reservationId } = job;
  const now = context.now().toISOString();
  const post: BulkPost = {
    ...{ jobId, postId: item.postId, index, count: job.items.length, accountId, personaId, platform, topicHint },
    ...{ workspaceId: context.workspaceId, mode: context.mode, userId: job.createdById },
    ...{ scheduledFor: item.scheduledFor, now },
  };
  const send = (command: Parameters<typeof bulkJob.decide>[0]) =>
    context.send(bulkJob, jobId, command, `${command.type}/${index}/${reservationId}`);
  const give = async (outcome: NotDone): Promise<void> => {
    const settled = { accountId: creditAccountId, reservationId, item: String(index) };
    await ports.credits.release({ ...settled, credits: creditsPerPost, reason: 'failed' }, mover(context));
    await send({ type: 'fail-item', index, reason: outcome.reason });
    if (outcome.outcome === 'fatal') await send({ type: 'fail-job', reason: outcome.reason });
  };
  if (!(await ports.bulkPosts.exists(post))) {
    if (item.status === 'pending' && item.scheduledFor <= now) {
      const settled = { accountId: creditAccountId, reservationId, item: String(index) };
      await ports.credits.release({ ...settled, credits: creditsPerPost, reason: 'unused' }, mover(context));
      return void (await send({ type: 'skip-item', index, reason: 'The time of the post has passed' }));
    }
    const isWanted = async (): Promise<boolean> =>
      (await context.load(bulkJob, jobId, recentEnough))?.state?.status === 'PROCESSING';
    const written = await whileWanted(context, isWanted, (signal) => ports.bulkPosts.write(post, signal));
    if (!written) return;
    if (written.outcome !== 'done') return give(written);
    const illustrated = job.withImages
      ? await illustrate(post, written.text, context, ports, isWanted)
      : { outcome: 'done' as const, mediaIds: [] };
    if (!illustrated) return;
    if (illustrated.outcome !== 'done') return give(illustrated);
    const { state } = await send({ type: 'claim-item', index });
    // Cancelled or paused meanwhile: nothing has been scheduled.
    if (state?.items[index]?.status !== 'processing') return;
    const scheduled = await ports.bulkPosts.schedule(post, written.text, illustrated.mediaIds);
    if (scheduled.outcome !== 'done') return give(scheduled);
  }
  await send({ type: 'claim-item', index });
  const spent = { accountId: creditAccountId, reservationId, item: String(index), credits: creditsPerPost };
  const { captured } = await ports.credits.capture(spent, mover(context));
  await send(captured || isTerminal(job.status) ? { type: 'complete-item', index } : { type: 'pause-job' });
};

/** The hint is read from the log when it is needed: rows of processes hold no personal data. */
const follow = (state: RunningBulkJob | undefined, event: Recorded<BulkJobEvent>): RunningBulkJob | undefined => {
  const job = evolveBulkJob(state?.job, event);
  return job === undefined || job.settled ? undefined : { job: { ...job, topicHint: null }, at: event.meta.occurredAt };
};

/**
 * Generates the posts of a job, three at a time. Each step is a command with an id of its own, so a
 * crash between any two of them neither loses nor doubles a post, an image or a credit: the image is
 * stored first and the post created next, both under fixed ids, then the credits are captured, then
 * the item is complete. Calls to the provider that run when the job is cancelled or paused are ended.
 */
export const bulkGeneration = processOf<RunningBulkJob, Step, BulkGenerationPorts>()({
  name: 'bulk-generation',
  description: 'Generates and schedules the posts of bulk jobs.',
  on: {
    BulkJobQueued: follow,
    BulkJobStarted: follow,
    BulkItemClaimed: follow,
    BulkItemCompleted: follow,
    BulkItemFailed: follow,
    BulkItemSkipped: follow,
    BulkJobPaused: follow,
    BulkJobResumed: follow,
    BulkJobCancelled: follow,
    BulkJobCompleted: follow,
    BulkJobFailed: follow,
    BulkJobSettled: follow,
  },
  instancesOf: ({ data }) => data.jobId,
  next: ({ job, at }) => {
    const step = stepOf(job);
    return step && { at, action: { jobId: job.jobId, step } };
  },
  act: async ({ jobId, step }, context, ports) => {
    const job = (await context.load(bulkJob, jobId))?.state;
    if (!job) return context.endInstance();
    if (step === 'start') return void (await context.send(bulkJob, jobId, { type: 'start-job' }, 'start'));
    if (step === 'settle') {
      const { creditAccountId: accountId, reservationId } = job;
      const rest = { accountId, reservationId, item: 'rest', reason: 'cancelled' } as const;
      await ports.credits.release(rest, mover(context));
      return void (await context.send(bulkJob, jobId, { type: 'settle-job' }, 'settle'));
    }
    if (stepOf(job) !== 'generate') return;
    const open = job.items.flatMap((item, index) => (isEnded(item) ? [] : [index]));
    const claimed = open.filter((index) => job.items[index]?.status === 'processing');
    const chosen = [...claimed, ...open.filter((index) => !claimed.includes(index))].slice(0, atOnce);
    await Promise.all(chosen.map((index) => generate(job, index, context, ports)));
  },
});
