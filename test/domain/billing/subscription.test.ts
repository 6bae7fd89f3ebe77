import { expect } from 'chai';
import { entitlementOf } from '../../../domain/billing/entitlement.ts';
import { periodAt } from '../../../domain/billing/period.ts';
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
  SubscriptionPaymentStatusChanged,
  SubscriptionStarted,
  SubscriptionTermsChanged,
} from '../../../domain/billing/subscription-events.ts';
import { subscription } from '../../../domain/billing/subscription.ts';
import { isDowngrade, isUpgrade } from '../../../domain/billing/terms.ts';
import { specFor } from '../../support/spec.ts';

const now = '2026-01-20T12:00:00.000Z';
const anchor = '2026-01-10T00:00:00.000Z';
const end = '2026-02-10T00:00:00.000Z';
const holder = { ownerId: 'u1', mode: 'live', workspaceId: 'w1' } as const;
const pro = { plan: 'pro', billingPeriod: 'monthly', aiTier: null } as const;
const starter = { ...pro, plan: 'starter' } as const;
const free = { ...pro, plan: 'free' } as const;

const linked = SubscriptionCustomerLinked({ ...holder, customerId: 'cus_1' });
const started = SubscriptionStarted({
  ...holder,
  ...pro,
  anchor,
  source: 'purchase',
  providerId: 'sub_1',
  trialStart: null,
  trialEnd: null,
});
const intent = (purpose: 'change' | 'pending_change' | 'cancel' | 'resume' | 'credits', more: object = {}) => ({
  paymentId: 'p1',
  purpose,
  ...pro,
  credits: null,
  effectiveDate: null,
  ...more,
});
const succeeds = { type: 'succeed-payment', paymentId: 'p1', providerId: 'sub_1', now } as const;
const paid = PaymentSucceeded({ paymentId: 'p1', providerId: 'sub_1' });

describe('a subscription', () => {
  const given = specFor(subscription);

  it('begins with the first payment of a customer', () =>
    given(linked, PaymentStarted(intent('change')))
      .when(succeeds)
      .then(
        paid,
        SubscriptionStarted({
          ...holder,
          ...pro,
          anchor: now,
          source: 'purchase',
          providerId: 'sub_1',
          trialStart: null,
          trialEnd: null,
        }),
      ));
  it('changes to higher terms when the payment succeeded, in the same period', () =>
    given(linked, started, PaymentStarted(intent('change', { plan: 'agency' })))
      .when(succeeds)
      .then(paid, SubscriptionTermsChanged({ ...pro, plan: 'agency', anchor, reason: 'requested', graceUntil: null })));
  it('begins a new period where it is paid by the year from now on', () =>
    given(linked, started, PaymentStarted(intent('change', { billingPeriod: 'yearly' })))
      .when(succeeds)
      .then(
        paid,
        SubscriptionTermsChanged({
          ...pro,
          billingPeriod: 'yearly',
          anchor: now,
          reason: 'requested',
          graceUntil: null,
        }),
      ));
  it('has one open payment at a time, and starts each once', () => {
    const open = PaymentStarted(intent('change'));
    const other = { type: 'start-payment', ...intent('cancel'), paymentId: 'p2' } as const;
    given(linked, started, open).when(other).thenRefused('CONFLICT');
    given(linked, started, open)
      .when({ type: 'start-payment', ...intent('change') })
      .thenNothing();
    given(linked, started, open, paid)
      .when({ type: 'start-payment', ...intent('change') })
      .thenNothing();
    given(linked, started, open, paid).when(succeeds).thenNothing();
    given().when(other).thenRefused('NOT_FOUND');
  });
  it('does not change when the payment fails', () => {
    const failure = { paymentId: 'p1', reason: 'card_declined', message: 'Your card was declined.' };
    given(linked, started, PaymentStarted(intent('change', { plan: 'agency' })))
      .when({ type: 'fail-payment', ...failure })
      .then(PaymentFailed(failure));
    given(linked, started, PaymentStarted(intent('change')), PaymentFailed(failure))
      .when(succeeds)
      .thenNothing();
  });
  it('notes an unknown outcome once, and settles it later', () => {
    const open = PaymentStarted(intent('credits', { credits: 100 }));
    const unknown = PaymentOutcomeUnknown({ paymentId: 'p1' });
    given(linked, open).when({ type: 'note-outcome-unknown', paymentId: 'p1' }).then(unknown);
    given(linked, open, unknown)
      .when(succeeds)
      .then(paid, CreditsPurchased({ paymentId: 'p1', ownerId: 'u1', credits: 100 }));
  });

  const pending = SubscriptionChangePending({ type: 'downgrade', ...starter, effectiveDate: end });
  it('becomes less at the end of the paid period, with five days of grace', () => {
    given(linked, started, PaymentStarted(intent('pending_change', { ...starter, effectiveDate: end })))
      .when(succeeds)
      .then(paid, pending);
    const graceUntil = '2026-02-15T00:00:00.000Z';
    given(linked, started, pending)
      .when({ type: 'apply-pending', effectiveDate: end })
      .then(SubscriptionTermsChanged({ ...starter, anchor: end, reason: 'period_end', graceUntil }));
    const lower = SubscriptionTermsChanged({ ...starter, anchor: end, reason: 'period_end', graceUntil });
    given(linked, started, pending, lower)
      .when({ type: 'end-grace', graceUntil, plan: 'starter', pausedAccounts: 2 })
      .then(SubscriptionGraceEnded({ plan: 'starter', graceUntil, pausedAccounts: 2 }));
  });
  it('does not become less when the change was withdrawn or replaced', () => {
    const withdrawn = SubscriptionChangeWithdrawn({});
    given(linked, started, pending, PaymentStarted(intent('resume')))
      .when(succeeds)
      .then(paid, withdrawn);
    given(linked, started, pending, withdrawn).when({ type: 'apply-pending', effectiveDate: end }).thenNothing();
    given(linked, started, SubscriptionChangePending({ type: 'cancellation', ...free, effectiveDate: now }))
      .when({ type: 'apply-pending', effectiveDate: end })
      .thenNothing();
  });
  it('has no grace after an upgrade meanwhile', () => {
    const graceUntil = '2026-02-15T00:00:00.000Z';
    const lower = SubscriptionTermsChanged({ ...starter, anchor: end, reason: 'period_end', graceUntil });
    const higher = SubscriptionTermsChanged({ ...pro, anchor: end, reason: 'requested', graceUntil: null });
    given(linked, started, lower, higher)
      .when({ type: 'end-grace', graceUntil, plan: 'starter', pausedAccounts: 2 })
      .thenNothing();
  });
  it('keeps the accounts that a person chose', () => {
    const chosen = SubscriptionAccountsDesignated({ accountIds: ['a1'] });
    given(linked, started)
      .when({ type: 'designate-accounts', accountIds: ['a1'] })
      .then(chosen);
    given(linked, started, chosen)
      .when({ type: 'designate-accounts', accountIds: ['a1'] })
      .thenNothing();
  });

  describe('when the payment provider is asked', () => {
    const answer = (more: object = {}) =>
      ({
        ...({ type: 'record-provider-answer', now } as const),
        answer: {
          providerId: 'sub_1',
          status: 'active',
          terms: pro,
          periodStart: anchor,
          trial: null,
          ...more,
        } as const,
      }) as const;
    const ended = SubscriptionTermsChanged({
      ...free,
      anchor,
      reason: 'provider',
      graceUntil: '2026-01-25T12:00:00.000Z',
    });

    it('does not change where the answer is the same', () => given(linked, started).when(answer()).thenNothing());
    it('ends where the provider ended it', () =>
      given(linked, started)
        .when(answer({ status: 'ended' }))
        .then(ended));
    it('keeps its plan while a payment is due', () =>
      given(linked, started)
        .when(answer({ status: 'past_due' }))
        .then(SubscriptionPaymentStatusChanged({ status: 'past_due' })));
    it('awaits the end of the period although the provider has the lower price', () =>
      given(linked, started, pending)
        .when(answer({ terms: starter }))
        .thenNothing());
    it('ends at once where it ended there before the period: it was refunded', () =>
      given(linked, started, SubscriptionChangePending({ type: 'cancellation', ...free, effectiveDate: end }))
        .when(answer({ status: 'ended' }))
        .then(ended));
    it('awaits the outcome of an open payment', () =>
      given(linked, started, PaymentStarted(intent('change', { plan: 'agency' })))
        .when(answer({ terms: { ...pro, plan: 'agency' } }))
        .thenNothing());
    it('begins where it was bought at a page of the provider, with its trial', () => {
      const trial = { start: anchor, end: '2026-01-24T00:00:00.000Z' };
      const onTrial = SubscriptionStarted({
        ...holder,
        ...pro,
        anchor,
        source: 'purchase',
        providerId: 'sub_1',
        trialStart: trial.start,
        trialEnd: trial.end,
      });
      given(linked).when(answer({ trial })).then(onTrial);
      given(linked, onTrial).when(answer({ trial })).thenNothing();
      given(linked, started, ended)
        .when(answer({ providerId: 'sub_2' }))
        .then(SubscriptionStarted({ ...started.data, providerId: 'sub_2' }));
      given(linked, started, ended)
        .when(answer({ status: 'ended' }))
        .thenNothing();
      given(linked, PaymentStarted(intent('change')))
        .when(answer())
        .thenNothing();
    });
    it('is not that of another subscription of the customer', () =>
      given(linked, started)
        .when(answer({ providerId: 'sub_2', terms: starter }))
        .thenNothing());
    it('has the terms that were changed at the provider', () =>
      given(linked, started)
        .when(answer({ terms: { ...pro, plan: 'agency' } }))
        .then(SubscriptionTermsChanged({ ...pro, plan: 'agency', anchor, reason: 'provider', graceUntil: null })));
  });
});

describe('the terms of a subscription', () => {
  it('are higher with the plan, then with the year', () => {
    expect(isUpgrade(starter, pro)).to.equal(true);
    expect(isUpgrade(pro, { ...pro, billingPeriod: 'yearly' })).to.equal(true);
    expect(isUpgrade(pro, pro)).to.equal(false);
    expect(isUpgrade({ ...pro, billingPeriod: 'yearly' }, { ...pro, plan: 'agency' })).to.equal(true);
  });
  it('are lower with the plan, then with the month', () => {
    expect(isDowngrade(pro, starter)).to.equal(true);
    expect(isDowngrade({ ...pro, billingPeriod: 'yearly' }, pro)).to.equal(true);
    expect(isDowngrade(pro, pro)).to.equal(false);
    expect(isDowngrade(pro, { ...starter, billingPeriod: 'yearly' })).to.equal(true);
  });
});

describe('the periods of a subscription', () => {
  it('follow each other from its anchor on', () => {
    expect(periodAt(anchor, 'monthly', now)).to.deep.equal({ start: anchor, end });
    expect(periodAt(anchor, 'monthly', end)).to.deep.equal({ start: end, end: '2026-03-10T00:00:00.000Z' });
    expect(periodAt(anchor, 'yearly', '2028-01-09T00:00:00.000Z')).to.deep.equal({
      start: '2027-01-10T00:00:00.000Z',
      end: '2028-01-10T00:00:00.000Z',
    });
  });
  it('keep the day of the anchor after a shorter month', () => {
    const last = '2026-01-31T08:00:00.000Z';
    expect(periodAt(last, 'monthly', '2026-02-28T07:00:00.000Z').end).to.equal('2026-02-28T08:00:00.000Z');
    expect(periodAt(last, 'monthly', '2026-03-01T00:00:00.000Z')).to.deep.equal({
      start: '2026-02-28T08:00:00.000Z',
      end: '2026-03-31T08:00:00.000Z',
    });
  });
  it('are calendar months without one', () =>
    expect(entitlementOf(undefined, now)).to.deep.equal({
      plan: 'free',
      aiTier: null,
      billingPeriod: 'monthly',
      credits: 0,
      period: { start: '2026-01-01T00:00:00.000Z', end: '2026-02-01T00:00:00.000Z' },
      creditPeriod: { start: '2026-01-01T00:00:00.000Z', end: '2026-02-01T00:00:00.000Z' },
    }));
});
