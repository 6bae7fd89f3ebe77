import { planTerms } from '../../domain/plans/plan.ts';
import { post } from '../../domain/posts/post.ts';
import type { PostEvent } from '../../domain/posts/events.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import { runnable, type ActContext, type ProcessManager, type RunnableProcess } from '../kernel/process-manager.ts';
import { pausedForLimit } from './plan-limits.ts';
import type { PostsAtLarge } from './upkeep-ports.ts';

type Scheduled = Readonly<{
  postId: string;
  at: string;
  /** Held back until the plan allows it. */
  paused?: boolean;
  /** How often it was held back: each time is a command of its own. */
  pauses?: number;
}>;

type DueAction = Readonly<{ postId: string; at: string; pauses: number }>;

const postIdOf = (stream: string): string => stream.slice('post-'.length);

/** Starts each scheduled post when its time has come, and not a moment for those that were cancelled or moved. */
export const duePosts: ProcessManager<Scheduled, DueAction> = {
  name: 'due-posts',
  description: 'Starts scheduled posts when they are due.',
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
        return { postId, at: event.data.scheduledFor, ...(state?.pauses ? { pauses: state.pauses } : {}) };
      // A paused post keeps its instance without a timer, so that its resumption knows the time again.
      case 'PostPaymentPaused':
        return state && { ...state, paused: true, pauses: (state.pauses ?? 0) + 1 };
      case 'PostPaymentResumed':
        return state && { ...state, paused: false };
      default:
        return undefined;
    }
  },
  next: ({ postId, at, paused, pauses = 0 }) => (paused ? undefined : { at, action: { postId, at, pauses } }),
};

/** Whether the workspace has more posts scheduled than its plan allows. What this process saw last is asked first: few have too many. */
const isBeyondPlan = async ({ workspaceId, load }: ActContext, posts: PostsAtLarge): Promise<boolean> => {
  for (const latest of [false, true]) {
    const state = (await load(workspace, workspaceId, { latest }))?.state;
    const limit = state ? planTerms[state.plan].scheduledPosts : null;
    if (limit === null || (await posts.scheduledCount(workspaceId)) <= limit) return false;
  }
  return true;
};

export const runDuePosts = (posts: PostsAtLarge): RunnableProcess =>
  runnable(duePosts, async ({ postId, at, pauses }, context) => {
    if (await isBeyondPlan(context, posts)) {
      await context.send(post, postId, { type: 'pause-for-payment', reason: pausedForLimit }, `pause/${at}/${pauses}`);
    } else {
      await context.send(post, postId, { type: 'dispatch', now: context.now().toISOString() }, `dispatch/${at}`);
    }
  });
