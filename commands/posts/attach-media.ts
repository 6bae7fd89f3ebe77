import { Refused } from '../../domain/kernel/refused.ts';
import type { WriteContext } from '../kernel/endpoint.ts';
import { editRequested } from './edit-post.ts';
import type { PostPorts } from './ports.ts';
import { loadPost } from './present.ts';
import { defined } from '../../domain/kernel/defined.ts';

/** How often the media of a post are read again, where others edit it at the same time. */
const attempts = 10;

const hasChanged = (error: unknown): boolean => error instanceof Refused && error.details?.['reason'] === 'version';

/** Adds a file behind the media of a post, as PATCH does it. What others change meanwhile stays. */
export const attachMedia = async (
  postId: string,
  mediaId: string,
  context: WriteContext,
  ports: PostPorts,
): Promise<void> => {
  for (let left = attempts; ; left -= 1) {
    const { view } = await loadPost(postId, context);
    const { media } = view.post.content;
    if (media.some(({ id }) => id === mediaId)) return;
    const kept = media.map(({ id, altText }) => ({ id, ...defined({ altText }) }));
    try {
      await editRequested(postId, { media: [...kept, { id: mediaId }], version: view.updatedAt }, context, ports);
      return;
    } catch (error) {
      if (left <= 1 || !hasChanged(error)) throw error;
    }
  }
};
