import { post } from '../../domain/posts/post.ts';
import type { PostEvent } from '../../domain/posts/events.ts';
import { runnable, type ProcessManager } from '../kernel/process-manager.ts';

type Scheduled = Readonly<{ postId: string; at: string }>;

const postIdOf = (stream: string): string => stream.slice('post-'.length);

/** Starts each scheduled post when its time has come, and not a moment for those that were cancelled or moved. */
export const duePosts: ProcessManager<Scheduled, { postId: string; at: string }> = {
  name: 'due-posts',
  says: 'Starts scheduled posts when they are due.',
  handles: [
    'PostScheduled',
    'PostUnscheduled',
    'PostCancelled',
    'PostDeleted',
    'PostPublishingStarted',
    'PostPaymentPaused',
    'PostPaymentResumed',
  ],
  instancesOf: ({ stream }) => [postIdOf(stream)],
  evolve: (state, recorded, postId) => {
    const event = recorded as unknown as PostEvent;
    switch (event.type) {
      case 'PostScheduled':
        return { postId, at: event.data.scheduledFor };
      // A paused post keeps its instance, far in the future, so that its resumption knows the time again.
      case 'PostPaymentPaused':
        return state;
      case 'PostPaymentResumed':
        return state ? { ...state } : undefined;
      default:
        return undefined;
    }
  },
  next: ({ postId, at }) => ({ at, action: { postId, at } }),
};

export const runDuePosts = runnable(duePosts, async ({ postId, at }, context) => {
  await context.send(post, postId, { type: 'dispatch', now: context.now().toISOString() }, `dispatch/${at}`);
});
