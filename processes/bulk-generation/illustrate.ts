import { idFrom } from '../../commands/kernel/deterministic-ids.ts';
import { timeOfId } from '../../domain/kernel/ids.ts';
import { media } from '../../domain/media/media.ts';
import { isStored } from '../image-jobs/is-stored.ts';
import { storeImage } from '../image-jobs/store-image.ts';
import type { ActContext } from '../kernel/act-context.ts';
import { whileWanted } from '../kernel/while-wanted.ts';
import type { BulkGenerationPorts, BulkPost, NotDone } from './ports.ts';

/**
 * The stored image of a post, which is made where it does not exist yet. Its id is fixed, so a
 * repeated step asks for no second image. `undefined` where the job no longer wants it.
 */
export const illustrate = async (
  post: BulkPost,
  { text, isWanted }: Readonly<{ text: string; isWanted: () => Promise<boolean> }>,
  context: ActContext,
  { bulkPosts, storage }: BulkGenerationPorts,
): Promise<Readonly<{ outcome: 'done'; mediaIds: readonly string[] }> | NotDone | undefined> => {
  const mediaId = idFrom(timeOfId(post.jobId), `${post.jobId}/${post.index}/image`);
  const stored = (await context.load(media, mediaId))?.state;
  // A run that was killed while it stored the image leaves a file without bytes.
  if (!stored || (stored.status === 'PENDING' && !stored.hasExpired)) {
    const made = await whileWanted(context, isWanted, (signal) => bulkPosts.picture(post, text, signal));
    if (made?.outcome !== 'done') return made;
    await storeImage(mediaId, made.image, context, { storage });
  }
  return (await isStored(mediaId, context))
    ? { outcome: 'done', mediaIds: [mediaId] }
    : { outcome: 'failed', reason: 'The image could not be stored' };
};
