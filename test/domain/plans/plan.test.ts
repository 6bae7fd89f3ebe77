import { expect } from 'chai';
import fc from 'fast-check';
import { Refused } from '../../../domain/kernel/refused.ts';
import {
  allows,
  comparePlans,
  features,
  hasRoom,
  planTerms,
  plans,
  requireFeature,
  requireRoom,
  type CountedLimit,
  type Limit,
} from '../../../domain/plans/plan.ts';
import { statusOf } from '../../../read-api/contract/refusal-status.ts';

const refusal = (run: () => unknown): Refused | undefined => {
  try {
    run();
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
  return undefined;
};
const counted: readonly CountedLimit[] = ['accounts', 'scheduledPosts', 'monthlyPosts', 'members', 'storedBytes'];
const size = (limit: Limit): number => limit ?? Infinity;

describe('plans', () => {
  it('publish the rate limits of the contract', () => {
    expect(plans.map((plan) => planTerms[plan].rate)).to.deep.equal([
      { perMinute: 120, perSecond: 10 },
      { perMinute: 200, perSecond: 15 },
      { perMinute: 500, perSecond: 20 },
      { perMinute: 1000, perSecond: 50 },
    ]);
    for (const plan of plans) expect(planTerms[plan].ownedWorkspaces).to.equal(3);
  });

  it('never give a higher tier less', () => {
    for (const lower of plans)
      for (const higher of plans.filter((plan) => comparePlans(plan, lower) > 0)) {
        for (const what of counted)
          expect(size(planTerms[higher][what]), `${higher} ${what}`).to.be.at.least(size(planTerms[lower][what]));
        for (const feature of features)
          if (allows(lower, feature)) expect(allows(higher, feature), feature).to.equal(true);
        expect(planTerms[higher].price.monthly).to.be.greaterThan(planTerms[lower].price.monthly);
        expect(planTerms[higher].aiCredits).to.be.greaterThan(planTerms[lower].aiCredits);
      }
  });

  it('gate features as the contract defines', () => {
    const from = (feature: (typeof features)[number]) => plans.find((plan) => allows(plan, feature));
    expect(from('custom_webhooks')).to.equal('pro');
    expect(from('approvals')).to.equal('pro');
    expect(from('brand_voice')).to.equal('pro');
    expect(from('persona_evolution')).to.equal('pro');
    expect(from('comment_automations')).to.equal('pro');
    expect(from('bulk_scheduling')).to.equal('starter');
    expect(from('broadcasts')).to.equal('agency');
    expect(from('sequences')).to.equal('agency');
    expect(from('ai')).to.equal('starter');
    expect(allows('free', 'ai', 'starter')).to.equal(true);
    expect(allows('free', 'broadcasts', 'pro')).to.equal(false);
  });

  it("refuse with each feature's own code and status", () => {
    const refused = (feature: (typeof features)[number]) => {
      const error = refusal(() => requireFeature('free', feature));
      return [error && statusOf(error), error?.code];
    };
    expect(refused('custom_webhooks')).to.deep.equal([402, 'LIMIT_EXCEEDED']);
    expect(refused('approvals')).to.deep.equal([402, 'PLAN_REQUIRED']);
    expect(refused('broadcasts')).to.deep.equal([403, 'PLAN_UPGRADE_REQUIRED']);
    expect(refused('sequences')).to.deep.equal([403, 'PLAN_UPGRADE_REQUIRED']);
    expect(refused('comment_automations')).to.deep.equal([403, 'PLAN_UPGRADE_REQUIRED']);
    expect(refused('ai')).to.deep.equal([402, 'AI_SUBSCRIPTION']);
    expect(refusal(() => requireFeature('agency', 'broadcasts'))).to.equal(undefined);
    expect(refusal(() => requireFeature('starter', 'approvals'))?.details).to.deep.equal({
      feature: 'approvals',
      currentPlan: 'starter',
      requiredPlan: 'pro',
    });
  });

  it('have room exactly up to their limits', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...plans),
        fc.constantFrom(...counted),
        fc.nat(6000),
        fc.integer({ min: 1, max: 60 }),
        (plan, what, current, adding) => {
          const fits = current + adding <= size(planTerms[plan][what]);
          expect(hasRoom(plan, what, current, adding)).to.equal(fits);
          expect(refusal(() => requireRoom(plan, what, current, adding))?.code).to.equal(
            fits ? undefined : 'LIMIT_EXCEEDED',
          );
        },
      ),
    );
  });
});
