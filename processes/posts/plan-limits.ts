import type { Recorded } from '../../domain/kernel/event.ts';
import { planTerms, type Plan } from '../../domain/plans/plan.ts';
import { post } from '../../domain/posts/post.ts';
import { postUpkeep } from '../../domain/posts/upkeep.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import { processOf } from '../kernel/process.ts';
import type { PostsAtLarge } from './posts-at-large.ts';

/** A workspace whose plan has changed at least once. */
export type Levelling = Readonly<{
  /** The plan that a change brought; null once the scheduled posts fit it. */
  plan: Plan | null;
  at: string;
  round: number;
  /** Whether posts are held back. Undefined in rows of older releases: they may be. */
  held?: boolean | undefined;
  /** Events that no round has taken in: a place came free, or another process held a post back. */
  changes?: number;
}>;

export type LevelAction = Readonly<{ round: number; changes: number }>;

/** A post that was paused longer than this stays paused: it is too late to publish it unasked. */
export const recoveryWindowMs = 30 * 86_400_000;

/** The reason in the event of a pause. */
export const pausedForLimit = 'scheduled_post_limit';

const postsPerRound = 200;

const isDue = ({ plan, changes = 0 }: Levelling): boolean => plan !== null || changes > 0;

const changed = (state: Levelling, at: string): Levelling => ({
  ...state,
  at: isDue(state) ? state.at : at,
  changes: (state.changes ?? 0) + 1,
});

/** A place may be free. A workspace that holds no post back has no use for it and does not wake. */
const placeFreed = (state: Levelling | undefined, { meta }: Pick<Recorded, 'meta'>): Levelling | undefined =>
  !state || (state.held === false && !isDue(state)) ? state : changed(state, meta.occurredAt);

const name = 'plan-limits';

/**
 * Follows a change of plan: pauses scheduled posts beyond the plan, the latest first, and resumes those it has room for. While
 * posts are held back, each place that comes free resumes one.
 */
export const planLimits = processOf<Levelling, LevelAction, { posts: PostsAtLarge }>()({
  name,
  description: 'Pauses scheduled posts beyond the plan and resumes them when the plan allows them again.',
  on: {
    WorkspacePlanChanged: (state, { data, meta }) => ({
      ...state,
      plan: data.plan,
      at: meta.occurredAt,
      round: state?.round ?? 0,
      held: state ? state.held : false,
    }),
    PostPaymentPaused: (state, { data, meta }) => {
      if (!state || data.reason !== pausedForLimit) return state;
      const held = { ...state, held: true };
      // A round knows the posts it pauses. Another process may pause one after the last round.
      return meta.actor.id === name ? held : changed(held, meta.occurredAt);
    },
    PostPublishingStarted: (state, event) =>
      event.data.trigger === 'due' || event.data.trigger === 'publish' ? placeFreed(state, event) : state,
    PostUnscheduled: placeFreed,
    PostCancelled: placeFreed,
    PostApprovalVoided: placeFreed,
    PostHeldForApproval: placeFreed,
    PostDeleted: placeFreed,
    PlanLimitsApplied: (state, { data }) => {
      if (!state) return undefined;
      const isOutdated = state.plan !== null && state.plan !== data.plan;
      const changes = Math.max(0, (state.changes ?? 0) - (data.changes ?? 0));
      return {
        ...state,
        plan: isOutdated ? state.plan : data.more ? data.plan : null,
        round: data.round + 1,
        // The round may have missed a post that was held back while it looked.
        held: changes > 0 && data.held === false ? state.held : (data.held ?? state.held),
        changes,
      };
    },
  },
  instancesOf: ({ meta }) => meta.workspaceId,
  next: (state) =>
    isDue(state) ? { at: state.at, action: { round: state.round, changes: state.changes ?? 0 } } : undefined,
  act: async ({ round, changes }, { workspaceId, now, send, load, endInstance }, { posts }) => {
    const plan = (await load(workspace, workspaceId))?.state?.plan;
    if (plan === undefined) return endInstance();
    const limit = planTerms[plan].scheduledPosts;
    const beyond = limit === null ? [] : await posts.scheduledBeyond(workspaceId, limit, postsPerRound);
    for (const postId of beyond) {
      await send(
        post,
        postId,
        { type: 'pause-for-payment', reason: pausedForLimit },
        { step: `pause/${postId}/${round}` },
      );
    }
    const room = limit === null ? postsPerRound : limit - (await posts.scheduledCount(workspaceId));
    const free = beyond.length > 0 ? 0 : Math.max(0, Math.min(room, postsPerRound));
    const since = new Date(now().getTime() - recoveryWindowMs).toISOString();
    // One more than there is room for tells whether any stays held back.
    const waiting = await posts.pausedSince(workspaceId, since, free + 1);
    const back = waiting.slice(0, free);
    for (const postId of back) {
      await send(post, postId, { type: 'resume-after-payment' }, { step: `resume/${postId}/${round}` });
    }
    await send(
      postUpkeep,
      workspaceId,
      {
        type: 'note-plan-limits',
        round,
        plan,
        changes,
        paused: beyond.length,
        resumed: back.length,
        more: beyond.length === postsPerRound || back.length === postsPerRound,
        held: beyond.length > 0 || waiting.length > back.length,
      },
      { step: `level/${round}` },
    );
  },
});
