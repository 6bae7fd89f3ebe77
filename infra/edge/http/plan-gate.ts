import { onlyStops, openBelow } from '../../../domain/plans/open-below.ts';
import { comparePlans, Plan } from '../../../domain/plans/plan.ts';
import type { Caller } from '../../../read-api/contract/caller.ts';
import type { Route } from './route.ts';

/** The highest plan that the workspace has had. */
const topPlanOf = ({ plan, topPlan }: Caller): string =>
  topPlan !== undefined && comparePlans(Plan.parse(topPlan), Plan.parse(plan)) > 0 ? topPlan : plan;

/**
 * Refuses a request whose feature the plan of the workspace lacks, before its body is read. A route that stays open below
 * the plan is refused to a workspace that has never had it.
 */
export const requirePlan = ({ endpoint, method, path }: Route, caller: Caller): void => {
  if (!endpoint.gate) return;
  endpoint.gate(openBelow(method, path) ? { ...caller, plan: topPlanOf(caller) } : caller);
};

/** Refuses a body that does more than to stop something, where only that is open below the plan. */
export const requirePlanFor = (body: unknown, { endpoint, method, path }: Route, caller: Caller): void => {
  const open = openBelow(method, path);
  if (open && !onlyStops(open, body)) endpoint.gate?.(caller);
};
