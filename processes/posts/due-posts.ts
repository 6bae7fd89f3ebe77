import { account } from '../../domain/accounts/account.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { planTerms } from '../../domain/plans/plan.ts';
import type { ApprovalGate, Places } from '../../domain/posts/approval.ts';
import { needsPlaces } from '../../domain/posts/approved.ts';
import { post } from '../../domain/posts/post.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import { partsOfStream } from '../../domain/kernel/stream-names.ts';
import { approvalGateOf } from '../../commands/approvals/approval-gate.ts';
import type { ActContext } from '../kernel/act-context.ts';
import { processOf } from '../kernel/process.ts';
import { pausedForLimit } from './plan-limits.ts';
import type { PostsAtLarge } from './posts-at-large.ts';

type Scheduled = Readonly<{
  postId: string;
  at: string;
  /** Paused until the plan allows it. */
  paused?: boolean;
  /** How often it was paused: each pause is a command of its own. */
  pauses?: number;
  /** How often it was due and not approved: each dispatch is a command of its own. */
  holds?: number;
}>;

type DueAction = Readonly<{ postId: string; at: string; pauses: number; holds?: number }>;

/**
 * How stale the plan may be when a post is published: many posts of a workspace are due at the same
 * time.
 */
const maxPlanAgeMs = 1_000;

/**
 * Whether posts that are scheduled earlier take all of the plan's places: the last post is paused,
 * never the one that is due next. Only the plan in the log pauses a post.
 */
const isBeyondPlan = async (
  { workspaceId, load }: ActContext,
  due: Pick<DueAction, 'postId' | 'at'>,
  posts: PostsAtLarge,
): Promise<boolean> => {
  for (const consistency of [{ maxAgeMs: maxPlanAgeMs }, 'latest'] as const) {
    const latest = consistency === 'latest';
    const state = (await load(workspace, workspaceId, consistency))?.state;
    const limit = state ? planTerms[state.plan].scheduledPosts : null;
    if (limit === null || (await posts.scheduledAhead(workspaceId, due, { latest })) < limit) return false;
  }
  return true;
};

/** Where the accounts of a post publish now. */
const placesOfPost = async (postId: string, { load }: ActContext): Promise<Places> => {
  const state = (await load(post, postId))?.state;
  if (state?.kind !== 'existing') return {};
  const places = await Promise.all(
    state.destinations.map(async ({ accountId }) => {
      const known = (await load(account, accountId))?.state;
      return known && known.status !== 'disconnected' ? [[accountId, known.page?.id ?? null] as const] : [];
    }),
  );
  return Object.fromEntries(places.flat());
};

const gateOf = async ({ load, workspaceId }: ActContext) =>
  approvalGateOf((await load(workspace, workspaceId, { maxAgeMs: maxPlanAgeMs }))?.state);

/** Starts the post. A deleted post ends its instance. */
const dispatch = async (
  postId: string,
  step: string,
  context: ActContext,
  gate: ApprovalGate | undefined,
): Promise<void> => {
  const send = async (places?: Places): Promise<void> => {
    const command = { type: 'dispatch', gate, places, now: context.now().toISOString() } as const;
    await context.send(post, postId, command, { step: `dispatch/${step}` });
  };
  try {
    await send().catch(async (error: unknown) => {
      if (!needsPlaces(error)) throw error;
      await send(await placesOfPost(postId, context));
    });
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'NOT_FOUND') throw error;
    context.endInstance();
  }
};

/**
 * A post that was paused or held keeps its instance without a timer: when it is scheduled for the
 * same time again, its next command must not be taken for one that was carried out before.
 */
const unscheduled = (state: Scheduled | undefined): Scheduled | undefined =>
  state?.pauses || state?.holds ? { ...state, paused: true } : undefined;

/** Starts each scheduled post when it is due; a post that was cancelled or moved does not start at its old time. */
export const duePosts = processOf<Scheduled, DueAction, { posts: PostsAtLarge }>()({
  name: 'due-posts',
  description: 'Starts scheduled posts when they are due.',
  on: {
    PostScheduled: (state, { data }, postId) => ({
      postId,
      at: data.scheduledFor,
      ...(state?.pauses ? { pauses: state.pauses } : {}),
      ...(state?.holds ? { holds: state.holds } : {}),
    }),
    PostUnscheduled: unscheduled,
    PostCancelled: () => undefined,
    PostApprovalVoided: unscheduled,
    // The instance stays without a timer: the post may be scheduled for the same time again.
    PostHeldForApproval: (state) => state && { ...state, paused: true, holds: (state.holds ?? 0) + 1 },
    PostDeleted: () => undefined,
    PostPublishingStarted: () => undefined,
    // A paused post keeps its instance without a timer: its resumption then knows the time.
    PostPaymentPaused: (state) => state && { ...state, paused: true, pauses: (state.pauses ?? 0) + 1 },
    PostPaymentResumed: (state) => state && { ...state, paused: false },
  },
  instancesOf: ({ stream }) => partsOfStream(stream).id,
  next: ({ postId, at, paused, pauses = 0, holds }) =>
    paused ? undefined : { at, action: { postId, at, pauses, ...(holds ? { holds } : {}) } },
  act: async ({ postId, at, pauses, holds }, context, { posts }) => {
    // Neither answer depends on the other, and a post that is due waits for them.
    const [isPaused, gate] = await Promise.all([isBeyondPlan(context, { postId, at }, posts), gateOf(context)]);
    if (isPaused) {
      await context.send(
        post,
        postId,
        { type: 'pause-for-payment', reason: pausedForLimit },
        { step: `pause/${at}/${pauses}` },
      );
    } else {
      await dispatch(postId, holds ? `${at}/${holds}` : at, context, gate);
    }
  },
});
