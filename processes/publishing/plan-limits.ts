import { planTerms, type Plan } from '../../domain/plans/plan.ts';
import { post } from '../../domain/posts/post.ts';
import { postUpkeep } from '../../domain/posts/upkeep.ts';
import { processOf } from '../kernel/process.ts';
import type { PostsAtLarge } from './upkeep-ports.ts';

/** A workspace whose plan has changed. `plan` is null once its scheduled posts fit the plan. */
export type Levelling = Readonly<{ plan: Plan | null; at: string; round: number }>;

export type LevelAction = Readonly<{ plan: Plan; round: number }>;

/** A post that was paused longer than this stays paused: it is too late to publish it unasked. */
export const recoveryWindowMs = 30 * 86_400_000;

/** The reason in the event of a pause. */
export const pausedForLimit = 'scheduled_post_limit';

const postsPerRound = 200;

/** Follows a change of plan: pauses scheduled posts beyond the plan, the latest first, and resumes those it has room for. */
export const planLimits = processOf<Levelling, LevelAction, { posts: PostsAtLarge }>()({
  name: 'plan-limits',
  description: 'Pauses scheduled posts beyond the plan and resumes them when the plan allows them again.',
  on: {
    WorkspacePlanChanged: (state, { data, meta }) => ({
      plan: data.plan,
      at: meta.occurredAt,
      round: state?.round ?? 0,
    }),
    PlanLimitsApplied: (state, { data }) => {
      if (!state) return undefined;
      const again = data.more || data.plan !== state.plan;
      return { ...state, plan: again ? state.plan : null, round: data.round + 1 };
    },
  },
  instancesOf: ({ meta }) => meta.workspaceId,
  next: ({ plan, at, round }) => (plan === null ? undefined : { at, action: { plan, round } }),
  act: async ({ plan, round }, { workspaceId, now, send }, { posts }) => {
    const limit = planTerms[plan].scheduledPosts;
    const beyond = limit === null ? [] : await posts.scheduledBeyond(workspaceId, limit, postsPerRound);
    for (const postId of beyond) {
      await send(post, postId, { type: 'pause-for-payment', reason: pausedForLimit }, `pause/${postId}/${round}`);
    }
    const room = limit === null ? postsPerRound : limit - (await posts.scheduledCount(workspaceId));
    const since = new Date(now().getTime() - recoveryWindowMs).toISOString();
    const free = Math.min(room, postsPerRound);
    const back = beyond.length > 0 || free <= 0 ? [] : await posts.pausedSince(workspaceId, since, free);
    for (const postId of back) {
      await send(post, postId, { type: 'resume-after-payment' }, `resume/${postId}/${round}`);
    }
    const more = beyond.length === postsPerRound || back.length === postsPerRound;
    await send(
      postUpkeep,
      workspaceId,
      { type: 'note-plan-limits', round, plan, paused: beyond.length, resumed: back.length, more },
      `level/${round}`,
    );
  },
});
