import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import type { SubscriptionView } from '../../../domain/billing/subscription-view.ts';
import { subscriptions } from '../../../projections/billing/subscriptions.ts';

const given = specFor(subscriptions);
const at = (minute: number) => `2026-01-05T09:0${minute}:00.000Z`;
const in1 = (minute: number) => ({ stream: 'subscription-o1', workspaceId: 'w1', at: at(minute) });
const terms = { plan: 'pro', billingPeriod: 'monthly', aiTier: null } as const;
const started = event(
  'SubscriptionStarted',
  {
    ownerId: 'o1',
    mode: 'test',
    workspaceId: 'w1',
    ...terms,
    anchor: at(0),
    source: 'test_mode',
    providerId: null,
    trialStart: null,
    trialEnd: null,
  },
  in1(0),
);
const view: Omit<SubscriptionView, 'updatedAt'> = {
  ownerId: 'o1',
  mode: 'test',
  workspaceId: 'w1',
  ...terms,
  anchor: at(0),
  source: 'test_mode',
  customerId: null,
  providerId: null,
  trialStart: null,
  trialEnd: null,
  paymentStatus: 'active',
  pending: null,
  graceUntil: null,
  keptAccounts: [],
};

describe('the read model subscriptions', () => {
  it('has what the owner pays for, with the moment of the last change', () =>
    given(started)
      .when(event('SubscriptionPaymentStatusChanged', { status: 'past_due' }, in1(1)))
      .then({
        owner_id: 'o1',
        workspace_id: 'w1',
        updated_at: at(1),
        view: { ...view, paymentStatus: 'past_due', updatedAt: at(1) },
      }));
  it('has the pending change until it is withdrawn', () => {
    const effectiveDate = '2026-02-05T09:00:00.000Z';
    const pending = { type: 'downgrade', ...terms, plan: 'starter', effectiveDate } as const;
    given(started)
      .when(event('SubscriptionChangePending', pending, in1(1)))
      .then({ owner_id: 'o1', workspace_id: 'w1', updated_at: at(1), view: { ...view, pending, updatedAt: at(1) } });
    given(started, event('SubscriptionChangePending', pending, in1(1)))
      .when(event('SubscriptionChangeWithdrawn', {}, in1(2)))
      .then({ owner_id: 'o1', workspace_id: 'w1', updated_at: at(2), view: { ...view, updatedAt: at(2) } });
  });
});
