import { z } from 'zod';

/** The plan tiers, cheapest first. */
export const plans = ['free', 'starter', 'pro', 'agency'] as const;

export const Plan = z.enum(plans).meta({ id: 'Plan' });
export type Plan = z.infer<typeof Plan>;

/** Whether a plan is the wanted one or a higher one. */
export const planIsAtLeast = (plan: Plan, wanted: Plan): boolean => plans.indexOf(plan) >= plans.indexOf(wanted);

export const modes = ['live', 'test'] as const;

/** A workspace is live or test, for ever: a test workspace's platforms, clock, mail and payments are played. */
export const Mode = z.enum(modes).meta({ id: 'Mode' });
export type Mode = z.infer<typeof Mode>;
