import { idFrom } from '../../commands/kernel/deterministic-ids.ts';
import { AiFailure, type AiProvider } from '../../domain/ai/ai-provider.ts';
import type { CreditMover, Credits } from '../../domain/credits/credits.ts';
import { imageJob } from '../../domain/image-jobs/image-job.ts';
import { imagePrompt } from '../../domain/image-jobs/image-prompt.ts';
import { resolvedPrompt } from '../../domain/image-jobs/prompt.ts';
import type { Mode } from '../../domain/kernel/mode.ts';
import { timeOfId } from '../../domain/kernel/ids.ts';
import { media } from '../../domain/media/media.ts';
import { publicKey } from '../../domain/media/media-keys.ts';
import { isSupportedType, storedTypeOf } from '../../domain/media/media-types.ts';
import type { ObjectStorage } from '../../domain/media/object-storage.ts';
import { storageFull, type StoredBytesOf } from '../../domain/media/storage-room.ts';
import type { ActContext } from '../kernel/act-context.ts';
import { processOf } from '../kernel/process.ts';
import { storageLeft } from '../media/storage-left.ts';
import { recentEnough, whileWanted } from '../kernel/while-wanted.ts';
import { attachImage, type AttachPorts } from './attach-image.ts';
import { storeImage } from './store-image.ts';

/** One image that is to be made, or no longer. */
export type OwedImage = Readonly<{ jobId: string; itemId: string; attempt: number; at: string }>;

export type ImageItemPorts = AttachPorts &
  Readonly<{
    imageProvider(of: Readonly<{ workspaceId: string; mode: Mode }>): AiProvider | undefined;
    credits: Credits;
    storage: Pick<ObjectStorage, 'put'>;
    storedBytes: StoredBytesOf;
  }>;

const mover = (context: ActContext): CreditMover => ({
  workspaceId: context.workspaceId,
  mode: context.mode,
  now: context.now().toISOString(),
  send: (decider, id, command, step) => context.send(decider, id, command, { step, shared: true }),
});

/** Why an item failed, in the terms of the API. */
const failureOf = (error: unknown): { errorCode: string; errorMessage: string } | undefined => {
  if (!(error instanceof AiFailure) || error.kind === 'cancelled') return undefined;
  return { errorCode: `AI_${error.kind.toUpperCase()}`, errorMessage: error.message };
};

/**
 * Makes one image: asks the provider, stores the image, captures the credit, records the end. Each
 * step has ids that derive from the attempt. After a crash the image that was stored is found, and
 * neither asked for nor paid twice. A failure gives the credit back before it is recorded. A call that
 * runs when the job is cancelled is ended.
 */
export const imageItems = processOf<OwedImage, OwedImage, ImageItemPorts>()({
  name: 'image-items',
  description: 'Makes the images of image jobs.',
  on: {
    ImageItemRequested: (_, { data, meta }) => ({
      jobId: data.jobId,
      itemId: data.itemId,
      attempt: 1,
      at: meta.occurredAt,
    }),
    ImageItemRetried: (_, { data, meta }) => ({
      jobId: data.jobId,
      itemId: data.itemId,
      attempt: data.attempt,
      at: meta.occurredAt,
    }),
    ImageJobCancelRequested: (owed, { meta }) => owed && { ...owed, at: meta.occurredAt },
    ImageItemCompleted: () => undefined,
    ImageItemFailed: () => undefined,
    ImageItemCancelled: () => undefined,
  },
  instancesOf: (event) => (event.type === 'ImageJobCancelRequested' ? event.data.items : event.data.itemId),
  next: (owed) => ({ at: owed.at, action: owed }),
  act: async ({ jobId, itemId, attempt }, context, ports) => {
    const { workspaceId, mode } = context;
    const job = (await context.load(imageJob, jobId))?.state;
    const item = job === undefined || job === 'absent' ? undefined : job.items[itemId];
    if (!job || job === 'absent' || !item || !['PENDING', 'PROCESSING'].includes(item.status))
      return context.endInstance();
    const { creditAccountId: accountId, reservationId } = item.payment;
    const paid = { accountId, reservationId, item: itemId };
    const { credits } = ports;
    const cancel = async (): Promise<void> => {
      await credits.release({ ...paid, credits: 1, reason: 'cancelled' }, mover(context));
      await context.send(imageJob, jobId, { type: 'cancel-item', itemId }, { step: `cancel/${attempt}` });
    };
    const isWanted = async (): Promise<boolean> => {
      const now = (await context.load(imageJob, jobId, recentEnough))?.state;
      return now !== undefined && now !== 'absent' && !now.isCancelled;
    };
    const fail = async (failure: { errorCode: string; errorMessage: string }): Promise<void> => {
      await credits.release({ ...paid, credits: 1, reason: 'failed' }, mover(context));
      await context.send(
        imageJob,
        jobId,
        { type: 'fail-item', itemId, attempt, ...failure },
        { step: `fail/${attempt}` },
      );
    };
    const mediaId = idFrom(timeOfId(itemId), `${itemId}/${attempt}`);
    let file = (await context.load(media, mediaId))?.state;
    // An image that is stored may be paid already: it is completed.
    if (job.isCancelled && (!file || file.status === 'PENDING')) return cancel();
    await context.send(imageJob, jobId, { type: 'start-item', itemId, attempt }, { step: `start/${attempt}` });
    if (!file || file.status === 'PENDING') {
      if ((await storageLeft(context, ports.storedBytes)) === 0)
        return fail({ errorCode: 'LIMIT_EXCEEDED', errorMessage: storageFull });
      try {
        const provider = ports.imageProvider({ workspaceId, mode });
        if (!provider) throw new AiFailure('unavailable', 'No provider of images is configured');
        const promptText = item.promptText ?? (await context.load(imagePrompt, itemId))?.state;
        if (promptText === undefined) throw new Error(`the prompt of ${itemId} is not stored`);
        const prompt = resolvedPrompt(promptText, job.terms);
        const image = await whileWanted(context, isWanted, (signal) => provider.image(prompt, signal));
        if (!image) return await cancel();
        await storeImage(mediaId, image, context, ports);
      } catch (error) {
        const failure = failureOf(error);
        if (!failure) throw error;
        return fail(failure);
      }
      file = (await context.load(media, mediaId))?.state;
    }
    if (!file) throw new Error('the image was not stored');
    const { captured } = await credits.capture({ ...paid, credits: 1 }, mover(context));
    if (!captured)
      return fail({ errorCode: 'INSUFFICIENT_CREDITS', errorMessage: 'The reserved credit had been taken away' });
    const { contentType } = file.file;
    const key = publicKey(workspaceId, mediaId, storedTypeOf(isSupportedType(contentType) ? contentType : 'image/png'));
    const { postId, attachBy } = item;
    const attachment =
      attachBy === null ? null : await attachImage({ itemId, postId, attachBy, mediaId }, context, ports);
    const complete = { type: 'complete-item', itemId, mediaId, key, attachment } as const;
    await context.send(imageJob, jobId, complete, { step: `complete/${attempt}` });
  },
});
