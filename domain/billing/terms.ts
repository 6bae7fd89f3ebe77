import { addOnTerms, comparePlans, priceOf, type AiTier, type BillingPeriod, type Plan } from '../plans/plan.ts';

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

/** Whether nothing is paid for any more: the subscription ends, with the paid period. */
export const isEnd = (from: Terms, to: Terms): boolean => arePaid(from) && !arePaid(to);

/** AI credits a month that the add-on alone brings. */
const addOnCredits = ({ aiTier }: Pick<Terms, 'aiTier'>): number => (aiTier === null ? 0 : addOnTerms[aiTier].credits);

/** Whether the add-on brings fewer credits than before. */
export const isSmallerAddOn = (from: Pick<Terms, 'aiTier'>, to: Pick<Terms, 'aiTier'>): boolean =>
  addOnCredits(to) < addOnCredits(from);

/** US dollars a period that a change adds, before any proration. */
export const addedPrice = (from: Terms, to: Terms): number => {
  const priceIn = ({ plan, aiTier }: Terms) => priceOf(plan, aiTier, to.billingPeriod);
  const isSamePeriod = from.billingPeriod === to.billingPeriod;
  return isSamePeriod ? Math.max(0, priceIn(to) - priceIn(from)) : priceIn(to);
};

/** Days for which a workspace keeps what its lower plan does not allow. */
export const graceDays = 5;

const dayMs = 86_400_000;

export const graceEndOf = (effectiveDate: string): string =>
  new Date(Date.parse(effectiveDate) + graceDays * dayMs).toISOString();
