import { creditsOf, type AiTier, type BillingPeriod, type Plan } from '../plans/plan.ts';
import { usagePeriodAt } from '../plans/usage.ts';
import { periodAt, type Period } from './period.ts';
import { freeTerms } from './terms.ts';

/** What a person may use, and in which period it is counted. */
export type Entitlement = Readonly<{
  plan: Plan;
  aiTier: AiTier | null;
  billingPeriod: BillingPeriod;
  period: Period;
  /** AI credits of the period. */
  credits: number;
}>;

type Subscribed = Readonly<{
  plan: Plan;
  aiTier: AiTier | null;
  billingPeriod: BillingPeriod;
  anchor?: string | null | undefined;
}>;

/** Without a subscription, or after its end, the periods are calendar months. */
export const entitlementOf = (subscribed: Subscribed | undefined, now: string): Entitlement => {
  const { plan, aiTier, billingPeriod, anchor } = subscribed ?? { ...freeTerms, anchor: null };
  const period = anchor ? periodAt(anchor, billingPeriod, now) : usagePeriodAt(now);
  return { plan, aiTier, billingPeriod, period, credits: creditsOf(plan, aiTier) };
};
