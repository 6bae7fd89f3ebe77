import { expect } from 'chai';
import fc from 'fast-check';
import { planTerms, plans } from '../../../domain/plans/plan.ts';
import { usageOf, usagePeriodAt } from '../../../domain/plans/usage.ts';

describe('API usage', () => {
  it('is counted by calendar months in UTC', () => {
    expect(usagePeriodAt('2026-11-20T12:00:00.000Z')).to.deep.equal({
      start: '2026-11-01T00:00:00.000Z',
      end: '2026-12-01T00:00:00.000Z',
    });
    expect(usagePeriodAt('2026-12-31T23:59:59.999Z').end).to.equal('2027-01-01T00:00:00.000Z');
  });

  it('is healthy under 75 per cent, a warning from 75 on, critical from 90 on', () => {
    const at = (total: number) => [usageOf('free', total).status, usageOf('free', total).percentage.used];
    expect(at(7499)).to.deep.equal(['healthy', 74]);
    expect(at(7500)).to.deep.equal(['warning', 75]);
    expect(at(8999)).to.deep.equal(['warning', 89]);
    expect(at(9000)).to.deep.equal(['critical', 90]);
  });

  it('shows more than the limit as used, and nothing as remaining', () => {
    expect(usageOf('free', 12_000)).to.deep.equal({
      requests: { total: 12_000, limit: 10_000, remaining: 0 },
      percentage: { used: 120, remaining: 0 },
      status: 'critical',
    });
  });

  it('adds up to the limit, and to a hundred, up to the limit', () => {
    fc.assert(
      fc.property(fc.constantFrom(...plans), fc.double({ min: 0, max: 1, noNaN: true }), (plan, part) => {
        const total = Math.floor(part * planTerms[plan].monthlyRequests);
        const { requests, percentage } = usageOf(plan, total);
        expect(requests.total + requests.remaining).to.equal(requests.limit);
        expect(percentage.used + percentage.remaining).to.equal(100);
      }),
    );
  });
});
