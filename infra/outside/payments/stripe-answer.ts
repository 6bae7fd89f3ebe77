import type Stripe from 'stripe';
import type { ProviderAnswer } from '../../../domain/billing/provider-answer.ts';
import { termsOf, type StripePrices } from './stripe-prices.ts';

export const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Statuses of subscriptions that charge nothing any more, or never did. */
const endedStatuses: ReadonlySet<string> = new Set(['canceled', 'unpaid', 'incomplete', 'incomplete_expired']);

export const isRunning = ({ status }: Pick<Stripe.Subscription, 'status'>): boolean => !endedStatuses.has(status);

/**
 * The trial that a subscription began with. A later one only postpones a charge: a change of the
 * interval waits for the end of the period as a trial.
 */
const trialOf = ({ trial_start: start, trial_end: end, start_date: began }: Stripe.Subscription) =>
  start !== null && end !== null && start === began ? { start: isoOf(start), end: isoOf(end) } : null;

/** What Stripe says of a subscription. */
export const lookAt = (found: Stripe.Subscription, prices: StripePrices): ProviderAnswer => {
  const { id: providerId, status, items, created } = found;
  return {
    providerId,
    status: !isRunning(found) ? 'ended' : status === 'past_due' ? 'past_due' : 'active',
    terms: termsOf(
      items.data.map(({ price }) => price.id),
      prices,
    ),
    periodStart: isoOf(items.data[0]?.current_period_start ?? created),
    trial: trialOf(found),
  };
};
