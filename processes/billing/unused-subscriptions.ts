import { entitlementOf } from '../../domain/billing/entitlement.ts';
import { PaymentRefused, type PaymentProvider } from '../../domain/billing/payment-provider.ts';
import { subscription } from '../../domain/billing/subscription.ts';
import { arePaid, freeTerms } from '../../domain/billing/terms.ts';
import type { Mode } from '../../domain/kernel/mode.ts';
import { processOf } from '../kernel/process.ts';
import { workspacesOf } from './workspaces-of.ts';

/** A person who handed a workspace over, and may pay for a subscription without one. `at`: since when, ISO 8601. */
export type HandedOver = Readonly<{ ownerId: string; at: string; attempt: number }>;

export type UnusedPorts = Readonly<{ paymentProvider(mode: Mode): PaymentProvider | undefined }>;

const againAfterMs = 10 * 60_000;
/** Three hours of attempts. Afterwards the payer ends it; a mail has said so. */
const mostAttempts = 18;

const ownerOf = (stream: string): string => stream.slice('subscription-'.length);

/**
 * Ends the subscription of a person who handed the last workspace over, with the paid period: it renews for nothing
 * otherwise. The person can take that back, and a workspace that they found meanwhile has the plan.
 */
export const unusedSubscriptions = processOf<HandedOver, HandedOver, UnusedPorts>()({
  name: 'unused-subscriptions',
  description: 'Ends subscriptions whose payer has no workspace any more, with the paid period.',
  on: {
    OwnershipTransferred: (_, { data, meta }) => ({ ownerId: data.fromUserId, at: meta.occurredAt, attempt: 1 }),
    // A lower plan that was asked for before renews too.
    SubscriptionChangePending: (state, { data }) => (data.type === 'cancellation' ? undefined : state),
    PaymentFailed: (state, { meta }) =>
      state && state.attempt < mostAttempts
        ? {
            ...state,
            at: new Date(Date.parse(meta.occurredAt) + againAfterMs).toISOString(),
            attempt: state.attempt + 1,
          }
        : undefined,
  },
  instancesOf: (event) => (event.type === 'OwnershipTransferred' ? event.data.fromUserId : ownerOf(event.stream)),
  outlivesWorkspace: () => true,
  next: (state) => ({ at: state.at, action: state }),
  act: async ({ ownerId, at, attempt }, context, { paymentProvider }) => {
    const shared = { shared: true };
    const state = (await context.load(subscription, ownerId, 'latest', shared))?.state;
    // It may make a plan that ends, or a free one, renew. Its outcome comes on its own, and this instance is due again.
    if (state?.payment) return;
    const isRenewing = state !== undefined && arePaid(state) && state.pending?.type !== 'cancellation';
    const provider = state && paymentProvider(state.mode);
    if (!isRenewing || !provider || state.customerId === null || (await workspacesOf(ownerId, context)).length > 0)
      return context.endInstance();
    // By the transfer, not by the period: a person may take a workspace back and hand it over again within one.
    const paymentId = `unused-${context.instance}-${at}-${attempt}`;
    const effectiveDate = entitlementOf(state, context.now().toISOString()).period.end;
    const intent = { purpose: 'cancel', ...freeTerms, credits: null, effectiveDate } as const;
    const step = (name: string): string => `${name}/${paymentId}`;
    const start = { type: 'start-payment', paymentId, ...intent } as const;
    const started = await context.send(subscription, ownerId, start, { step: step('start'), ...shared });
    // Sent before: its outcome is asked for by the settlement of payments.
    if (started.appended === 0 || !context.stillMine()) return;
    const { customerId, providerId } = state;
    try {
      await provider.changeAtPeriodEnd({ ownerId, paymentId, customerId, providerId }, freeTerms, effectiveDate);
    } catch (error) {
      const unknown = { type: 'note-outcome-unknown', paymentId } as const;
      const refused = error instanceof PaymentRefused ? error : undefined;
      const command = refused
        ? ({ type: 'fail-payment', paymentId, reason: refused.reason, message: refused.message } as const)
        : unknown;
      await context.send(subscription, ownerId, command, { step: step('not-carried-out'), ...shared });
      return;
    }
    const succeed = { type: 'succeed-payment', paymentId, providerId: null, now: context.now().toISOString() } as const;
    await context.send(subscription, ownerId, succeed, { step: step('succeeded'), ...shared });
  },
});
