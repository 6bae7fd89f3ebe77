import { media } from '../../domain/media/media.ts';
import type { ActContext } from '../kernel/act-context.ts';

const readyWithinMs = 60_000;
const pollEveryMs = 200;

/** Waits until an image has been processed. False where it failed, or was deleted meanwhile. */
export const isStored = async (mediaId: string, context: ActContext): Promise<boolean> => {
  for (let waited = 0; waited < readyWithinMs; waited += pollEveryMs) {
    const file = (await context.load(media, mediaId))?.state;
    if (file?.isDeleted || file?.hasExpired || file?.status === 'FAILED') return false;
    if (file?.status === 'READY') return true;
    await context.wait(pollEveryMs);
  }
  throw new Error('the image is still being processed');
};
