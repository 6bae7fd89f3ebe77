import fc from 'fast-check';
import { expect } from 'chai';
import { ClaimPace } from '../../../processes/kernel/claim-pace.ts';

describe('the pace of claims', () => {
  it('lets an idle worker make the claims that it saved, and spaces the ones after them', () => {
    const pace = new ClaimPace(60);
    const waits = [0, 1, 2, 3, 4].map((now) => pace.waitAfter({ now, cost: 15 }));
    expect(waits).to.deep.equal([0, 0, 0, 0, 11]);
  });

  it('saves no more than that, however long the worker was idle', () => {
    const pace = new ClaimPace(30);
    pace.waitAfter({ now: 0, cost: 15 });
    const day = 86_400_000;
    expect([0, 1, 2].map((after) => pace.waitAfter({ now: day + after, cost: 15 }))).to.deep.equal([0, 0, 13]);
  });

  it('takes at least the costs of all claims but the saved ones, by any times and costs', () => {
    const claims = fc.array(fc.record({ idle: fc.nat(50), cost: fc.integer({ min: 1, max: 100 }) }), { minLength: 2 });
    fc.assert(
      fc.property(claims, fc.nat(100), (each, saved) => {
        const pace = new ClaimPace(saved);
        let now = 0;
        for (const { idle, cost } of each) {
          now += idle;
          now += pace.waitAfter({ now, cost });
        }
        const first = each[0]?.idle ?? 0;
        const costs = each.reduce((sum, { cost }) => sum + cost, 0);
        expect(now - first).to.be.at.least(costs - saved);
      }),
    );
  });
});
