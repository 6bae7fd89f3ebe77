import { bulleted } from '../../domain/kernel/sentence.ts';
import { z } from 'zod';
import { OwnAiProvider } from '../../domain/ai/ai-key.ts';
import type { AiNames } from '../../domain/ai/ai-provider.ts';
import type { CreditReservationAsked } from '../../domain/credits/credits.ts';
import { requiredScope, requireGrant } from '../../domain/access/scopes.ts';
import { refuseUnless } from '../../domain/posts/decide-editing.ts';
import { post } from '../../domain/posts/post.ts';
import { imageJob, nextAttempt, type JobState } from '../../domain/image-jobs/image-job.ts';
import { imagePrompt } from '../../domain/image-jobs/image-prompt.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import type { Mode } from '../../domain/kernel/mode.ts';
import { rulesWith } from '../../domain/image-jobs/prompt.ts';
import { visualRules } from '../../domain/personas/assemble-prompts.ts';
import { withinJob } from '../../domain/image-jobs/long-prompts.ts';
import { persona } from '../../domain/personas/persona.ts';
import { Id } from '../../read-api/contract/fields.ts';
import { creditMover, type CreditsOffice } from '../credits/credits-of.ts';
import { endOfJobReservation } from '../credits/job-reservation.ts';
import { requireAi } from '../ai/charged.ts';
import { writeEndpoint, type WriteContext, type WriteEndpoint } from '../kernel/endpoint.ts';
import { forEachConcurrently } from '../kernel/for-each-concurrently.ts';
import { bodyLimit, Submission } from './submission.ts';

export type ImageJobPorts = Readonly<{
  credits: Pick<CreditsOffice, 'reserve' | 'release' | 'balance' | 'entitlement'>;
  /** The provider of the images by its names; undefined where none is configured. */
  namesOf(of: Readonly<{ workspaceId: string; mode: Mode }>): AiNames | undefined;
}>;

/** What a job looks like beside its prompts, as JSON: one event has it. Only rules of a persona make it longer. */
const maxRulesBytes = 600_000;

const short = (needed: number, available: unknown, message: string, details: object = {}): Refused =>
  new Refused('INSUFFICIENT_CREDITS', message, {
    ...details,
    creditsNeeded: needed,
    creditsAvailable: available,
    message,
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
    throw short(asked.credits, error.details?.['available'] ?? 0, error.message, error.details);
  }
};

/**
 * Nothing chooses a provider for a job: a wish for one that is not asked would be ignored. The sandbox of
 * test mode plays each one that can be configured.
 */
const requireProvider = (wanted: string | null | undefined, { provider, backup }: AiNames): void => {
  const played = provider === 'sandbox' ? OwnAiProvider.options : [];
  const asked = [provider, ...(backup ? [backup.provider] : []), ...played];
  if (wanted == null || wanted === '' || asked.some((name) => name.toLowerCase() === wanted.toLowerCase())) return;
  throw new Refused('VALIDATION_ERROR', `provider: images are made by ${asked.join(', then ')}`, {
    field: 'provider',
    providers: asked,
  });
};

/** The job, read from the log; of another workspace it does not exist. */
const loadJob = async (jobId: string, context: WriteContext): Promise<Exclude<JobState, 'absent'>> => {
  const state = (await context.load(imageJob, jobId))?.state;
  if (!state || state === 'absent') throw notFound('image job');
  return state;
};

/** How the images of a persona look. Only the submission reads it: a later change of the persona changes no job. */
const visualRulesOf = async (personaId: string, { load }: WriteContext): Promise<string | null> => {
  const voice = (await load(persona, personaId))?.state;
  if (typeof voice !== 'object') throw notFound('Persona');
  return visualRules(voice.modules) || null;
};

/** Prompts that are stored, and posts that are read, at the same time. */
const atOnce = 4;

/** Refuses images for posts that do not exist, are not to be edited, or that the caller may not write. */
const requirePosts = async (
  posts: readonly Readonly<{ postId: string }>[],
  { caller, load }: WriteContext,
): Promise<void> => {
  if (caller.kind === 'api_key') requireGrant(caller.scopes, requiredScope('PATCH', '/v1/posts/:id'));
  const ids = [...new Set(posts.map(({ postId }) => postId))];
  await forEachConcurrently(ids, atOnce, async (postId) => {
    const field = `posts.${posts.findIndex((each) => each.postId === postId)}.postId`;
    const state = Id.safeParse(postId).success ? (await load(post, postId))?.state : undefined;
    if (state?.kind !== 'existing') throw new Refused('NOT_FOUND', `Post ${postId} not found`, { field });
    refuseUnless(state, ['draft', 'scheduled'], 'edited');
  });
};

type Prompt = Readonly<{ jobId: string; itemId: string; sealedFor: string; promptText: string }>;

/**
 * Stores the prompts that are too long for the stream of the job, before the job. Where the balance is
 * short nothing is stored; a request that is sent again may have its credits aside already.
 */
const storePrompts = async (
  { credits }: ImageJobPorts,
  prompts: readonly Prompt[],
  needed: number,
  context: WriteContext,
): Promise<void> => {
  const [first] = prompts;
  if (!first) return;
  const { caller, now } = context;
  if (!(await context.load(imagePrompt, first.itemId))) {
    const { remaining } = await credits.balance(caller.workspaceId, now);
    if (remaining < needed)
      throw short(needed, remaining, `${needed} AI credits are needed and ${remaining} are available`);
  }
  await forEachConcurrently(prompts, atOnce, async (prompt) => {
    const step = `store-prompt/${prompt.itemId}`;
    await context.handle(imagePrompt, prompt.itemId, { type: 'store-prompt', ...prompt }, { step, fresh: true });
  });
};

const submitImageJob = (ports: ImageJobPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/ai/image-jobs',
    id: 'submitImageJob',
    summary: 'Have images made for posts',
    description: bulleted(
      'Reserves one credit for each item. A credit is captured when its image is stored, and given back when the item fails or is cancelled. Images are stored as files of the workspace.',
      [
        '402 INSUFFICIENT_CREDITS: the whole batch is refused. `details` has creditsNeeded, creditsAvailable and message.',
        '`postId` without `attachToPosts` is any word of the caller, and the answers repeat it.',
        '`attachToPosts: true`: each `postId` is a post of the workspace that may be edited, otherwise 404 or 409. An API key needs posts:write. The image is added behind the media of the post as PATCH /v1/posts/:id does it, which voids an approval of the post.',
        'If the post cannot take the image, because it was published or has its most media, the item is COMPLETED and `attachError` says why. The file stays.',
        '`personaId` adds its visual style and its rules for image prompts to each prompt, and `options` adds a line for each option. An unknown persona is 404.',
        '400: a `provider` that is not asked for images here.',
        `A body has at most ${bodyLimit} bytes.`,
      ],
    ),
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
    bodyLimit,
    errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'AI_SUBSCRIPTION', 'INSUFFICIENT_CREDITS', 'SERVICE_UNAVAILABLE'],
    idempotent: true,
    async run({ body }, context) {
      await requireAi(ports, context.caller.workspaceId, context.now);
      const { posts, style, negativePrompts, emblemRendering, personaId } = body;
      const attachBy = body.attachToPosts === true ? (context.caller.userId ?? null) : null;
      if (attachBy !== null) await requirePosts(posts, context);
      const engineRules = rulesWith(body.options, body.engineRules);
      const { workspaceId, mode } = context.caller;
      const names = ports.namesOf({ workspaceId, mode });
      if (!names) throw new Refused('SERVICE_UNAVAILABLE', 'No provider of images is configured');
      requireProvider(body.provider, names);
      const personaRules = personaId == null ? null : await visualRulesOf(personaId, context);
      const rules = [...(negativePrompts ?? []), engineRules ?? '', personaRules ?? ''];
      if (Buffer.byteLength(JSON.stringify(rules)) > maxRulesBytes)
        throw new Refused('VALIDATION_ERROR', 'personaId: the rules of the persona for images are too long', {
          field: 'personaId',
        });
      const jobId = context.newId('image-job');
      const sealedFor = `workspace:${workspaceId}`;
      const items = withinJob(
        posts.map((each, index) => ({ ...each, attachBy, itemId: context.newId(`image-item/${index}`) })),
      );
      const long = items.flatMap(({ itemId, promptText, isLong }) =>
        isLong ? [{ jobId, itemId, sealedFor, promptText }] : [],
      );
      await storePrompts(ports, long, posts.length, context);
      const cause = { kind: 'image-job', id: jobId } as const;
      const asked = { reservationId: jobId, credits: posts.length, cause };
      const creditAccountId = await reserve(ports, asked, context);
      const view = {
        provider: names.provider,
        model: names.imageModel,
        backupProvider: names.backup?.provider ?? null,
        backupModel: names.backup?.imageModel ?? null,
      };
      const command = {
        ...({ type: 'submit-image-job', jobId, sealedFor } as const),
        terms: {
          ...view,
          style: style ?? null,
          engineRules,
          personaId: personaId ?? null,
          personaRules,
          negativePrompts: negativePrompts?.length ? negativePrompts.join('\n') : null,
          emblemRendering: emblemRendering ?? null,
        },
        payment: { creditAccountId, reservationId: jobId },
        items: items.map(({ isLong, promptText, ...item }) => ({ ...item, promptText: isLong ? null : promptText })),
      };
      await context.handle(imageJob, jobId, command, { step: 'submit-image-job', fresh: true });
      return { status: 201, body: { jobId, totalItems: posts.length, status: 'PENDING' as const, ...view } };
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
      'in all. Refused with 422: JOB_CANCELLED, ITEM_NOT_FAILED, MAX_ATTEMPTS_REACHED, in this order. Of two ' +
      'retries at the same time one is ITEM_NOT_FAILED, and costs nothing.',
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
      const reservationId = `${itemId}/${context.commandId}`;
      const isAgain = job.items[itemId]?.payment.reservationId === reservationId;
      if (!isAgain) {
        nextAttempt(job, itemId);
        const cause = { kind: 'image-retry', id: itemId } as const;
        const creditAccountId = await reserve(ports, { reservationId, credits: 1, cause }, context);
        const payment = { creditAccountId, reservationId };
        try {
          await context.handle(imageJob, jobId, { type: 'retry-item', itemId, payment }, { step: 'retry-item' });
        } catch (error) {
          // Retried or cancelled by another request at the same moment.
          const unused = { accountId: creditAccountId, reservationId, item: itemId, reason: 'unused' } as const;
          if (error instanceof Refused) await ports.credits.release(unused, creditMover(context));
          throw error;
        }
      }
      return { body: { itemId, status: 'PENDING' as const } };
    },
  });

/** The write endpoints of image jobs. */
export const imageJobEndpoints = (ports: ImageJobPorts): readonly WriteEndpoint[] => [
  submitImageJob(ports),
  cancelImageJob,
  retryImageItem(ports),
];
