import { planTerms, creditsOf, type AiTier, type Limit, type Plan } from '../plans/plan.ts';

export const readinessCategories = ['social_accounts', 'workspaces', 'ai_credits', 'monthly_posts'] as const;
export const readinessSeverities = ['ok', 'heads_up', 'action_needed'] as const;

export type ReadinessItem = Readonly<{
  category: (typeof readinessCategories)[number];
  /** -1 is unlimited. */
  current: number;
  /** -1 is unlimited. */
  allowed: number;
  excess: number;
  severity: (typeof readinessSeverities)[number];
  message: string;
  actionUrl?: string;
  requiresDesignation: boolean;
}>;

/** What a person has and uses now. */
export type InUse = Readonly<{
  plan: Plan;
  aiTier: AiTier | null;
  /** Of the workspace that has most. */
  accounts: number;
  workspaces: number;
  /** Posts of this month, of the workspace that has most. */
  monthlyPosts: number;
}>;

const asCount = (limit: Limit): number => limit ?? -1;
const beyond = (used: number, limit: Limit): number => (limit === null ? 0 : Math.max(0, used - limit));
const isLess = (to: Limit, from: Limit): boolean => to !== null && (from === null || to < from);

/** What a lower plan would not allow any more: advice, nothing is changed. */
export const readinessFor = (target: Plan, inUse: InUse): readonly ReadinessItem[] => {
  const [from, to] = [planTerms[inUse.plan], planTerms[target]];
  const accounts = beyond(inUse.accounts, to.accounts);
  const workspaces = beyond(inUse.workspaces, to.ownedWorkspaces);
  const credits = { from: creditsOf(inUse.plan, inUse.aiTier), to: creditsOf(target, inUse.aiTier) };
  const posts = beyond(from.monthlyPosts ?? inUse.monthlyPosts, to.monthlyPosts);
  return [
    {
      category: 'social_accounts',
      current: inUse.accounts,
      allowed: asCount(to.accounts),
      excess: accounts,
      severity: accounts > 0 ? 'action_needed' : 'ok',
      message:
        accounts > 0
          ? `${accounts} connected accounts are paused after the grace; choose the ${to.accounts} to keep`
          : 'All connected accounts fit the plan',
      ...(accounts > 0 ? { actionUrl: '/v1/subscription/downgrade-designations' } : {}),
      requiresDesignation: accounts > 0,
    },
    {
      category: 'workspaces',
      current: inUse.workspaces,
      allowed: to.ownedWorkspaces,
      excess: workspaces,
      severity: workspaces > 0 ? 'action_needed' : 'ok',
      message:
        workspaces > 0 ? `${workspaces} workspaces are more than the plan allows` : 'All workspaces fit the plan',
      requiresDesignation: false,
    },
    {
      category: 'ai_credits',
      current: credits.from,
      allowed: credits.to,
      excess: Math.max(0, credits.from - credits.to),
      severity: credits.to < credits.from ? 'heads_up' : 'ok',
      message:
        credits.to < credits.from
          ? `${credits.to} AI credits a period instead of ${credits.from}`
          : 'No fewer AI credits than now',
      requiresDesignation: false,
    },
    {
      category: 'monthly_posts',
      current: asCount(from.monthlyPosts),
      allowed: asCount(to.monthlyPosts),
      excess: posts,
      severity: posts > 0 || isLess(to.monthlyPosts, from.monthlyPosts) ? 'heads_up' : 'ok',
      message: isLess(to.monthlyPosts, from.monthlyPosts)
        ? `${to.monthlyPosts} posts a month instead of ${from.monthlyPosts ?? 'any number'}`
        : 'No fewer posts a month than now',
      requiresDesignation: false,
    },
  ];
};
