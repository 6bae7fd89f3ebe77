import { z } from 'zod';
import type { AiNames } from '../../domain/ai/ai-provider.ts';
import type { CreditReservationAsked } from '../../domain/credits/credits.ts';
import { imageJob, nextAttempt, type JobState } from '../../domain/image-jobs/image-job.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import type { Mode } from '../../domain/kernel/mode.ts';
import { visualRules } from '../../domain/personas/assemble-prompts.ts';
import { persona } from '../../domain/personas/persona.ts';
import { Id } from '../../read-api/contract/fields.ts';
import { creditMover, type CreditsOffice } from '../credits/credits-of.ts';
import { endOfJobReservation } from '../credits/job-reservation.ts';
import { requireAi } from '../ai/charged.ts';
import { writeEndpoint, type WriteContext, type WriteEndpoint } from '../kernel/endpoint.ts';

export type ImageJobPorts = Readonly<{
  credits: Pick<CreditsOffice, 'reserve' | 'entitlement'>;
  /** The provider of the images by its names; undefined where none is configured. */
  namesOf(of: Readonly<{ workspaceId: string; mode: Mode }>): AiNames | undefined;
}>;

const maxItems = 50;
/** The prompts and rules of a job, as JSON: they are appended to the log together. */
const maxJobBytes = 600_000;

const Prompt = z.string().min(1).max(32_000);
const Submission = z.object({
  posts: z
    .array(z.object({ postId: z.string().min(1).max(200), promptText: Prompt }))
    .min(1)
    .max(maxItems),
  style: z.string().max(200).optional(),
  provider: z.string().max(100).optional().meta({ description: 'Answered as it is configured; others are not asked' }),
  personaId: z.string().max(64).nullable().optional(),
  engineRules: z.string().max(60_000).optional(),
  negativePrompts: z.array(z.string().max(200)).max(100).optional(),
  emblemRendering: z.enum(['include', 'exclude']).nullable().optional(),
  options: z.record(z.string(), z.unknown()).optional(),
});

/** Takes credits aside, and refuses in the fields of image jobs where the balance is short. */
const reserve = async (
  { credits }: ImageJobPorts,
  asked: Omit<CreditReservationAsked, 'refusal' | 'until'>,
  context: WriteContext,
): Promise<string> => {
  try {
    const until = endOfJobReservation(context.now);
    const reservation = { ...asked, until, refusal: 'INSUFFICIENT_CREDITS' } as const;
    return (await credits.reserve(reservation, creditMover(context))).accountId;
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'INSUFFICIENT_CREDITS') throw error;
    const details = error.details ?? {};
    throw new Refused('INSUFFICIENT_CREDITS', error.message, {
      ...details,
      ...{ creditsNeeded: asked.credits, creditsAvailable: details['available'] ?? 0, message: error.message },
    });
  }
};

/** The job as it is in the log; of another workspace it does not exist. */
const loadJob = async (jobId: string, context: WriteContext): Promise<Exclude<JobState, 'absent'>> => {
  const state = (await context.load(imageJob, jobId))?.state;
  if (!state || state === 'absent') throw notFound('image job');
  return state;
};

/** How the images of a persona look. Only the submission reads it: a later change of the persona changes no job. */
const looksOf = async (personaId: string, { load }: WriteContext): Promise<string | null> => {
  const voice = (await load(persona, personaId))?.state;
  if (typeof voice !== 'object') throw notFound('Persona');
  return visualRules(voice.modules) || null;
};

const submitImageJob = (ports: ImageJobPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/ai/image-jobs',
    id: 'submitImageJob',
    summary: 'Have images made for posts',
    description:
      'One credit an item is reserved at once, or the whole batch is refused with 402 INSUFFICIENT_CREDITS, whose ' +
      '`details` have creditsNeeded, creditsAvailable and message. A credit is captured when its image is stored, ' +
      'and given back when the item fails or is cancelled. `postId` is repeated in the answers and not looked up; ' +
      'images are stored as files of the workspace and attached by mediaId. The visual style and the rules for ' +
      'image prompts of `personaId` are added to each prompt; an unknown persona is 404. `provider` and `options` ' +
      'change nothing yet. Prompts and rules have at most 600,000 bytes of JSON together.',
    body: Submission,
    reply: z.object({
      jobId: Id,
      totalItems: z.int(),
      status: z.literal('PENDING'),
      provider: z.string(),
      model: z.string().nullable(),
      backupProvider: z.string().nullable(),
      backupModel: z.string().nullable(),
    }),
    status: 201,
    bodyLimit: 2 * 1024 * 1024,
    errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'AI_SUBSCRIPTION', 'INSUFFICIENT_CREDITS', 'SERVICE_UNAVAILABLE'],
    idempotent: true,
    async run({ body }, context) {
      await requireAi(ports, context.caller.workspaceId, context.now);
      const { posts, style, engineRules, negativePrompts, emblemRendering, personaId } = body;
      const { workspaceId, mode } = context.caller;
      const names = ports.namesOf({ workspaceId, mode });
      if (!names) throw new Refused('SERVICE_UNAVAILABLE', 'No provider of images is configured');
      const personaRules = personaId == null ? null : await looksOf(personaId, context);
      const rules = [...(negativePrompts ?? []), engineRules ?? '', personaRules ?? ''];
      const texts = [...posts.map(({ promptText }) => promptText), ...rules];
      if (Buffer.byteLength(JSON.stringify(texts)) > maxJobBytes)
        throw new Refused('VALIDATION_ERROR', `posts: prompts and rules have more than ${maxJobBytes} bytes together`, {
          field: 'posts',
        });
      const jobId = context.newId('image-job');
      const cause = { kind: 'image-job', id: jobId } as const;
      const asked = { reservationId: jobId, credits: posts.length, cause };
      const creditAccountId = await reserve(ports, asked, context);
      const shown = {
        ...{ provider: names.provider, model: names.imageModel },
        ...{ backupProvider: names.backup?.provider ?? null, backupModel: names.backup?.imageModel ?? null },
      };
      const command = {
        ...({ type: 'submit-image-job', jobId, sealedFor: `workspace:${workspaceId}` } as const),
        terms: {
          ...shown,
          ...{ style: style ?? null, engineRules: engineRules ?? null },
          ...{ personaId: personaId ?? null, personaRules },
          negativePrompts: negativePrompts?.length ? negativePrompts.join('\n') : null,
          emblemRendering: emblemRendering ?? null,
        },
        payment: { creditAccountId, reservationId: jobId },
        items: posts.map((each, index) => ({ ...each, itemId: context.newId(`image-item/${index}`) })),
      };
      await context.handle(imageJob, jobId, command, { step: 'submit-image-job', fresh: true });
      return { status: 201, body: { jobId, totalItems: posts.length, status: 'PENDING' as const, ...shown } };
    },
  });

const cancelImageJob = writeEndpoint({
  method: 'POST',
  path: '/v1/ai/image-jobs/:jobId/cancel',
  id: 'cancelImageJob',
  summary: 'Cancel what is left of an image job',
  description:
    'Open items become CANCELLED and their credits are given back. A call to the provider that runs is ended ' +
    'within seconds; an image that is stored already is completed and paid. A job that has ended is 409 JOB_ALREADY_TERMINAL.',
  params: z.object({ jobId: Id }),
  reply: z.object({ jobId: Id, status: z.literal('CANCELLING') }),
  errors: ['NOT_FOUND', 'JOB_ALREADY_TERMINAL'],
  idempotent: true,
  async run({ params: { jobId } }, context) {
    await loadJob(jobId, context);
    await context.handle(imageJob, jobId, { type: 'cancel-image-job' }, { step: 'cancel-image-job' });
    return { body: { jobId, status: 'CANCELLING' as const } };
  },
});

const retryImageItem = (ports: ImageJobPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/ai/image-jobs/:jobId/items/:itemId/retry',
    id: 'retryImageItem',
    summary: 'Try a failed image again',
    description:
      'Costs one credit, reserved at once and given back where the item fails again. An item is tried three times ' +
      'in all. Refused with 422: JOB_CANCELLED, ITEM_NOT_FAILED, MAX_ATTEMPTS_REACHED, in this order.',
    params: z.object({ jobId: Id, itemId: Id }),
    reply: z.object({ itemId: Id, status: z.literal('PENDING') }),
    errors: [
      ...(['NOT_FOUND', 'AI_SUBSCRIPTION', 'INSUFFICIENT_CREDITS'] as const),
      ...(['JOB_CANCELLED', 'ITEM_NOT_FAILED', 'MAX_ATTEMPTS_REACHED'] as const),
    ],
    idempotent: true,
    async run({ params: { jobId, itemId } }, context) {
      const job = await loadJob(jobId, context);
      await requireAi(ports, context.caller.workspaceId, context.now);
      // The attempt names the reservation: two retries of one failure share one credit.
      const reservationId = `${itemId}/${nextAttempt(job, itemId)}`;
      const cause = { kind: 'image-retry', id: itemId } as const;
      const creditAccountId = await reserve(ports, { reservationId, credits: 1, cause }, context);
      const payment = { creditAccountId, reservationId };
      await context.handle(imageJob, jobId, { type: 'retry-item', itemId, payment }, { step: 'retry-item' });
      return { body: { itemId, status: 'PENDING' as const } };
    },
  });

/** The write endpoints of image jobs. */
export const imageJobEndpoints = (ports: ImageJobPorts): readonly WriteEndpoint[] => [
  submitImageJob(ports),
  cancelImageJob,
  retryImageItem(ports),
];
