import Stripe from 'stripe';
import { errorOf } from '../../../domain/kernel/error-of.ts';

const verifier = new Stripe('sk_unused');

/** An event of Stripe: what it is about. */
export type StripeEvent = Readonly<{ id: string; type: string; object: unknown }>;

/** Reads an event that one of these secrets signed within the last five minutes. Throws for any other. */
export const stripeEvent = (body: Buffer, signature: string, secrets: readonly string[]): StripeEvent => {
  const attempts = secrets.map((secret) => {
    try {
      return verifier.webhooks.constructEvent(body, signature, secret);
    } catch (error) {
      return errorOf(error);
    }
  });
  const event = attempts.find((each): each is Stripe.Event => !(each instanceof Error));
  if (!event) throw attempts[0] ?? new Error('no secret is configured');
  return { id: event.id, type: event.type, object: event.data.object };
};
