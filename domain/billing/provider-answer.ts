import { comparePlans } from '../plans/plan.ts';
import {
  SubscriptionPaymentStatusChanged,
  SubscriptionStarted,
  SubscriptionTermsChanged,
  type SubscriptionEvent,
} from './subscription-events.ts';
import type { Subscription } from './subscription-state.ts';
import { arePaid, areSameTerms, freeTerms, graceEndOf, type Terms } from './terms.ts';

/** A subscription as the payment provider answered when it was asked. */
export type ProviderAnswer = Readonly<{
  providerId: string;
  status: 'active' | 'past_due' | 'ended';
  terms: Terms;
  periodStart: string;
  /** The trial that the subscription began with. */
  trial: Readonly<{ start: string; end: string }> | null;
}>;

/**
 * What an answer of the payment provider changes. It is the state of the subscription when it was
 * asked, so it does not matter which event, how late or how often, was the reason to ask.
 */
export const decideProviderAnswer = (
  answer: ProviderAnswer,
  state: Subscription,
  now: string,
): readonly SubscriptionEvent[] => {
  const { status, terms, periodStart } = answer;
  // The answer may be of before or after an open call, whose outcome comes on its own.
  if (state.payment) return [];
  if (state.providerId === null) return bought(answer, state);
  if (state.anchor === undefined || state.providerId !== answer.providerId) return [];
  const next: Terms = status === 'ended' ? freeTerms : terms;
  const { pending } = state;
  // The provider has the lower price from the request on; the plan stays until the period ends. What has ended there
  // before that, because it was refunded for instance, is not paid for.
  const isAwaited =
    pending !== undefined &&
    status !== 'ended' &&
    (areSameTerms(next, pending) || areSameTerms(next, state)) &&
    now < pending.effectiveDate;
  const isChanged = !areSameTerms(next, state) && !isAwaited;
  const paymentStatus = status === 'past_due' ? ('past_due' as const) : ('active' as const);
  const graceUntil = comparePlans(next.plan, state.plan) < 0 ? graceEndOf(now) : null;
  const anchor = state.billingPeriod === next.billingPeriod ? state.anchor : periodStart;
  return [
    ...(isChanged ? [SubscriptionTermsChanged({ ...next, anchor, reason: 'provider', graceUntil })] : []),
    ...(paymentStatus === state.paymentStatus ? [] : [SubscriptionPaymentStatusChanged({ status: paymentStatus })]),
  ];
};

/** A subscription that was bought at the provider's own page. */
const bought = (
  { providerId, status, terms, periodStart: anchor, trial }: ProviderAnswer,
  { ownerId, mode, workspaceId }: Subscription,
): readonly SubscriptionEvent[] => {
  if (status === 'ended' || !arePaid(terms)) return [];
  const [trialStart, trialEnd] = [trial?.start ?? null, trial?.end ?? null];
  const holder = { ownerId, mode, workspaceId };
  return [SubscriptionStarted({ ...holder, ...terms, anchor, source: 'purchase', providerId, trialStart, trialEnd })];
};
