import { subscription } from '../../domain/billing/subscription.ts';
import type { PaymentProvider } from '../../domain/billing/payment-provider.ts';
import type { Mode } from '../../domain/kernel/mode.ts';
import { processOf } from '../kernel/process.ts';

/** A call to the payment provider without an outcome. `at`: when it is asked, ISO 8601. */
export type Unsettled = Readonly<{ ownerId: string; paymentId: string; at: string }>;

export type SettlementPorts = Readonly<{ paymentProvider(mode: Mode): PaymentProvider | undefined }>;

/** A call ends within seconds. What the provider does not know after this long never reached it. */
export const settleAfterMs = 2 * 60_000;

/**
 * Settles payments whose request died or got no answer: asks the provider, and never sends the
 * payment again.
 */
export const paymentSettlement = processOf<Unsettled, Unsettled, SettlementPorts>()({
  name: 'payment-settlement',
  description: 'Asks the payment provider for the outcome of payments that have none.',
  beginsByItself: true,
  on: {
    PaymentStarted: (_, { stream, data, meta }) => ({
      ownerId: stream.slice('subscription-'.length),
      paymentId: data.paymentId,
      at: new Date(Date.parse(meta.occurredAt) + settleAfterMs).toISOString(),
    }),
    PaymentSucceeded: () => undefined,
    PaymentFailed: () => undefined,
  },
  instancesOf: ({ stream }) => stream.slice('subscription-'.length),
  outlivesWorkspace: () => true,
  next: (unsettled) => ({ at: unsettled.at, action: unsettled }),
  act: async ({ ownerId, paymentId }, context, { paymentProvider }) => {
    const state = (await context.load(subscription, ownerId, 'latest', { shared: true }))?.state;
    const payment = state?.payment;
    if (!state || payment?.paymentId !== paymentId) return;
    const { customerId, providerId, mode } = state;
    const provider = paymentProvider(mode);
    if (!provider || customerId === null) throw new Error('no payment provider is configured to be asked');
    const outcome = await provider.outcomeOf(payment, { customerId, providerId });
    const shared = { shared: true };
    if (outcome.found) {
      const succeed = { type: 'succeed-payment', paymentId, now: context.now().toISOString() } as const;
      const command = { ...succeed, providerId: outcome.providerId };
      await context.send(subscription, ownerId, command, { step: `succeeded/${paymentId}`, ...shared });
      return;
    }
    const message = 'The payment provider did not receive the request; nothing was charged';
    const command = { type: 'fail-payment', paymentId, reason: 'not_received', message } as const;
    await context.send(subscription, ownerId, command, { step: `failed/${paymentId}`, ...shared });
  },
});
