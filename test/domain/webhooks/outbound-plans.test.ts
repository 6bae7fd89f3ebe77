import { expect } from 'chai';
import type { Recorded } from '../../../domain/kernel/event.ts';
import { planTypes } from '../../../domain/webhooks/event-types.ts';
import { bodyOf, publishedAs } from '../../../domain/webhooks/outbound-events.ts';
import { event } from '../../../projections/authoring/projection-spec.ts';

const at = '2026-03-02T10:00:00.000Z';
const inWorkspace = { workspaceId: 'w', stream: 'workspace-w', at };
const inSubscription = { workspaceId: 'w', stream: 'subscription-u', at };
const inAccount = { workspaceId: 'w', stream: 'account-a', at };
const free = { plan: 'free', billingPeriod: 'monthly', aiTier: null } as const;

const bodies = (...events: readonly Recorded[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    events.flatMap((each) =>
      publishedAs(each).map((type) => [type, (bodyOf(type, each, [each]) as { data: unknown }).data]),
    ),
  );

describe('outbound events of plans', () => {
  it('tell each that an endpoint can name', () => {
    const account = { accountId: 'a', platform: 'TWITTER' } as const;
    const told = bodies(
      event('AccountPaused', account, inAccount),
      event('AccountResumed', account, inAccount),
      event('WorkspacePlanChanged', { plan: 'free', graceUntil: at }, inWorkspace),
      event(
        'OwnershipTransferRequested',
        { requestId: 'r', fromUserId: 'u', targetUserId: 'v', expiresAt: at },
        inWorkspace,
      ),
      event('OwnershipTransferred', { requestId: 'r', fromUserId: 'u', toUserId: 'v' }, inWorkspace),
      event('SubscriptionChangePending', { type: 'cancellation', ...free, effectiveDate: at }, inSubscription),
      event('SubscriptionTermsChanged', { ...free, anchor: at, reason: 'period_end', graceUntil: at }, inSubscription),
      event('SubscriptionPaymentStatusChanged', { status: 'past_due' }, inSubscription),
      event('PaymentFailed', { paymentId: 'p', reason: 'card_declined', message: 'Declined' }, inSubscription),
    );
    expect(Object.keys(told).sort()).to.deep.equal([...planTypes].sort());
    expect(told['account.paused']).to.deep.equal({
      accountId: 'a',
      workspaceId: 'w',
      platform: 'TWITTER',
      reason: 'plan',
    });
    expect(told['workspace.plan_changed']).to.deep.equal({ workspaceId: 'w', plan: 'free', graceUntil: at });
    expect(told['workspace.transfer_ended']).to.include({ outcome: 'accepted', toUserId: 'v' });
    expect(told['subscription.payment_failed']).to.deep.equal({ workspaceId: 'w', reason: 'card_declined' });
  });

  it('tell of a login that ends', () => {
    const ends = { accountId: 'a', platform: 'FACEBOOK', loginEndsAt: at, publishesOn: true } as const;
    expect(bodies(event('AccountLoginEnds', ends, inAccount))).to.deep.equal({
      'account.login_ends': { ...ends, workspaceId: 'w' },
    });
  });
});
