import { expect } from 'chai';
import { dayValues } from '../../../../infra/edge/console/app/day-values.ts';

describe('the figures of a period by day', () => {
  it('are beside those of the day that is as far into the period before, and 0 where a day has none', () => {
    const periods = {
      current: { from: '2026-03-03', to: '2026-03-04' },
      previous: { from: '2026-03-01', to: '2026-03-02' },
    };
    const figures = {
      now: [{ date: '2026-03-04', value: 7 }],
      before: [
        { date: '2026-03-01', value: 2 },
        { date: '2026-02-28', value: 9 },
      ],
    };
    expect(dayValues(periods, figures)).to.deep.equal([
      { date: '2026-03-03', value: 0, before: 2 },
      { date: '2026-03-04', value: 7, before: 0 },
    ]);
  });
});
