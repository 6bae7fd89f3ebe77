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
  /** The month that AI credits belong to: a subscription paid by the year gets them each month. */
  creditPeriod: Period;
  /** AI credits of the month; none while a payment is due. */
  credits: number;
}>;

type Subscribed = Readonly<{
  plan: Plan;
  aiTier: AiTier | null;
  billingPeriod: BillingPeriod;
  anchor?: string | null | undefined;
  paymentStatus?: 'active' | 'past_due';
}>;

/** Without a subscription, or after its end, the periods are calendar months. */
export const entitlementOf = (subscribed: Subscribed | undefined, now: string): Entitlement => {
  const { plan, aiTier, billingPeriod, anchor, paymentStatus }: Subscribed = subscribed ?? freeTerms;
  const periodOf = (length: BillingPeriod) => (anchor ? periodAt(anchor, length, now) : usagePeriodAt(now));
  const credits = paymentStatus === 'past_due' ? 0 : creditsOf(plan, aiTier);
  return { plan, aiTier, billingPeriod, period: periodOf(billingPeriod), creditPeriod: periodOf('monthly'), credits };
};
