import type { z } from 'zod';
import { unreachable, type Decider } from '../kernel/decider.ts';
import type { Mode } from '../kernel/mode.ts';
import { notFound, Refused } from '../kernel/refused.ts';
import { comparePlans, type Plan } from '../plans/plan.ts';
import { decideProviderAnswer, type ProviderAnswer } from './provider-answer.ts';
import {
  CreditsPurchased,
  PaymentFailed,
  PaymentOutcomeUnknown,
  PaymentStarted,
  PaymentSucceeded,
  SubscriptionAccountsDesignated,
  SubscriptionChangePending,
  SubscriptionChangeWithdrawn,
  SubscriptionCustomerLinked,
  SubscriptionGraceEnded,
  SubscriptionStarted,
  SubscriptionTermsChanged,
  type SubscriptionEvent,
} from './subscription-events.ts';
import type { OpenPayment, PaymentEnd, Subscription } from './subscription-state.ts';
import { arePaid, areSameTerms, freeTerms, graceEndOf } from './terms.ts';

export type SubscriptionState = Subscription | undefined;

export type SubscriptionCommand =
  | Readonly<{ type: 'start-subscription' } & z.input<typeof SubscriptionStarted.schema>>
  | Readonly<{ type: 'link-customer' } & z.input<typeof SubscriptionCustomerLinked.schema>>
  | Readonly<{ type: 'start-payment' } & z.input<typeof PaymentStarted.schema>>
  | Readonly<{
      type: 'succeed-payment';
      paymentId: string;
      /** The subscription at the provider, where the payment made one. */
      providerId: string | null;
      now: string;
    }>
  | Readonly<{ type: 'fail-payment'; paymentId: string; reason: string; message: string }>
  | Readonly<{ type: 'note-outcome-unknown'; paymentId: string }>
  | Readonly<{ type: 'apply-pending'; effectiveDate: string }>
  | Readonly<{ type: 'designate-accounts'; accountIds: readonly string[] }>
  | Readonly<{ type: 'end-grace'; graceUntil: string; plan: Plan; pausedAccounts: number }>
  | Readonly<{ type: 'record-provider-answer'; answer: ProviderAnswer; now: string }>;

/** The last payments kept by id, so that a repeated request finds its own outcome. */
const keptPayments = 20;

const sameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each, index) => each === other[index]);

const decide = (command: SubscriptionCommand, state: SubscriptionState): readonly SubscriptionEvent[] => {
  switch (command.type) {
    case 'start-subscription': {
      const { type: _type, ...data } = command;
      return state?.anchor === undefined ? [SubscriptionStarted(data)] : [];
    }
    case 'link-customer': {
      const { type: _type, ...data } = command;
      return state?.customerId ? [] : [SubscriptionCustomerLinked(data)];
    }
    case 'start-payment': {
      const { type: _type, ...data } = command;
      if (!state) throw notFound('subscription');
      if (state.payment?.paymentId === data.paymentId || state.endedPayments[data.paymentId]) return [];
      if (state.payment)
        throw new Refused('CONFLICT', 'Another change of the subscription is under way', {
          paymentId: state.payment.paymentId,
        });
      return [PaymentStarted(data)];
    }
    case 'succeed-payment':
      return state?.payment?.paymentId === command.paymentId ? succeeded(command, state, state.payment) : [];
    case 'fail-payment': {
      const { paymentId, reason, message } = command;
      return state?.payment?.paymentId === paymentId ? [PaymentFailed({ paymentId, reason, message })] : [];
    }
    case 'note-outcome-unknown': {
      const { paymentId } = command;
      const isOpen = state?.payment?.paymentId === paymentId && !state.payment.isUnknown;
      return isOpen ? [PaymentOutcomeUnknown({ paymentId })] : [];
    }
    case 'apply-pending': {
      const pending = state?.pending;
      if (!state || pending?.effectiveDate !== command.effectiveDate) return [];
      const { plan, billingPeriod, aiTier, effectiveDate } = pending;
      const isLower = comparePlans(plan, state.plan) < 0;
      const graceUntil = isLower ? graceEndOf(effectiveDate) : null;
      return [
        SubscriptionTermsChanged({
          plan,
          billingPeriod,
          aiTier,
          graceUntil,
          anchor: effectiveDate,
          reason: 'period_end',
        }),
      ];
    }
    case 'designate-accounts':
      if (!state) throw notFound('subscription');
      return sameList(command.accountIds, state.keptAccounts)
        ? []
        : [SubscriptionAccountsDesignated({ accountIds: [...command.accountIds] })];
    case 'end-grace': {
      const { graceUntil, plan, pausedAccounts } = command;
      return state?.graceUntil === graceUntil ? [SubscriptionGraceEnded({ plan, graceUntil, pausedAccounts })] : [];
    }
    case 'record-provider-answer':
      return state ? decideProviderAnswer(command.answer, state, command.now) : [];
    default:
      return unreachable(command);
  }
};

/** What a payment that the provider carried out changes. */
const succeeded = (
  { paymentId, providerId, now }: Extract<SubscriptionCommand, { type: 'succeed-payment' }>,
  state: Subscription,
  { purpose, plan, billingPeriod, aiTier, credits, effectiveDate }: OpenPayment,
): readonly SubscriptionEvent[] => {
  const { ownerId, mode, workspaceId } = state;
  const paid = PaymentSucceeded({ paymentId, providerId });
  const terms = { plan, billingPeriod, aiTier };
  switch (purpose) {
    case 'change': {
      if (state.anchor === undefined)
        return [
          paid,
          SubscriptionStarted({
            ownerId,
            mode,
            workspaceId,
            ...terms,
            anchor: now,
            source: 'purchase',
            providerId,
            trialStart: null,
            trialEnd: null,
          }),
        ];
      if (areSameTerms(state, terms) && !state.pending) return [paid];
      const goesOn = arePaid(state) && state.billingPeriod === billingPeriod;
      const anchor = goesOn ? state.anchor : now;
      return [paid, SubscriptionTermsChanged({ ...terms, anchor, reason: 'requested', graceUntil: null })];
    }
    case 'pending_change':
    case 'cancel': {
      const type = purpose === 'cancel' ? 'cancellation' : 'downgrade';
      return [paid, SubscriptionChangePending({ type, ...terms, effectiveDate: effectiveDate ?? now })];
    }
    case 'resume':
      return [paid, ...(state.pending ? [SubscriptionChangeWithdrawn({})] : [])];
    case 'credits':
      return [paid, ...(credits === null ? [] : [CreditsPurchased({ paymentId, ownerId, credits })])];
    default:
      return unreachable(purpose);
  }
};

const withEnded = (ended: Subscription['endedPayments'], id: string, end: PaymentEnd): Subscription['endedPayments'] =>
  Object.fromEntries([...Object.entries(ended).slice(-keptPayments + 1), [id, end]]);

const begun = (data: Readonly<{ ownerId: string; mode: Mode; workspaceId: string }>): Subscription => ({
  ...freeTerms,
  ...data,
  anchor: undefined,
  source: undefined,
  customerId: null,
  providerId: null,
  trialStart: null,
  trialEnd: null,
  paymentStatus: 'active',
  pending: undefined,
  graceUntil: null,
  keptAccounts: [],
  payment: undefined,
  endedPayments: {},
});

const evolve = (state: SubscriptionState, event: SubscriptionEvent): SubscriptionState => {
  if (event.type === 'SubscriptionCustomerLinked') {
    const { customerId, ...data } = event.data;
    return { ...(state ?? begun(data)), customerId };
  }
  if (event.type === 'SubscriptionStarted')
    return { ...(state ?? begun(event.data)), ...event.data, pending: undefined, graceUntil: null };
  if (!state) return state;
  switch (event.type) {
    case 'SubscriptionTermsChanged': {
      const { plan, billingPeriod, aiTier, anchor, graceUntil } = event.data;
      const providerId =
        event.data.reason !== 'requested' && plan === 'free' && aiTier === null ? null : state.providerId;
      return { ...state, plan, billingPeriod, aiTier, anchor, graceUntil, providerId, pending: undefined };
    }
    case 'SubscriptionChangePending':
      return { ...state, pending: event.data };
    case 'SubscriptionChangeWithdrawn':
      return { ...state, pending: undefined };
    case 'SubscriptionAccountsDesignated':
      return { ...state, keptAccounts: event.data.accountIds };
    case 'SubscriptionGraceEnded':
      return { ...state, graceUntil: null };
    case 'SubscriptionPaymentStatusChanged':
      return { ...state, paymentStatus: event.data.status };
    case 'PaymentStarted':
      return { ...state, payment: event.data };
    case 'PaymentSucceeded': {
      const { paymentId, providerId } = event.data;
      const endedPayments = withEnded(state.endedPayments, paymentId, { ended: 'succeeded' });
      return { ...state, payment: undefined, endedPayments, providerId: providerId ?? state.providerId };
    }
    case 'PaymentFailed': {
      const { paymentId, reason, message } = event.data;
      const endedPayments = withEnded(state.endedPayments, paymentId, { ended: 'failed', reason, message });
      return { ...state, payment: undefined, endedPayments };
    }
    case 'PaymentOutcomeUnknown':
      return state.payment ? { ...state, payment: { ...state.payment, isUnknown: true } } : state;
    case 'CreditsPurchased':
      return state;
    default:
      return unreachable(event);
  }
};

/** `subscription-<user id>`: what a person pays for. Its plan is that of every workspace they own. */
export const subscription: Decider<SubscriptionState, SubscriptionCommand, SubscriptionEvent> = {
  category: 'subscription',
  initial: undefined,
  decide,
  evolve,
};
