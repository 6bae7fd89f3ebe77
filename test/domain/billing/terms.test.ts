import { expect } from 'chai';
import {
  addedPrice,
  areSameTerms,
  graceEndOf,
  isDowngrade,
  isEnd,
  isSmallerAddOn,
  isUpgrade,
  type Terms,
} from '../../../domain/billing/terms.ts';

const terms = (
  plan: Terms['plan'],
  billingPeriod: Terms['billingPeriod'] = 'monthly',
  aiTier: Terms['aiTier'] = null,
): Terms => ({
  plan,
  billingPeriod,
  aiTier,
});

describe('a change of the terms', () => {
  it('is none where plan, add-on and period are the same', () => {
    expect(areSameTerms(terms('pro'), terms('pro'))).to.equal(true);
    expect(areSameTerms(terms('pro'), terms('starter'))).to.equal(false);
    expect(areSameTerms(terms('pro'), terms('pro', 'yearly'))).to.equal(false);
    expect(areSameTerms(terms('pro'), terms('pro', 'monthly', 'starter'))).to.equal(false);
  });

  it('is none by the period alone where nothing is paid for', () => {
    expect(areSameTerms(terms('free'), terms('free', 'yearly'))).to.equal(true);
    expect(areSameTerms(terms('free', 'monthly', 'pro'), terms('free', 'yearly', 'pro'))).to.equal(false);
  });

  it('is an upgrade to a higher plan whatever the period, or to the year of the same plan', () => {
    expect(isUpgrade(terms('starter', 'yearly'), terms('pro'))).to.equal(true);
    expect(isUpgrade(terms('pro'), terms('pro', 'yearly'))).to.equal(true);
    for (const [from, to] of [
      [terms('pro'), terms('pro')],
      [terms('pro', 'yearly'), terms('pro', 'yearly')],
      [terms('pro', 'yearly'), terms('pro')],
      [terms('pro'), terms('starter', 'yearly')],
    ] as const)
      expect(isUpgrade(from, to), JSON.stringify([from, to])).to.equal(false);
  });

  it('is a downgrade to a lower plan whatever the period, or to the month of the same plan', () => {
    expect(isDowngrade(terms('pro'), terms('starter', 'yearly'))).to.equal(true);
    expect(isDowngrade(terms('pro', 'yearly'), terms('pro'))).to.equal(true);
    for (const [from, to] of [
      [terms('pro'), terms('pro')],
      [terms('pro', 'yearly'), terms('pro', 'yearly')],
      [terms('pro'), terms('pro', 'yearly')],
      [terms('starter', 'yearly'), terms('pro')],
      // Nothing is paid for the free plan, so its period does not end.
      [terms('free', 'yearly'), terms('free')],
    ] as const)
      expect(isDowngrade(from, to), JSON.stringify([from, to])).to.equal(false);
  });

  it('ends the subscription where nothing is paid for any more', () => {
    expect(isEnd(terms('pro'), terms('free'))).to.equal(true);
    expect(isEnd(terms('free', 'monthly', 'pro'), terms('free'))).to.equal(true);
    expect(isEnd(terms('free'), terms('free'))).to.equal(false);
    expect(isEnd(terms('pro'), terms('free', 'monthly', 'starter'))).to.equal(false);
    expect(isEnd(terms('pro'), terms('starter'))).to.equal(false);
  });

  it('has a smaller add-on where it brings fewer credits', () => {
    expect(isSmallerAddOn({ aiTier: 'pro' }, { aiTier: 'starter' })).to.equal(true);
    expect(isSmallerAddOn({ aiTier: 'starter' }, { aiTier: null })).to.equal(true);
    expect(isSmallerAddOn({ aiTier: 'starter' }, { aiTier: 'starter' })).to.equal(false);
    expect(isSmallerAddOn({ aiTier: null }, { aiTier: 'starter' })).to.equal(false);
  });

  it('adds the difference of the prices, or the whole price of another period', () => {
    expect(addedPrice(terms('starter'), terms('pro'))).to.equal(30);
    expect(addedPrice(terms('pro'), terms('starter'))).to.equal(0);
    expect(addedPrice(terms('pro'), terms('pro', 'monthly', 'starter'))).to.equal(15);
    expect(addedPrice(terms('pro'), terms('pro', 'yearly'))).to.equal(490);
  });

  it('leaves five days of grace', () => {
    expect(graceEndOf('2026-03-01T10:00:00.000Z')).to.equal('2026-03-06T10:00:00.000Z');
  });
});
