import { beyondPlan, planTerms, type Plan } from '../plans/plan.ts';
import { slots } from '../workspaces/slots.ts';

/**
 * `scheduledPlaces-<workspace id>`: the posts that wait for their time, on a plan that limits them. A place is not given back when its
 * post goes out or is cancelled; whoever finds all taken says which holders need theirs no more.
 */
export const scheduledPlaces = (plan: Plan) => {
  const limit = planTerms[plan].scheduledPosts ?? Number.MAX_SAFE_INTEGER;
  return slots('scheduledPlaces', limit, (taken) => beyondPlan(plan, 'scheduledPosts', taken));
};
