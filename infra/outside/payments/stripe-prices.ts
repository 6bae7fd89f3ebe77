import type { AiTier, BillingPeriod, Plan } from '../../../domain/plans/plan.ts';
import { aiTiers, billingPeriods, plans } from '../../../domain/plans/plan.ts';
import type { Terms } from '../../../domain/billing/terms.ts';

type PaidPlan = Exclude<Plan, 'free'>;
/** `pro_monthly`, `ai_starter_yearly` … */
export type PriceName = `${PaidPlan}_${BillingPeriod}` | `ai_${AiTier}_${BillingPeriod}`;

/** Every price that Stripe has to hold. */
export const priceNames: readonly PriceName[] = billingPeriods.flatMap((period) => [
  ...plans.filter((plan) => plan !== 'free').map((plan) => `${plan}_${period}` as const),
  ...aiTiers.map((tier) => `ai_${tier}_${period}` as const),
]);

/** The ids of the prices at Stripe, by name. */
export type StripePrices = Readonly<Record<PriceName, string>>;

export const isOfAddOn = (name: PriceName): boolean => name.startsWith('ai_');

/** The prices of terms, the plan first. */
export const pricesOf = ({ plan, billingPeriod, aiTier }: Terms): readonly PriceName[] => [
  ...(plan === 'free' ? [] : [`${plan}_${billingPeriod}` as const]),
  ...(aiTier === null ? [] : [`ai_${aiTier}_${billingPeriod}` as const]),
];

/** The terms that prices add up to. Prices of others are left out. */
export const termsOf = (priceIds: readonly string[], prices: StripePrices): Terms => {
  const names = priceNames.filter((name) => priceIds.includes(prices[name]));
  const ofPlan = names.find((name) => !isOfAddOn(name))?.split('_');
  const ofAddOn = names.find(isOfAddOn)?.split('_');
  return {
    plan: (ofPlan?.[0] ?? 'free') as Plan,
    aiTier: (ofAddOn?.[1] ?? null) as AiTier | null,
    billingPeriod: (ofPlan?.[1] ?? ofAddOn?.[2] ?? 'monthly') as BillingPeriod,
  };
};
