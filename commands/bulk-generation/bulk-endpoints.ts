import { bulleted } from '../../domain/kernel/sentence.ts';
import { pausedByPlan } from '../../domain/accounts/paused-by-plan.ts';
import type { AccountFacts } from '../../domain/content/account-eligibility.ts';
import { z } from 'zod';
import { bulkJob, creditsToResume } from '../../domain/bulk-generation/bulk-job.ts';
import { maxBulkPosts } from '../../domain/bulk-generation/bulk-job-events.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { assemblePrompts } from '../../domain/personas/assemble-prompts.ts';
import { persona } from '../../domain/personas/persona.ts';
import { platformRules } from '../../domain/content/platform-rules.ts';
import { requireFeature } from '../../domain/plans/plan.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import { Id, Instant } from '../../read-api/contract/fields.ts';
import { requireAllowedPlatforms, callersWorkspace } from '../posts/workspace-rules.ts';
import { effectiveSettings } from '../../domain/workspaces/settings.ts';
import { requireAi } from '../ai/charged.ts';
import { AnyPlatform, optional, withDefault } from '../ai/fields.ts';
import { creditMover, type CreditsOffice } from '../credits/credits-of.ts';
import { endOfJobReservation } from '../credits/job-reservation.ts';
import { type WriteContext, writeEndpoint, type WriteEndpoint } from '../kernel/endpoint.ts';
import { bulkPostId } from './bulk-post-id.ts';

export type BulkPorts = Readonly<{
  credits: Pick<CreditsOffice, 'reserve' | 'release' | 'balance' | 'entitlement'>;
  /** Undefined where the workspace has no such account, or it is disconnected. */
  accountOf(
    accountId: string,
    streams: Pick<WriteContext, 'load'>,
  ): Promise<Pick<AccountFacts, 'platform' | 'paused'> | undefined>;
}>;

const usualCredits = 1;
const creditsWithImages = 6;

/** A time this long ago still counts as now. */
const graceMs = 60_000;

const totalPosts = z.int().min(1).max(maxBulkPosts);
const creditsPerPost = optional(z.int().min(1).max(100));

/** Never less than a post costs. */
const costOf = (asked: number | undefined, { generateImages }: Readonly<{ generateImages: boolean }>): number =>
  Math.max(asked ?? 0, generateImages ? creditsWithImages : usualCredits);

const requireBulkPlan = async ({ caller, now }: WriteContext, ports: BulkPorts): Promise<void> => {
  const { plan } = await ports.credits.entitlement(caller.workspaceId, now);
  requireFeature(plan, 'bulk_scheduling');
};

const requireAccess = async (context: WriteContext, ports: BulkPorts): Promise<void> => {
  await requireBulkPlan(context, ports);
  await requireAi(ports, context.caller.workspaceId, context.now);
};

/** Whether the workspace has enabled the platform. */
const isAllowed = async (platform: Platform, context: WriteContext): Promise<boolean> => {
  const { allowedPlatforms = [] } = effectiveSettings((await callersWorkspace(context))?.settings ?? {});
  return allowedPlatforms.length === 0 || allowedPlatforms.includes(platform);
};

const validateBulk = (ports: BulkPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/bulk-generate/validate',
    id: 'validateBulkGeneration',
    summary: 'Whether a bulk generation could be asked for now',
    description: 'Reserves nothing. `error` says in a sentence what is missing, null where nothing is.',
    access: 'session',
    idempotent: false,
    body: z.object({ accountId: Id, totalPosts, creditsPerPost, generateImages: withDefault(z.boolean(), false) }),
    reply: z.object({
      valid: z.boolean(),
      error: z.string().nullable(),
      creditBalance: z.int(),
      estimatedCredits: z.int(),
    }),
    errors: ['PLAN_UPGRADE_REQUIRED', 'AI_SUBSCRIPTION'],
    async run({ body }, context) {
      const { workspaceId } = context.caller;
      await requireAccess(context, ports);
      const { remaining } = await ports.credits.balance(workspaceId, context.now);
      const estimatedCredits = body.totalPosts * costOf(body.creditsPerPost, { generateImages: body.generateImages });
      const account = await ports.accountOf(body.accountId, context);
      const error =
        account === undefined
          ? 'The account is not connected in this workspace'
          : account.paused
            ? pausedByPlan(body.accountId).message
            : !(await isAllowed(account.platform, context))
              ? `${account.platform} is not enabled in this workspace`
              : estimatedCredits > remaining
                ? `${estimatedCredits} AI credits are needed and ${remaining} are available`
                : null;
      return { body: { valid: error === null, error, creditBalance: remaining, estimatedCredits } };
    },
  });

/** A generated post has a text, and an image where one is asked for. */
const requireMedia = (platform: Platform, { generateImages }: Readonly<{ generateImages: boolean }>): void => {
  const { mediaRequired } = platformRules[platform];
  if (mediaRequired === 'none' || (mediaRequired === 'any' && generateImages)) return;
  const needed = mediaRequired === 'video' ? 'a video' : 'media: ask for images with generateImages';
  throw new Refused('VALIDATION_ERROR', `platform: posts on ${platform} need ${needed}`, { field: 'platform' });
};

/** Refuses what the assembling of the persona's prompts would refuse for every post. */
const requirePersona = async (id: string, platform: Platform, { load }: WriteContext): Promise<void> => {
  const voice = (await load(persona, id))?.state;
  if (typeof voice !== 'object') throw notFound('Persona');
  assemblePrompts(voice, { platform, generationType: 'POST_GENERATION', idea: undefined });
};

const Answer = z.object({ jobId: z.string(), status: z.string(), message: z.string() });

const createBulk = (ports: BulkPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/bulk-generate',
    id: 'createBulkJob',
    summary: 'Generate and schedule up to 50 posts',
    description: bulleted(
      'Reserves the credits of all posts at once. Credits of posts that fail, are skipped or are cancelled are refunded. `creditsPerPost` is at least what a post costs.',
      [
        '`scheduledDates` are in the future. A post is skipped if its time passes before it is generated.',
        'A provider that fails is asked three times for a text or an image.',
        'With `generateImages` each post gets an image, stored as a file of the workspace. The text costs a credit and the image five. If one of them fails, neither is charged.',
        '`error` of a post in the job says why it failed or was skipped.',
        'If the workspace schedules only approved posts, the generated posts are drafts with their times. startApproval takes them.',
        '400 VALIDATION_ERROR: a platform whose posts need media without `generateImages`, and always a platform whose posts need a video.',
        '400 PERSONA_INCOMPLETE: the persona of `personaId` has no modules. Texts and images are made in its voice.',
        '403 PLATFORM_RESTRICTED: a platform outside `allowedPlatforms`.',
        '402 LIMIT_EXCEEDED: the plan has no room for the account.',
      ],
    ),
    access: 'session',
    body: z.object({
      accountId: Id,
      platform: AnyPlatform,
      totalPosts,
      scheduledDates: z.array(Instant).min(1).max(maxBulkPosts),
      personaId: optional(z.string().max(64)),
      topicHint: optional(z.string().max(500)),
      generateImages: withDefault(z.boolean(), false),
      creditsPerPost,
    }),
    reply: Answer,
    status: 201,
    errors: [
      ...(['VALIDATION_ERROR', 'PERSONA_INCOMPLETE', 'NOT_FOUND', 'INSUFFICIENT_CREDITS'] as const),
      ...(['PLAN_UPGRADE_REQUIRED', 'AI_SUBSCRIPTION', 'PLATFORM_RESTRICTED', 'LIMIT_EXCEEDED'] as const),
    ],
    async run({ body }, context) {
      const { caller, now } = context;
      await requireAccess(context, ports);
      const { accountId, platform, scheduledDates, personaId = null, topicHint = null } = body;
      if (scheduledDates.length !== body.totalPosts)
        throw new Refused('VALIDATION_ERROR', 'scheduledDates: must have as many dates as totalPosts', {
          field: 'scheduledDates',
        });
      if (scheduledDates.some((date) => Date.parse(date) < Date.parse(now) - graceMs))
        throw new Refused('VALIDATION_ERROR', 'scheduledDates: must not be in the past', { field: 'scheduledDates' });
      requireMedia(platform, { generateImages: body.generateImages });
      if (personaId !== null) await requirePersona(personaId, platform, context);
      const account = await ports.accountOf(accountId, context);
      if (account === undefined) throw notFound('account');
      if (account.platform !== platform)
        throw new Refused('VALIDATION_ERROR', `platform: the account is on ${account.platform}`, { field: 'platform' });
      if (account.paused) throw pausedByPlan(accountId);
      await requireAllowedPlatforms([{ platform }], context);
      const jobId = context.newId('bulk-job');
      const cost = costOf(body.creditsPerPost, { generateImages: body.generateImages });
      const { accountId: creditAccountId } = await ports.credits.reserve(
        {
          reservationId: jobId,
          credits: cost * body.totalPosts,
          cause: { kind: 'bulk-job', id: jobId },
          until: endOfJobReservation(now),
          refusal: 'INSUFFICIENT_CREDITS',
        },
        creditMover(context),
      );
      const { state } = await context.handle(
        bulkJob,
        jobId,
        {
          type: 'queue-job',
          jobId,
          accountId,
          platform,
          personaId,
          topicHint,
          creditAccountId,
          reservationId: jobId,
          items: scheduledDates.map((scheduledFor, index) => ({ postId: bulkPostId(jobId, index), scheduledFor })),
          creditsPerPost: cost,
          withImages: body.generateImages,
          createdById: caller.userId ?? 'unknown',
        },
        { fresh: true, step: 'queue-job' },
      );
      const message = `${state?.items.length ?? 0} posts are queued`;
      return { status: 201, body: { jobId, status: 'QUEUED', message } };
    },
  });

const params = z.object({ jobId: Id });

const cancelBulk = () =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/bulk-generate/:jobId/cancel',
    id: 'cancelBulkJob',
    summary: 'Cancel a bulk generation job',
    description:
      'Also of a paused job. No further post is generated; a post that is being scheduled at this moment is completed. ' +
      'Posts that are scheduled stay. The credits that were not spent are refunded. A job that has ended, also by a ' +
      'cancellation, is 409 JOB_ALREADY_TERMINAL.',
    access: 'session',
    params,
    reply: Answer,
    errors: ['NOT_FOUND', 'JOB_ALREADY_TERMINAL'],
    async run({ params: { jobId } }, context) {
      await context.handle(bulkJob, jobId, { type: 'cancel-job' });
      return { body: { jobId, status: 'CANCELLED', message: 'The job is cancelled; unspent credits are refunded' } };
    },
  });

const resumeBulk = (ports: BulkPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/bulk-generate/:jobId/resume',
    id: 'resumeBulkJob',
    summary: 'Go on with a job that was paused because credits ran out',
    description: 'Reserves the credits of the posts that are left. A job that is not paused is 409.',
    access: 'session',
    params,
    reply: Answer,
    errors: ['NOT_FOUND', 'INSUFFICIENT_CREDITS', 'CONFLICT', 'JOB_ALREADY_TERMINAL', 'PLAN_UPGRADE_REQUIRED'],
    async run({ params: { jobId } }, context) {
      await requireBulkPlan(context, ports);
      const job = (await context.load(bulkJob, jobId))?.state;
      if (!job) throw notFound('bulk generation job');
      const reservationId = `${jobId}/${context.commandId}`;
      const credits = creditsToResume(job);
      const command = { type: 'resume-job', reservationId, credits } as const;
      await context.preview(bulkJob, jobId, { ...command, creditAccountId: job.creditAccountId });
      const by = creditMover(context);
      const { accountId: creditAccountId } = await ports.credits.reserve(
        {
          reservationId,
          credits,
          until: endOfJobReservation(context.now),
          refusal: 'INSUFFICIENT_CREDITS',
          cause: { kind: 'bulk-job', id: jobId },
        },
        by,
      );
      try {
        await context.handle(bulkJob, jobId, { ...command, creditAccountId }, { step: 'resume-job' });
      } catch (error) {
        // Resumed or cancelled by another request at the same moment.
        if (error instanceof Refused)
          await ports.credits.release(
            { accountId: creditAccountId, reservationId, item: 'rest', reason: 'unused' },
            by,
          );
        throw error;
      }
      return { body: { jobId, status: 'PROCESSING', message: 'The job goes on' } };
    },
  });

/** The write endpoints of bulk generation. */
export const bulkEndpoints = (ports: BulkPorts): readonly WriteEndpoint[] => [
  validateBulk(ports),
  createBulk(ports),
  cancelBulk(),
  resumeBulk(ports),
];
