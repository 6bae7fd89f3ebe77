import { foldState } from '../../domain/kernel/decider.ts';
import type { SubscriptionEvent } from '../../domain/billing/subscription-events.ts';
import { subscription } from '../../domain/billing/subscription.ts';
import { areSameTerms, freeTerms } from '../../domain/billing/terms.ts';
import { CreditLedger } from '../support/credit-ledger.ts';
import type { MemoryEventStore } from '../support/memory-event-store.ts';
import { payer, type Payments } from './payments.ts';

const eventsOf = (store: MemoryEventStore, ownerId: string): readonly SubscriptionEvent[] =>
  store.of(`subscription-${ownerId}`) as unknown as readonly SubscriptionEvent[];

/** The request that a call belongs to: a call has the id of its request. */
const requestOf = (paymentId: string): string => paymentId.split('-payment').at(0) ?? paymentId;

/**
 * What must hold of payments: each request is charged at most once, what was charged is what counts
 * as paid, bought credits arrive once, and no credit is lost or made.
 */
export const paymentViolations = (store: MemoryEventStore, { desk }: Payments): string[] => {
  const { log } = store;
  const { charges } = desk;
  const found: string[] = [];
  const owners = [...new Set([payer, ...desk.subscriptions.keys()])];
  const events = owners.flatMap((ownerId) => [...eventsOf(store, ownerId)]);
  for (const ownerId of owners) {
    const state = foldState(subscription, eventsOf(store, ownerId));
    if (state?.payment) found.push(`${state.payment.paymentId} has no outcome`);
    const there = desk.at(ownerId);
    const terms = there?.status === 'ended' ? freeTerms : (there?.terms ?? freeTerms);
    if (state && !areSameTerms(state, terms))
      found.push(`the plan of ${ownerId} is ${state.plan} here and ${terms.plan} at the provider`);
    if (state && !areSameTerms(state.pending ?? state, there?.next?.terms ?? terms))
      found.push(`the plan of ${ownerId} becomes ${(state.pending ?? state).plan} here and another at the provider`);
  }
  const charged = new Set(charges.map(({ paymentId }) => requestOf(paymentId)));
  if (charged.size < charges.length) found.push('a request was charged twice');
  const paid = events.flatMap((event) => (event.type === 'PaymentSucceeded' ? [event.data.paymentId] : []));
  for (const paymentId of paid) if (!charged.has(requestOf(paymentId))) found.push(`${paymentId} was never charged`);
  for (const { paymentId } of charges)
    if (!paid.includes(paymentId)) found.push(`${paymentId} was charged and does not count as paid`);
  const bought = charges.reduce((sum, { credits }) => sum + (credits ?? 0), 0);
  const added = (log as readonly Readonly<{ type: string; data: unknown }>[])
    .filter(({ type }) => type === 'CreditsAdded')
    .reduce((sum, { data }) => sum + (data as { credits: number }).credits, 0);
  if (added !== bought) found.push(`${bought} credits were bought and ${added} arrived`);
  const ledger = new CreditLedger();
  for (const event of log) ledger.add(event);
  return [...found, ...ledger.faults];
};
