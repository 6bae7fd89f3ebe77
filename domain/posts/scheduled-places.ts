import { beyondPlan, planTerms, type Plan } from '../plans/plan.ts';
import { slots } from '../workspaces/slots.ts';

/**
 * `scheduledPlaces-<workspace id>`: the scheduled posts, on a plan that limits them. A post does
 * not give its place back when it is published or cancelled: a claim that finds all places taken
 * checks their holders.
 */
export const scheduledPlaces = (plan: Plan) => {
  const capacity = planTerms[plan].scheduledPosts ?? Number.MAX_SAFE_INTEGER;
  return slots(scheduledPlacesCategory, capacity, (taken) => beyondPlan(plan, 'scheduledPosts', taken));
};

export const scheduledPlacesCategory = 'scheduledPlaces';
