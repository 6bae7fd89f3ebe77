import type { ViewFold } from '../kernel/decider.ts';
import type { SubscriptionEvent } from './subscription-events.ts';
import type { PendingChange, Subscription } from './subscription-state.ts';
import { subscription } from './subscription.ts';

/** A subscription as readers see it: without its payments. */
export type SubscriptionView = Omit<Subscription, 'payment' | 'endedPayments' | 'anchor' | 'pending'> &
  Readonly<{ anchor: string | null; pending: PendingChange | null; updatedAt: string }>;

export const viewOfSubscription = (state: Subscription, updatedAt: string): SubscriptionView => {
  const { payment: _payment, endedPayments: _ended, anchor = null, pending = null, ...rest } = state;
  return { ...rest, anchor, pending, updatedAt };
};

const stateOf = ({ anchor, pending, updatedAt: _at, ...rest }: SubscriptionView): Subscription => ({
  ...rest,
  anchor: anchor ?? undefined,
  pending: pending ?? undefined,
  payment: undefined,
  endedPayments: {},
});

export const subscriptionView: ViewFold<SubscriptionView, SubscriptionEvent> = {
  evolve: (view, event) => {
    const state = subscription.evolve(view && stateOf(view), event);
    return state && viewOfSubscription(state, event.meta.occurredAt);
  },
};
