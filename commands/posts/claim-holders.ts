import { post } from '../../domain/posts/post.ts';
import type { Post, PostState } from '../../domain/posts/state.ts';
import { isPastGrace } from '../kernel/claim.ts';
import type { WriteContext } from '../kernel/endpoint.ts';

/** Whether a post exists and is scheduled. */
export const isWaiting = (state: PostState): boolean =>
  state.kind === 'existing' && (state.status === 'scheduled' || state.status === 'payment_paused');

/**
 * Whether the holder of a claim still needs it. A holder that does not exist may belong to a
 * request in progress.
 */
export const holdsBy =
  (needsIt: (held: Post) => boolean, context: Pick<WriteContext, 'load'>) =>
  async (holder: string): Promise<boolean> => {
    const held = (await context.load(post, holder))?.state;
    if (!held) return !isPastGrace(holder);
    return held.kind === 'existing' && isWaiting(held) && needsIt(held);
  };
