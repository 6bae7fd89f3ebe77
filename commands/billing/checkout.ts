import { z } from 'zod';
import { PaymentRefused } from '../../domain/billing/payment-provider.ts';
import { addedPrice, arePaid, freeTerms } from '../../domain/billing/terms.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { AiTier, BillingPeriod } from '../../domain/plans/plan.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';
import type { BillingPorts } from './ports.ts';
import { payingOwner, requireOwnerAbove, requireProvider, termsOfOwner } from './owner.ts';
import { customerOf, paymentError } from './pay.ts';

/** POST /v1/billing/checkout. Nothing is changed here: the provider's answer changes the subscription. */
export const openCheckout = (ports: BillingPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/billing/checkout',
    id: 'openCheckout',
    summary: 'A page of the payment provider to buy a first subscription at',
    description:
      'For an owner without a paid plan and without a card. The plan holds as soon as the page is paid. A further ' +
      'page closes the one before it. An owner who pays already is 409 CONFLICT: change the plan instead. A first ' +
      'subscription begins with a trial where this service offers one; GET /v1/billing/current shows it.',
    body: z.object({
      plan: z.enum(['starter', 'pro', 'agency']),
      billingPeriod: BillingPeriod.default('monthly'),
      aiTier: AiTier.nullable().default(null),
    }),
    reply: z.object({ url: z.string(), expiresAt: z.string() }),
    idempotent: true,
    errors: ['CONFLICT', 'FORBIDDEN', 'PAYMENT_ERROR', 'SERVICE_UNAVAILABLE'],
    async run({ body: terms }, context) {
      const owner = await payingOwner(context);
      const provider = requireProvider(ports, owner.mode);
      const { subscribed, ownerId } = owner;
      requireOwnerAbove(addedPrice(freeTerms, { ...terms }), owner);
      if (arePaid(termsOfOwner(owner)))
        throw new Refused('CONFLICT', 'There is a subscription already: change its plan', { ...termsOfOwner(owner) });
      if (subscribed?.payment)
        throw new Refused('CONFLICT', 'Another change of the subscription is under way', {
          paymentId: subscribed.payment.paymentId,
        });
      const call = { ownerId, customerId: await customerOf(owner, provider, context), providerId: null };
      const trialDays = subscribed?.anchor === undefined ? ports.trialDays : 0;
      const { returnUrl: successUrl } = ports;
      const order = { terms, trialDays, successUrl, cancelUrl: successUrl };
      const paymentId = context.newId('checkout');
      const page = await provider.checkout({ ...call, paymentId }, order).catch((error: unknown) => {
        if (!(error instanceof PaymentRefused))
          throw new Refused('SERVICE_UNAVAILABLE', 'The payment provider did not answer; try again');
        if (error.reason === 'subscription_exists') throw new Refused('CONFLICT', error.message);
        throw paymentError(error.reason, error.message);
      });
      return { body: { ...page } };
    },
  });
