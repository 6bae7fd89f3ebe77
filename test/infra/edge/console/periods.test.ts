import { expect } from 'chai';
import { changeOf, daysOf, periodsOf, stepsOf } from '../../../../infra/edge/console/app/periods.ts';

describe('the periods of the overview', () => {
  it('are the last days, and as many before them', () => {
    expect(periodsOf(7, Date.parse('2026-03-10T23:59:00Z'))).to.deep.equal({
      current: { from: '2026-03-04', to: '2026-03-10' },
      previous: { from: '2026-02-25', to: '2026-03-03' },
    });
    expect(daysOf({ from: '2026-02-27', to: '2026-03-02' })).to.deep.equal([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
    ]);
  });

  it('are compared in words', () => {
    expect([changeOf(3, 2), changeOf(1, 2), changeOf(2, 2), changeOf(2, 0), changeOf(0, 0)]).to.deep.equal([
      '50 % more',
      '50 % less',
      'as before',
      'none before',
      'as before',
    ]);
  });

  it('have an axis of round steps that holds the largest value', () => {
    expect([stepsOf(0), stepsOf(3), stepsOf(47), stepsOf(1234)]).to.deep.equal([
      [0, 1],
      [0, 1, 2, 3],
      [0, 20, 40, 60],
      [0, 500, 1000, 1500],
    ]);
  });
});
