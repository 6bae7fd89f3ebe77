import { z } from 'zod';
import { Refused, type RefusalCode } from '../kernel/refused.ts';
import { keysOf } from '../kernel/keys-of.ts';

/** The four tiers, lowest first. */
export const plans = ['free', 'starter', 'pro', 'agency'] as const;
export const Plan = z.enum(plans).meta({ id: 'Plan' });
export type Plan = z.infer<typeof Plan>;

/** The AI add-on's tiers; null is no add-on. */
export const aiTiers = ['starter', 'pro'] as const;
export const AiTier = z.enum(aiTiers).meta({ id: 'AiTier' });
export type AiTier = z.infer<typeof AiTier>;

export const billingPeriods = ['monthly', 'yearly'] as const;
export const BillingPeriod = z.enum(billingPeriods).meta({ id: 'BillingPeriod' });
export type BillingPeriod = z.infer<typeof BillingPeriod>;

/** null is unlimited. */
export type Limit = number | null;

export type PlanTerms = Readonly<{
  /** API requests per key or session: sustained per minute, and burst per second. */
  rate: Readonly<{ perMinute: number; perSecond: number }>;
  /** Connected accounts of a workspace. */
  accounts: Limit;
  /** Posts in `scheduled` at one time, of a workspace. */
  scheduledPosts: Limit;
  /** Posts published per calendar month, of a workspace. */
  monthlyPosts: Limit;
  /** Members of a workspace, the owner included. */
  members: Limit;
  /** Workspaces a person may own. */
  ownedWorkspaces: number;
  /** API requests per calendar month, of a workspace. Further ones are refused until the month ends. */
  monthlyRequests: number;
  /** Bytes of the stored files of a workspace: media, logos and avatars. */
  storedBytes: Limit;
  /** AI credits a month included in the plan. */
  aiCredits: number;
  /** US dollars. */
  price: Readonly<Record<BillingPeriod, number>>;
}>;

const GiB = 1024 ** 3;

export const planTerms: Readonly<Record<Plan, PlanTerms>> = {
  free: {
    rate: { perMinute: 120, perSecond: 10 },
    accounts: 3,
    scheduledPosts: 10,
    monthlyPosts: 50,
    members: 1,
    ownedWorkspaces: 3,
    monthlyRequests: 10_000,
    storedBytes: 50 * GiB,
    aiCredits: 0,
    price: { monthly: 0, yearly: 0 },
  },
  starter: {
    rate: { perMinute: 200, perSecond: 15 },
    accounts: 10,
    scheduledPosts: 100,
    monthlyPosts: 500,
    members: 3,
    ownedWorkspaces: 3,
    monthlyRequests: 50_000,
    storedBytes: 250 * GiB,
    aiCredits: 100,
    price: { monthly: 19, yearly: 190 },
  },
  pro: {
    rate: { perMinute: 500, perSecond: 20 },
    accounts: 30,
    scheduledPosts: 1000,
    monthlyPosts: 5000,
    members: 10,
    ownedWorkspaces: 3,
    monthlyRequests: 250_000,
    storedBytes: 1024 * GiB,
    aiCredits: 500,
    price: { monthly: 49, yearly: 490 },
  },
  agency: {
    rate: { perMinute: 1000, perSecond: 50 },
    accounts: null,
    scheduledPosts: null,
    monthlyPosts: null,
    members: null,
    ownedWorkspaces: 3,
    monthlyRequests: 1_000_000,
    storedBytes: 5 * 1024 * GiB,
    aiCredits: 2000,
    price: { monthly: 149, yearly: 1490 },
  },
};

/** The AI add-on, beside any plan: credits a month on top of the plan's, and US dollars. */
export type AddOnTerms = Readonly<{ credits: number; price: Readonly<Record<BillingPeriod, number>> }>;

export const addOnTerms: Readonly<Record<AiTier, AddOnTerms>> = {
  starter: { credits: 500, price: { monthly: 15, yearly: 150 } },
  pro: { credits: 2000, price: { monthly: 39, yearly: 390 } },
};

/** AI credits of a month. */
export const creditsOf = (plan: Plan, aiTier: AiTier | null): number =>
  planTerms[plan].aiCredits + (aiTier === null ? 0 : addOnTerms[aiTier].credits);

/** US dollars of a period: the plan and the add-on together. */
export const priceOf = (plan: Plan, aiTier: AiTier | null, period: BillingPeriod): number =>
  planTerms[plan].price[period] + (aiTier === null ? 0 : addOnTerms[aiTier].price[period]);

type Gate = Readonly<{ from: Plan; refusal: RefusalCode; label: string }>;

/** Each gated feature: the lowest plan that has it, and the code that refuses it below. */
export const featureGates = {
  custom_webhooks: { from: 'pro', refusal: 'LIMIT_EXCEEDED', label: 'Custom webhooks' },
  approvals: { from: 'pro', refusal: 'PLAN_REQUIRED', label: 'Approval workflows' },
  brand_voice: { from: 'pro', refusal: 'PLAN_UPGRADE_REQUIRED', label: 'Brand voice' },
  persona_evolution: { from: 'pro', refusal: 'PLAN_UPGRADE_REQUIRED', label: 'Persona evolution' },
  bulk_scheduling: { from: 'starter', refusal: 'PLAN_UPGRADE_REQUIRED', label: 'Bulk scheduling' },
  broadcasts: { from: 'agency', refusal: 'PLAN_UPGRADE_REQUIRED', label: 'Broadcasts' },
  sequences: { from: 'agency', refusal: 'PLAN_UPGRADE_REQUIRED', label: 'Sequences' },
  comment_automations: { from: 'pro', refusal: 'PLAN_UPGRADE_REQUIRED', label: 'Comment automations' },
  calendar_approvals: { from: 'pro', refusal: 'PLAN_UPGRADE_REQUIRED', label: 'Calendar approval workflows' },
  calendar_personas: { from: 'pro', refusal: 'PLAN_UPGRADE_REQUIRED', label: 'Calendar personas' },
  ai: { from: 'starter', refusal: 'AI_SUBSCRIPTION', label: 'AI' },
} as const satisfies Record<string, Gate>;

export type Feature = keyof typeof featureGates;
export const features = keysOf(featureGates);

const rank = (plan: Plan): number => plans.indexOf(plan);

/** Negative, zero or positive as `one` is below, equal to or above `other`. */
export const comparePlans = (one: Plan, other: Plan): number => rank(one) - rank(other);

/** Whether a plan has a feature; the AI add-on brings AI to any plan. */
export const allows = (plan: Plan, feature: Feature, aiTier: AiTier | null = null): boolean =>
  comparePlans(plan, featureGates[feature].from) >= 0 || (feature === 'ai' && aiTier !== null);

/** Throws the feature's own refusal, with `details` {feature, currentPlan, requiredPlan}, unless the plan has it. */
export const requireFeature = (plan: Plan, feature: Feature, aiTier: AiTier | null = null): void => {
  if (allows(plan, feature, aiTier)) return;
  const { from, refusal, label }: Gate = featureGates[feature];
  throw new Refused(refusal, `${label}: available from the ${from} plan on`, {
    feature,
    currentPlan: plan,
    requiredPlan: from,
  });
};

/** What a plan counts and limits. */
export type CountedLimit = 'accounts' | 'scheduledPosts' | 'monthlyPosts' | 'members' | 'storedBytes';

const countedLabels: Readonly<Record<CountedLimit, string>> = {
  accounts: 'connected accounts',
  scheduledPosts: 'scheduled posts',
  monthlyPosts: 'posts a month',
  members: 'members',
  storedBytes: 'bytes of stored files',
};

/** Whether `adding` more fit beside the `current` ones. */
export const hasRoom = (plan: Plan, what: CountedLimit, current: number, adding = 1): boolean => {
  const limit = planTerms[plan][what];
  return limit === null || current + adding <= limit;
};

/** 402 LIMIT_EXCEEDED, with `details` {limit, current, plan, resource}. */
export const beyondPlan = (plan: Plan, what: CountedLimit, current: number): Refused => {
  const limit = planTerms[plan][what];
  return new Refused('LIMIT_EXCEEDED', `The ${plan} plan allows ${limit} ${countedLabels[what]}`, {
    resource: what,
    limit,
    current,
    plan,
  });
};

/** Throws 402 LIMIT_EXCEEDED when `adding` more do not fit. */
export const requireRoom = (plan: Plan, what: CountedLimit, current: number, adding = 1): void => {
  if (!hasRoom(plan, what, current, adding)) throw beyondPlan(plan, what, current);
};
