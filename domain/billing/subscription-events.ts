import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { Mode } from '../kernel/mode.ts';
import { AiTier, BillingPeriod, Plan } from '../plans/plan.ts';

const instant = z.iso.datetime();
const terms = { plan: Plan, billingPeriod: BillingPeriod, aiTier: AiTier.nullable() };

/** What a payment is for. */
export const paymentPurposes = ['change', 'pending_change', 'cancel', 'resume', 'credits'] as const;
export type PaymentPurpose = (typeof paymentPurposes)[number];

export const SubscriptionStarted = defineEvent(
  'SubscriptionStarted',
  z.object({
    ownerId: z.string(),
    mode: Mode,
    /** The workspace that it was bought in. */
    workspaceId: z.string(),
    ...terms,
    /** The beginning of its first period. */
    anchor: instant,
    /** `test_mode`: it was given, not bought. */
    source: z.enum(['test_mode', 'purchase']),
    /** Null where the payment provider has none. */
    providerId: z.string().nullable(),
    trialStart: instant.nullable(),
    trialEnd: instant.nullable(),
  }),
  { description: 'A person subscribed to a plan.' },
);
export const SubscriptionCustomerLinked = defineEvent(
  'SubscriptionCustomerLinked',
  z.object({ ownerId: z.string(), mode: Mode, workspaceId: z.string(), customerId: z.string() }),
  { description: 'A person became a customer at the payment provider.' },
);
export const SubscriptionTermsChanged = defineEvent(
  'SubscriptionTermsChanged',
  z.object({
    ...terms,
    anchor: instant,
    /** `period_end`: a pending change took effect. `provider`: the payment provider reported it. */
    reason: z.enum(['requested', 'period_end', 'provider']),
    /** Until when the workspace keeps what the new plan does not allow; null unless the plan is lower. */
    graceUntil: instant.nullable(),
  }),
  { description: 'The plan, its billing period or the AI add-on of a subscription changed.' },
);
export const SubscriptionChangePending = defineEvent(
  'SubscriptionChangePending',
  z.object({ type: z.enum(['downgrade', 'cancellation']), ...terms, effectiveDate: instant }),
  { description: 'A subscription becomes less, or ends, at the end of the paid period.' },
);
export const SubscriptionChangeWithdrawn = defineEvent('SubscriptionChangeWithdrawn', z.object({}), {
  description: 'A pending change of a subscription was withdrawn.',
});
export const SubscriptionAccountsDesignated = defineEvent(
  'SubscriptionAccountsDesignated',
  z.object({ accountIds: z.array(z.string()) }),
  { description: 'A person chose the accounts to keep on a lower plan.' },
);
export const SubscriptionGraceEnded = defineEvent(
  'SubscriptionGraceEnded',
  z.object({ plan: Plan, graceUntil: instant, pausedAccounts: z.int().nonnegative() }),
  { description: 'The grace after a downgrade ended: accounts beyond the plan were paused.' },
);
export const SubscriptionPaymentStatusChanged = defineEvent(
  'SubscriptionPaymentStatusChanged',
  z.object({ status: z.enum(['active', 'past_due']) }),
  { description: 'The payment provider reported that a subscription is paid, or that its payment is due.' },
);

export const PaymentStarted = defineEvent(
  'PaymentStarted',
  z.object({
    paymentId: z.string(),
    purpose: z.enum(paymentPurposes),
    /** The terms afterwards. */
    ...terms,
    /** Of a purchase of credits. */
    credits: z.int().positive().nullable(),
    effectiveDate: instant.nullable(),
  }),
  { description: 'The payment provider is about to be asked for a payment or a change.' },
);
export const PaymentSucceeded = defineEvent(
  'PaymentSucceeded',
  z.object({ paymentId: z.string(), providerId: z.string().nullable() }),
  { description: 'The payment provider carried out a payment or a change.' },
);
export const PaymentFailed = defineEvent(
  'PaymentFailed',
  z.object({ paymentId: z.string(), reason: z.string(), message: z.string() }),
  { description: 'The payment provider refused a payment or a change, or never received it.' },
);
export const PaymentOutcomeUnknown = defineEvent('PaymentOutcomeUnknown', z.object({ paymentId: z.string() }), {
  description: 'The payment provider did not answer: it is asked for the outcome.',
});
export const CreditsPurchased = defineEvent(
  'CreditsPurchased',
  z.object({ paymentId: z.string(), ownerId: z.string(), credits: z.int().positive() }),
  { description: 'AI credits were paid for.' },
);

export const subscriptionEvents = [
  SubscriptionStarted,
  SubscriptionCustomerLinked,
  SubscriptionTermsChanged,
  SubscriptionChangePending,
  SubscriptionChangeWithdrawn,
  SubscriptionAccountsDesignated,
  SubscriptionGraceEnded,
  SubscriptionPaymentStatusChanged,
  PaymentStarted,
  PaymentSucceeded,
  PaymentFailed,
  PaymentOutcomeUnknown,
  CreditsPurchased,
] as const;
export type SubscriptionEvent = EventOf<(typeof subscriptionEvents)[number]>;
