import { comparePlans, type AiTier, type BillingPeriod, type Plan } from '../plans/plan.ts';

/** What an owner pays for. */
export type Terms = Readonly<{ plan: Plan; billingPeriod: BillingPeriod; aiTier: AiTier | null }>;

/** The terms of a person without a subscription. */
export const freeTerms: Terms = { plan: 'free', billingPeriod: 'monthly', aiTier: null };

/** Whether anything is paid for. */
export const arePaid = ({ plan, aiTier }: Pick<Terms, 'plan' | 'aiTier'>): boolean =>
  plan !== 'free' || aiTier !== null;

export const areSameTerms = (one: Terms, other: Terms): boolean =>
  one.plan === other.plan &&
  one.aiTier === other.aiTier &&
  (!arePaid(one) || one.billingPeriod === other.billingPeriod);

/** A higher plan, or the same one paid by the year instead of the month. */
export const isUpgrade = (
  from: Pick<Terms, 'plan' | 'billingPeriod'>,
  to: Pick<Terms, 'plan' | 'billingPeriod'>,
): boolean => {
  const difference = comparePlans(to.plan, from.plan);
  return difference > 0 || (difference === 0 && from.billingPeriod === 'monthly' && to.billingPeriod === 'yearly');
};

/** Whether the plan or its period becomes less: that happens at the end of the paid period. */
export const isDowngrade = (
  from: Pick<Terms, 'plan' | 'billingPeriod'>,
  to: Pick<Terms, 'plan' | 'billingPeriod'>,
): boolean => {
  const difference = comparePlans(to.plan, from.plan);
  const isShorter = from.billingPeriod === 'yearly' && to.billingPeriod === 'monthly';
  return difference < 0 || (difference === 0 && to.plan !== 'free' && isShorter);
};

/** Days in which what a lower plan does not allow stays as it is. */
export const graceDays = 5;

const dayMs = 86_400_000;

export const graceEndOf = (effectiveDate: string): string =>
  new Date(Date.parse(effectiveDate) + graceDays * dayMs).toISOString();
