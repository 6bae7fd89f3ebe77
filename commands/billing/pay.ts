import type { z } from 'zod';
import { PaymentRefused, type PaymentCall, type PaymentProvider } from '../../domain/billing/payment-provider.ts';
import type { PaymentStarted } from '../../domain/billing/subscription-events.ts';
import type { OpenPayment, PaymentEnd, Subscription } from '../../domain/billing/subscription-state.ts';
import { subscription } from '../../domain/billing/subscription.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import type { WriteContext } from '../kernel/endpoint.ts';
import type { Payer } from './owner.ts';

type Intent = Omit<z.input<typeof PaymentStarted.schema>, 'paymentId'>;

type Payment = Readonly<{
  intent: Intent;
  /** Sends the call. Resolves with the id of the subscription, where it made one. */
  call(call: PaymentCall): Promise<string | null>;
}>;

const unknownOutcome = (): Refused =>
  new Refused(
    'SERVICE_UNAVAILABLE',
    'The payment provider did not answer. It is asked for the outcome; look at the subscription in some minutes',
  );

/**
 * How long after its intent a call may still leave. Settlement takes a call that the provider does
 * not know after two minutes for one that never left: a process that was frozen in between must not
 * send it then.
 */
const sendWithinMs = 60_000;

/** Milliseconds since now. */
const stopwatch = (): (() => number) => {
  const begun = performance.now();
  return () => performance.now() - begun;
};

/** The refusal of a payment, in the provider's own words. */
export const paymentError = (reason: string, message: string): Refused =>
  new Refused('PAYMENT_ERROR', message, { reason });

/** Makes the owner a customer of the provider, once. */
export const customerOf = async (
  { ownerId, workspaceId, mode, subscribed }: Payer,
  provider: PaymentProvider,
  { handle }: Pick<WriteContext, 'handle'>,
): Promise<string> => {
  if (subscribed?.customerId) return subscribed.customerId;
  const customerId = await provider.customer({ ownerId, workspaceId }).catch((error: unknown) => {
    if (error instanceof PaymentRefused) throw paymentError(error.reason, error.message);
    throw new Refused('SERVICE_UNAVAILABLE', 'The payment provider did not answer; try again');
  });
  const link = { type: 'link-customer', ownerId, mode, workspaceId, customerId } as const;
  const { state } = await handle(subscription, ownerId, link, { shared: true, step: 'link-customer' });
  return state?.customerId ?? customerId;
};

const answerOf = (end: PaymentEnd | undefined): void => {
  if (end?.ended === 'failed') throw paymentError(end.reason, end.message);
};

/**
 * Carries out one payment: its intent is appended, the provider is called once, and the outcome is
 * appended. Without an answer the provider is asked for the outcome; it is not charged again.
 */
export const pay = async (
  owner: Payer,
  { intent, call }: Payment,
  context: Pick<WriteContext, 'handle' | 'newId' | 'now'>,
  { provider, elapsed = stopwatch() }: Readonly<{ provider: PaymentProvider; elapsed?: (() => number) | undefined }>,
): Promise<Subscription> => {
  const { ownerId } = owner;
  const paymentId = context.newId('payment');
  const customerId = await customerOf(owner, provider, context);
  const started = await context.handle(
    subscription,
    ownerId,
    { type: 'start-payment', paymentId, ...intent },
    { shared: true, step: 'start-payment' },
  );
  const before = started.state;
  if (!before) throw new Error('a customer has a stream');
  const ended = before.endedPayments[paymentId];
  if (ended) return (answerOf(ended), before);
  const at = { customerId, providerId: before.providerId };
  const succeed = async (providerId: string | null): Promise<Subscription> => {
    const command = { type: 'succeed-payment', paymentId, providerId, now: context.now } as const;
    const { state } = await context.handle(subscription, ownerId, command, { shared: true, step: 'succeed-payment' });
    return (answerOf(state?.endedPayments[paymentId]), state ?? before);
  };
  const ask = async (): Promise<Subscription> => {
    const unknown = { type: 'note-outcome-unknown', paymentId } as const;
    await context.handle(subscription, ownerId, unknown, { shared: true, step: 'outcome-unknown' });
    const payment = { ...intent, paymentId } satisfies OpenPayment;
    const outcome = await provider.outcomeOf(payment, at).catch(() => undefined);
    if (!outcome?.found) throw unknownOutcome();
    return succeed(outcome.providerId);
  };
  // The request was sent before, and died before it had an outcome.
  if (started.appended === 0) return ask();
  if (elapsed() > sendWithinMs) return ask();
  let providerId: string | null;
  try {
    providerId = await call({ ...at, ownerId, paymentId });
  } catch (error) {
    if (!(error instanceof PaymentRefused)) return ask();
    const { reason, message } = error;
    const failure = { type: 'fail-payment', paymentId, reason, message } as const;
    await context.handle(subscription, ownerId, failure, { shared: true, step: 'fail-payment' });
    throw paymentError(reason, message);
  }
  return succeed(providerId);
};
