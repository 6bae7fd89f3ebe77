import type Stripe from 'stripe';
import { errorOf } from '../../../domain/kernel/error-of.ts';
import { stripeClient } from './stripe.ts';

/** An event of Stripe: what it is about. */
export type StripeEvent = Readonly<{ id: string; type: string; object: unknown }>;

/** Reads an event that one of these secrets signed within the last five minutes. Throws for any other. */
export const stripeEvent = async (
  body: Buffer,
  signature: string,
  secrets: readonly string[],
): Promise<StripeEvent> => {
  const { webhooks } = await stripeClient('sk_unused');
  const attempts = secrets.map((secret) => {
    try {
      return webhooks.constructEvent(body, signature, secret);
    } catch (error) {
      return errorOf(error);
    }
  });
  const event = attempts.find((each): each is Stripe.Event => !(each instanceof Error));
  if (!event) throw attempts[0] ?? new Error('no secret is configured');
  return { id: event.id, type: event.type, object: event.data.object };
};
