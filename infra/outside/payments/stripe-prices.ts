import type { AiTier, BillingPeriod, Plan } from '../../../domain/plans/plan.ts';
import { aiTiers, billingPeriods, plans } from '../../../domain/plans/plan.ts';
import type { Terms } from '../../../domain/billing/terms.ts';

type PaidPlan = Exclude<Plan, 'free'>;
/** `pro_monthly`, `ai_starter_yearly` … */
export type PriceName = `${PaidPlan}_${BillingPeriod}` | `ai_${AiTier}_${BillingPeriod}`;

type PlanPrice = Readonly<{ name: PriceName; of: 'plan'; plan: PaidPlan; period: BillingPeriod }>;
type AddOnPrice = Readonly<{ name: PriceName; of: 'add-on'; tier: AiTier; period: BillingPeriod }>;
export type Price = PlanPrice | AddOnPrice;

/** Every price that Stripe has to hold, and what it is for. */
export const knownPrices: readonly Price[] = billingPeriods.flatMap((period) => [
  ...plans
    .filter((plan) => plan !== 'free')
    .map((plan) => ({ name: `${plan}_${period}`, of: 'plan', plan, period }) as const),
  ...aiTiers.map((tier) => ({ name: `ai_${tier}_${period}`, of: 'add-on', tier, period }) as const),
]);
export const priceNames: readonly PriceName[] = knownPrices.map(({ name }) => name);

/** The ids of the prices at Stripe, by name. */
export type StripePrices = Readonly<Record<PriceName, string>>;

/** The prices of terms, the plan first. */
export const pricesOf = ({ plan, billingPeriod, aiTier }: Terms): readonly PriceName[] => [
  ...(plan === 'free' ? [] : [`${plan}_${billingPeriod}` as const]),
  ...(aiTier === null ? [] : [`ai_${aiTier}_${billingPeriod}` as const]),
];

/** The terms that prices add up to. Prices of others are left out. */
export const termsOf = (priceIds: readonly string[], prices: StripePrices): Terms => {
  const paid = knownPrices.filter(({ name }) => priceIds.includes(prices[name]));
  const ofPlan = paid.find((price) => price.of === 'plan');
  const ofAddOn = paid.find((price) => price.of === 'add-on');
  return {
    plan: ofPlan?.plan ?? 'free',
    aiTier: ofAddOn?.tier ?? null,
    billingPeriod: ofPlan?.period ?? ofAddOn?.period ?? 'monthly',
  };
};
