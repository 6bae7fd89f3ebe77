import type Stripe from 'stripe';
import { PaymentRefused, type CheckoutOrder, type PaymentCall } from '../../../domain/billing/payment-provider.ts';
import { isoOf, isRunning } from './stripe-answer.ts';

/** More than a customer can have: each new page closes those before it. */
const mostPages = 20;
/** Subscriptions of a customer that are searched for a running one, the newest first. */
const mostSubscriptions = 20;

type Order = Omit<CheckoutOrder, 'terms'> &
  Readonly<{ items: readonly Readonly<{ price: string; quantity: number }>[] }>;

/**
 * The subscription of a customer that renews, or undefined. One that ends with its
 * period may outlast the end that this service has noted.
 */
export const runningOf = async (stripe: Stripe, customer: string): Promise<Stripe.Subscription | undefined> => {
  const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: mostSubscriptions });
  return data.find((each) => isRunning(each) && !each.cancel_at_period_end);
};

/** Closes the pages of a customer. A page that was paid meanwhile is not closed. */
export const closeCheckouts = async (stripe: Stripe, customer: string): Promise<void> => {
  const { data } = await stripe.checkout.sessions.list({ customer, status: 'open', limit: mostPages });
  for (const { id } of data) {
    await stripe.checkout.sessions.expire(id).catch(async (error: unknown) => {
      if ((await stripe.checkout.sessions.retrieve(id)).status === 'open') throw error;
    });
  }
};

/** Refuses a subscription beside one that was made by another call: both would be charged. */
export const refuseSecond = async (stripe: Stripe, customer: string, paymentId: string): Promise<void> => {
  const running = await runningOf(stripe, customer);
  if (running && running.metadata['paymentId'] !== paymentId)
    throw new PaymentRefused('subscription_exists', 'There is a subscription already; it is shown within the hour');
};

/** Opens the page of an order. The subscription names its owner, by whom its events are attributed. */
export const openCheckout = async (
  stripe: Stripe,
  { customerId: customer, ownerId, paymentId }: PaymentCall,
  { items, trialDays, successUrl, cancelUrl }: Order,
): Promise<Readonly<{ url: string; expiresAt: string }>> => {
  await closeCheckouts(stripe, customer);
  await refuseSecond(stripe, customer, paymentId);
  const metadata = { ownerId, paymentId };
  const { url, expires_at: expiresAt } = await stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      customer,
      line_items: [...items],
      metadata,
      success_url: successUrl,
      cancel_url: cancelUrl,
      subscription_data: { metadata, ...(trialDays > 0 ? { trial_period_days: trialDays } : {}) },
    },
    { idempotencyKey: paymentId },
  );
  if (url === null) throw new Error('the payment provider opened no page');
  return { url, expiresAt: isoOf(expiresAt) };
};
