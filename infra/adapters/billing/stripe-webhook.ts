import { Refused } from '../../../domain/kernel/refused.ts';
import { ownerIn } from '../../outside/payments/stripe-owner.ts';

/** Where Stripe sends its events. */
export const stripeWebhookPath = '/v1/billing/stripe-webhook';

type Parts = Readonly<{
  readEvent: ((body: Buffer, signature: string) => Promise<Readonly<{ id: string; object: unknown }>>) | undefined;
  reconcile(ownerId: string, reason: string): Promise<void>;
}>;

/**
 * Takes an event in. It is only a reason to ask Stripe, so an event that comes twice, late or out of
 * order changes nothing that is not so. Objects of others are accepted and left alone.
 */
export const acceptStripeEvent =
  ({ readEvent, reconcile }: Parts) =>
  async (body: Buffer, signature: string): Promise<void> => {
    if (!readEvent) throw new Refused('SERVICE_UNAVAILABLE', 'The payment provider is not configured');
    let event;
    try {
      event = await readEvent(body, signature);
    } catch {
      throw new Refused('BAD_REQUEST', 'The signature of the event is not valid');
    }
    const ownerId = ownerIn(event.object);
    if (ownerId !== undefined) await reconcile(ownerId, event.id);
  };
