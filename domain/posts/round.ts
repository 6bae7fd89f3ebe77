import { PostPublishingCompleted, type PostEvent } from './events.ts';
import type { Post } from './state.ts';

/** The end of a publishing run, once no destination is running any more. `force` restates the outcome outside a run. */
export const completion = (post: Post, { force = false } = {}): readonly PostEvent[] => {
  if (post.destinations.some(({ running }) => running)) return [];
  if (post.status !== 'publishing' && !force) return [];
  const published = post.destinations.filter(({ status }) => status === 'published').length;
  const outcome = published === post.destinations.length ? 'PUBLISHED' : published > 0 ? 'PARTIAL' : 'FAILED';
  return [
    PostPublishingCompleted({
      outcome,
      round: post.round,
      ...(post.callbackUrl === undefined ? {} : { callbackUrl: post.callbackUrl }),
    }),
  ];
};
