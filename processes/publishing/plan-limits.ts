import type { Recorded } from '../../domain/kernel/event.ts';
import { planTerms, type Plan } from '../../domain/plans/plan.ts';
import { post } from '../../domain/posts/post.ts';
import { postUpkeep, type PostUpkeepEvent } from '../../domain/posts/upkeep.ts';
import type { WorkspaceEvent } from '../../domain/workspaces/workspace.ts';
import { runnable, type ProcessManager, type RunnableProcess } from '../kernel/process-manager.ts';
import type { PostsAtLarge } from './upkeep-ports.ts';

/** A workspace whose plan has changed and whose scheduled posts have not been looked at since; `plan` null: they have. */
export type Levelling = Readonly<{ plan: Plan | null; at: string; round: number }>;

export type LevelAction = Readonly<{ plan: Plan; round: number }>;

/** Posts held back longer than this stay so: nobody expects them to go out any more. */
export const recoveryWindowMs = 30 * 86_400_000;

/** Why a post is held back, as its event says. */
export const pausedForLimit = 'scheduled_post_limit';

const atOnce = 200;

/** After a change of plan: holds back the scheduled posts it has no room for, the latest first, and lets go those it has room for. */
export const planLimits: ProcessManager<Levelling, LevelAction> = {
  name: 'plan-limits',
  description: 'Pauses scheduled posts beyond the plan and resumes them when the plan allows them again.',
  handles: ['WorkspacePlanChanged', 'PlanLimitsApplied', 'WorkspaceDeleted'],
  instancesOf: ({ meta }) => [meta.workspaceId],
  evolve: (state, recorded) => {
    const event = recorded as Recorded<WorkspaceEvent | PostUpkeepEvent>;
    switch (event.type) {
      case 'WorkspacePlanChanged':
        return { plan: event.data.plan, at: event.meta.occurredAt, round: state?.round ?? 0 };
      case 'PlanLimitsApplied': {
        if (!state) return undefined;
        const again = event.data.more || event.data.plan !== state.plan;
        return { ...state, plan: again ? state.plan : null, round: event.data.round + 1 };
      }
      case 'WorkspaceDeleted':
        return undefined;
      default:
        return state;
    }
  },
  next: ({ plan, at, round }) => (plan === null ? undefined : { at, action: { plan, round } }),
};

export const runPlanLimits = (posts: PostsAtLarge): RunnableProcess =>
  runnable(planLimits, async ({ plan, round }, { workspaceId, now, send }) => {
    const limit = planTerms[plan].scheduledPosts;
    const beyond = limit === null ? [] : await posts.scheduledBeyond(workspaceId, limit, atOnce);
    for (const postId of beyond) {
      await send(post, postId, { type: 'pause-for-payment', reason: pausedForLimit }, `pause/${postId}/${round}`);
    }
    const room = limit === null ? atOnce : limit - (await posts.scheduledCount(workspaceId));
    const since = new Date(now().getTime() - recoveryWindowMs).toISOString();
    const free = Math.min(room, atOnce);
    const back = beyond.length > 0 || free <= 0 ? [] : await posts.pausedSince(workspaceId, since, free);
    for (const postId of back) {
      await send(post, postId, { type: 'resume-after-payment' }, `resume/${postId}/${round}`);
    }
    const more = beyond.length === atOnce || back.length === atOnce;
    await send(
      postUpkeep,
      workspaceId,
      { type: 'note-plan-limits', round, plan, paused: beyond.length, resumed: back.length, more },
      `level/${round}`,
    );
  });
