import {
  bulkJob,
  evolveBulkJob,
  isEnded,
  isTerminal,
  reservationsOf,
  type BulkJob,
} from '../../domain/bulk-generation/bulk-job.ts';
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
  send: (decider, id, command, step) => context.send(decider, id, command, { step, shared: true }),
});

const stepOf = (job: BulkJob): Step['step'] | undefined => {
  if (job.status === 'PAUSED' || job.settled) return undefined;
  if (job.status === 'QUEUED') return 'start';
  // Claimed items of a cancelled job end as usual: their posts may exist already.
  return isTerminal(job.status) && job.items.every(isEnded) ? 'settle' : 'generate';
};

type Reservations = ReturnType<typeof reservationsOf>;

/** Ends one item as far as it can be ended now. */
const generate = async (
  { job, reservations, index }: Readonly<{ job: BulkJob; reservations: Reservations; index: number }>,
  context: ActContext,
  ports: BulkGenerationPorts,
): Promise<void> => {
  const item = job.items[index];
  if (!item) return;
  const { jobId, accountId, personaId, platform, topicHint, creditsPerPost, creditAccountId, reservationId } = job;
  const now = context.now().toISOString();
  const post: BulkPost = {
    jobId,
    postId: item.postId,
    index,
    count: job.items.length,
    accountId,
    personaId,
    platform,
    topicHint,
    workspaceId: context.workspaceId,
    mode: context.mode,
    userId: job.createdById,
    scheduledFor: item.scheduledFor,
    now,
  };
  const send = (command: Parameters<typeof bulkJob.decide>[0]) =>
    context.send(bulkJob, jobId, command, { step: `${command.type}/${index}/${reservationId}` });
  /** Ends the item, then gives its credits back. After a crash in between they come back with the rest of the job. */
  const end = async (
    type: 'fail-item' | 'skip-item',
    from: 'pending' | 'processing',
    reason: string,
  ): Promise<void> => {
    const { state } = await send({ type, index, from, reason });
    const status = state?.items[index]?.status;
    if (status !== 'failed' && status !== 'skipped') return;
    const settled = { accountId: creditAccountId, reservationId, item: String(index) };
    const why = type === 'fail-item' ? 'failed' : 'unused';
    await ports.credits.release({ ...settled, credits: creditsPerPost, reason: why }, mover(context));
  };
  const give = async ({ outcome, reason }: NotDone, from: 'pending' | 'processing'): Promise<void> => {
    await end('fail-item', from, reason);
    if (outcome === 'fatal') await send({ type: 'fail-job', reason });
  };
  /** An earlier reservation may have paid for the item, by a run that was killed before the job was resumed. */
  const pay = async (): Promise<boolean> => {
    for (const { creditAccountId: accountId, reservationId: id } of reservations) {
      const spent = { accountId, reservationId: id, item: String(index), credits: creditsPerPost };
      if ((await ports.credits.capture(spent, mover(context))).captured) return true;
    }
    return false;
  };
  const seen = item.status === 'processing' ? 'processing' : 'pending';
  if (!(await ports.bulkPosts.exists(post))) {
    if (item.status === 'pending' && item.scheduledFor <= now)
      return end('skip-item', 'pending', 'The time of the post has passed');
    const isWanted = async (): Promise<boolean> =>
      (await context.load(bulkJob, jobId, recentEnough))?.state?.status === 'PROCESSING';
    const written = await whileWanted(context, isWanted, (signal) => ports.bulkPosts.write(post, signal));
    if (!written) return;
    if (written.outcome !== 'done') return give(written, seen);
    const illustrated = job.withImages
      ? await illustrate(post, { text: written.text, isWanted }, context, ports)
      : { outcome: 'done' as const, mediaIds: [] };
    if (!illustrated) return;
    if (illustrated.outcome !== 'done') return give(illustrated, seen);
    const { state } = await send({ type: 'claim-item', index });
    // Cancelled or paused meanwhile: nothing has been scheduled.
    if (state?.items[index]?.status !== 'processing') return;
    const scheduled = await ports.bulkPosts.schedule(post, written.text, illustrated.mediaIds);
    if (scheduled.outcome !== 'done') return give(scheduled, 'processing');
  }
  await send({ type: 'claim-item', index });
  const isPaid = await pay();
  await send(isPaid || isTerminal(job.status) ? { type: 'complete-item', index } : { type: 'pause-job' });
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
    const loaded = await context.load(bulkJob, jobId);
    const job = loaded?.state;
    if (!job) return context.endInstance();
    const reservations = reservationsOf(loaded.events);
    if (step === 'start') return void (await context.send(bulkJob, jobId, { type: 'start-job' }, { step: 'start' }));
    if (step === 'settle') {
      for (const { creditAccountId: accountId, reservationId } of reservations)
        await ports.credits.release({ accountId, reservationId, item: 'rest', reason: 'cancelled' }, mover(context));
      return void (await context.send(bulkJob, jobId, { type: 'settle-job' }, { step: 'settle' }));
    }
    if (stepOf(job) !== 'generate') return;
    const open = job.items.flatMap((item, index) => (isEnded(item) ? [] : [index]));
    const claimed = open.filter((index) => job.items[index]?.status === 'processing');
    const chosen = [...claimed, ...open.filter((index) => !claimed.includes(index))].slice(0, atOnce);
    await Promise.all(chosen.map((index) => generate({ job, reservations, index }, context, ports)));
  },
});
