import { expect } from 'chai';
import { entitlementOf } from '../../../domain/billing/entitlement.ts';

describe('an entitlement', () => {
  const yearly = {
    plan: 'agency',
    aiTier: 'pro',
    billingPeriod: 'yearly',
    anchor: '2026-01-31T08:00:00.000Z',
  } as const;

  it('has the credits of a month in each month of a year', () => {
    const { period, creditPeriod, credits } = entitlementOf(yearly, '2026-03-15T00:00:00.000Z');
    expect(period).to.deep.equal({ start: '2026-01-31T08:00:00.000Z', end: '2027-01-31T08:00:00.000Z' });
    expect(creditPeriod).to.deep.equal({ start: '2026-02-28T08:00:00.000Z', end: '2026-03-31T08:00:00.000Z' });
    expect(credits).to.equal(4000);
  });

  it('has calendar months without a subscription', () => {
    const { period, creditPeriod, credits } = entitlementOf(undefined, '2026-03-15T00:00:00.000Z');
    expect(creditPeriod).to.deep.equal(period);
    expect(credits).to.equal(0);
  });

  it('has no credits while a payment is due', () =>
    expect(entitlementOf({ ...yearly, paymentStatus: 'past_due' }, '2026-03-15T00:00:00.000Z').credits).to.equal(0));
});
