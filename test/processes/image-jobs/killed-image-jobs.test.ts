import { expect } from 'chai';
import { AiFailure, type AiProvider } from '../../../domain/ai/ai-provider.ts';
import { imageJob, type JobState } from '../../../domain/image-jobs/image-job.ts';
import { imagePrompt } from '../../../domain/image-jobs/image-prompt.ts';
import { media } from '../../../domain/media/media.ts';
import { imageItems } from '../../../processes/image-jobs/image-items.ts';
import { foldState } from '../../../domain/kernel/decider.ts';
import { inspected } from '../../support/inspected-media.ts';
import { killedProcess, type KilledWorld } from '../../support/killed-process.ts';

const jobId = 'cmk0a2b3c4d5e6f7g8h9j0k1m';
const items = ['cmk0a2b3c4d5e6f7g8h9j0k2a', 'cmk0a2b3c4d5e6f7g8h9j0k2b'];
const names = { provider: 'p', model: 'm', imageModel: 'i', backup: null };
const terms = {
  style: null,
  engineRules: null,
  negativePrompts: null,
  personaRules: null,
  emblemRendering: null,
  personaId: null,
  provider: 'p',
  model: 'i',
  backupProvider: null,
  backupModel: null,
};

/** `…At`: before which round, or in which wait of the process. */
type Story = Readonly<{ refused?: string; cancelledAt?: number; attachBy?: string }>;

/** A job of two images that is killed at a step, and started again. */
const story = async ({ refused, cancelledAt, attachBy = undefined }: Story, killAt: number) => {
  let asked = 0;
  const attached = new Set<string>();
  const provider = ({ outside }: KilledWorld): AiProvider => ({
    names,
    text: () => Promise.reject(new Error('no texts')),
    image: (prompt) =>
      outside(() => {
        asked++;
        expect(prompt).to.be.oneOf(['Cat 0', 'Cat 1']);
        if (prompt === refused) throw new AiFailure('refused', 'no');
        // No two pictures of a provider are alike.
        return { ...names, model: 'i', bytes: new Uint8Array(asked), contentType: 'image/png' };
      }),
  });
  const world = await killedProcess(
    imageItems,
    (of) => ({
      imageProvider: () => provider(of),
      credits: of.credits,
      storage: { put: () => of.outside(() => ({}) as never) },
      storedBytes: async () => 0,
      attachToPost: ({ postId, mediaId }) =>
        of.outside(() => {
          expect(foldState(media, of.log.of(`media-${mediaId}`) as never)?.status).to.equal('READY');
          attached.add(`${postId} ${mediaId}`);
          return { outcome: 'attached', reason: null };
        }),
    }),
    {
      killAt,
      meanwhile: async (made, nth) => {
        const { send } = made;
        if (attachBy !== undefined) await inspected(made);
        if (nth === cancelledAt) await send(imageJob, jobId, { type: 'cancel-image-job' }).catch(() => undefined);
      },
    },
  );
  const { send, credits, by, log } = world;
  const cause = { kind: 'image-job', id: jobId } as const;
  const asking = { reservationId: jobId, credits: 2, cause, until: null, refusal: 'INSUFFICIENT_CREDITS' } as const;
  const { accountId } = await credits.reserve(asking, by);
  const payment = { creditAccountId: accountId, reservationId: jobId };
  const [, long = ''] = items;
  const sealedFor = 'workspace:w1';
  await send(imagePrompt, long, { type: 'store-prompt', jobId, itemId: long, sealedFor, promptText: 'Cat 1' });
  const submitted = items.map((itemId, index) => ({
    itemId,
    postId: 'p',
    promptText: index === 1 ? null : 'Cat 0',
    attachBy: attachBy ?? null,
  }));
  const command = { type: 'submit-image-job', jobId, sealedFor, terms, payment } as const;
  await send(imageJob, jobId, { ...command, items: submitted });
  await world.untilNothingIsOwed();
  const job = foldState(imageJob, log.of(`imageJob-${jobId}`) as never) as Exclude<JobState, 'absent'>;
  const count = (status: string) => Object.values(job.items).filter((item) => item.status === status).length;
  const files = [...new Set(log.log.map(({ stream }) => stream).filter((name) => name.startsWith('media-')))];
  return {
    world,
    attached: attached.size,
    attachments: log.log.flatMap(({ type, data }) =>
      type === 'ImageItemCompleted' ? [(data as { attachment: unknown }).attachment] : [],
    ),
    statuses: { COMPLETED: count('COMPLETED'), FAILED: count('FAILED'), CANCELLED: count('CANCELLED') },
    files: files.map((name) => foldState(media, log.of(name) as never)?.status),
    balance: await credits.balance('w1', '2026-01-05T09:00:00.000Z'),
  };
};

describe('an image job that is killed at any step', () => {
  const stories: readonly (readonly [string, Story])[] = [
    ['makes and charges each image once', {}],
    ['gives the credit of a failed image back', { refused: 'Cat 0' }],
    ['gives each post its image before it counts as made', { attachBy: 'u1' }],
    ['is cancelled, and charges what was made', { cancelledAt: 1 }],
  ];
  /** The others in every second one. */
  const everyStep = new Set(['makes and charges each image once', 'is cancelled, and charges what was made']);
  for (const [title, of] of stories)
    it(title, async () => {
      for (let killAt = 0; ; killAt += everyStep.has(title) ? 1 : 2) {
        const { world, statuses, files, balance, attached, attachments } = await story(of, killAt);
        const at = `killed at step ${killAt}`;
        const { COMPLETED: made } = statuses;
        expect(made + statuses.FAILED + statuses.CANCELLED, at).to.equal(2);
        if (!('cancelledAt' in of)) expect(statuses, at).to.include({ COMPLETED: of.refused === undefined ? 2 : 1 });
        expect(balance, at).to.include({ used: made, reserved: 0, remaining: 100 - made });
        const isAttached = 'attachBy' in of;
        expect(files.filter((status) => status === (isAttached ? 'READY' : 'PROCESSING')).length, at).to.equal(made);
        expect(attached, at).to.equal(isAttached ? made : 0);
        const attachment = isAttached ? { outcome: 'attached', reason: null } : null;
        expect(attachments, at).to.deep.equal(Array.from({ length: made }, () => attachment));
        expect(files, at).not.to.include('FAILED');
        expect(world.creditFaults(), at).to.deep.equal([]);
        if (!world.wasKilled()) return expect(killAt, 'steps that were killed').to.be.greaterThan(10);
      }
    });
});
