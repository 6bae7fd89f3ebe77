import { entitlementOf } from '../../domain/billing/entitlement.ts';
import type { Subscription } from '../../domain/billing/subscription-state.ts';
import {
  addedPrice,
  arePaid,
  areSameTerms,
  freeTerms,
  isDowngrade,
  isEnd,
  isSmallerAddOn,
  isUpgrade,
  type Terms,
} from '../../domain/billing/terms.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import type { WriteContext } from '../kernel/endpoint.ts';
import type { BillingPorts } from './ports.ts';
import { usedBeyond } from './used-credits.ts';
import { payingOwner, requireOwnerAbove, requireProvider, termsOfOwner, type Payer } from './owner.ts';
import { pay } from './pay.ts';
import { spreadPlan } from './plan-of-workspaces.ts';

export type Changed = Readonly<{
  /** The terms that were asked for. */
  terms: Terms;
  /** When they apply: now, or at the end of the paid period. ISO 8601. */
  effectiveDate: string;
  isPending: boolean;
}>;

/** The end of the period that is paid for. */
export const paidUntil = (subscribed: Subscription | undefined, now: string): string =>
  entitlementOf(subscribed, now).period.end;

/**
 * Changes what the owner of the caller's workspace pays for. Higher terms apply when they are paid;
 * a lower plan applies at the end of the period, and so does the end of all that is paid for. The add-on changes at
 * once. Where its credits of the month were used, the month is not credited.
 */
export const changeTerms = async (
  wanted: (from: Terms) => Terms,
  context: WriteContext,
  ports: BillingPorts,
): Promise<Changed> => {
  const owner = await payingOwner(context);
  const provider = requireProvider(ports, owner.mode);
  const from = termsOfOwner(owner);
  const terms = wanted(from);
  const { now } = context;
  const { subscribed } = owner;
  if (areSameTerms(from, terms) && !subscribed?.pending)
    throw new Refused('BAD_REQUEST', 'The subscription has these terms already', { ...from });
  if (areSameTerms(from, terms)) {
    await keepTerms(owner, context, ports);
    return { terms, effectiveDate: now, isPending: false };
  }
  if (isDowngrade(from, terms) || isEnd(from, terms)) {
    const effectiveDate = paidUntil(subscribed, now);
    const purpose = arePaid(terms) ? 'pending_change' : 'cancel';
    await pay(
      owner,
      {
        intent: { purpose, ...terms, credits: null, effectiveDate },
        call: async (call) => (await provider.changeAtPeriodEnd(call, terms, effectiveDate), null),
      },
      context,
      { provider },
    );
    return { terms, effectiveDate, isPending: true };
  }
  // It would withdraw the pending change without being asked to.
  if (subscribed?.pending && from.plan === terms.plan && from.billingPeriod === terms.billingPeriod)
    throw new Refused('CONFLICT', 'A change is pending: withdraw it before the add-on is changed', {
      pending: { type: subscribed.pending.type, effectiveDate: subscribed.pending.effectiveDate },
      withdrawAt: '/v1/subscription/cancel-pending',
    });
  requireOwnerAbove(addedPrice(from, terms), owner);
  const creditFrom =
    isSmallerAddOn(from, terms) && (await usedBeyond(owner, terms, context))
      ? entitlementOf(subscribed, now).creditPeriod.end
      : undefined;
  if (creditFrom !== undefined && isUpgrade(from, terms))
    throw new Refused(
      'CONFLICT',
      'Credits of the AI add-on were used this month: change the plan first, and the add-on with a call of its own',
    );
  const after = await pay(
    owner,
    {
      intent: { purpose: 'change', ...terms, credits: null, effectiveDate: null },
      call: (call) => provider.change(call, terms, creditFrom),
    },
    context,
    { provider },
  );
  await spreadPlan(owner.ownerId, after.plan, context);
  return { terms, effectiveDate: now, isPending: false };
};

/** Ends the subscription with the paid period. `beforehand` runs once no other change can come between. */
export const cancelAtPeriodEnd = async (
  owner: Payer,
  context: WriteContext,
  ports: BillingPorts,
  beforehand: () => Promise<void> = async () => {},
): Promise<string> => {
  const { subscribed } = owner;
  if (!subscribed || !arePaid(subscribed)) throw notFound('subscription');
  const { pending } = subscribed;
  if (pending?.type === 'cancellation') {
    await beforehand();
    return pending.effectiveDate;
  }
  const provider = requireProvider(ports, owner.mode);
  const effectiveDate = paidUntil(subscribed, context.now);
  await pay(
    owner,
    {
      intent: { purpose: 'cancel', ...freeTerms, credits: null, effectiveDate },
      async call(call) {
        await beforehand();
        await provider.changeAtPeriodEnd(call, freeTerms, effectiveDate);
        return null;
      },
    },
    context,
    { provider },
  );
  return effectiveDate;
};

/** Withdraws a pending change; false if nothing is pending. */
export const keepTerms = async (owner: Payer, context: WriteContext, ports: BillingPorts): Promise<boolean> => {
  const provider = requireProvider(ports, owner.mode);
  const { subscribed } = owner;
  if (!subscribed || (subscribed.plan === 'free' && !subscribed.pending)) throw notFound('subscription');
  if (!subscribed.pending) return false;
  const terms = termsOfOwner(owner);
  await pay(
    owner,
    {
      intent: { purpose: 'resume', ...terms, credits: null, effectiveDate: null },
      call: async (call) => (await provider.keep(call, terms), null),
    },
    context,
    { provider },
  );
  return true;
};

/** What a change of the terms is called. */
export const messageOf = (from: Terms, { terms, effectiveDate, isPending }: Changed): string => {
  if (isPending) return `The ${terms.plan} plan begins on ${effectiveDate.slice(0, 10)}`;
  return isUpgrade(from, terms) ? `The plan is ${terms.plan} now` : 'The subscription was changed';
};
