import { expect } from 'chai';
import { bestOf, hourText } from '../../../../infra/edge/console/app/hour-scores.ts';

describe('the hours of a week that did best', () => {
  it('come first, and of equal ones the earlier of the week', () => {
    const scores = [
      { day: 2, hour: 9, score: 88 },
      { day: 1, hour: 20, score: 88 },
      { day: 0, hour: 0, score: 5 },
      { day: 1, hour: 7, score: 88 },
      { day: 3, hour: 3, score: 91 },
    ];
    expect(bestOf(scores, 4).map(hourText)).to.deep.equal([
      'Wednesday 03:00',
      'Monday 07:00',
      'Monday 20:00',
      'Tuesday 09:00',
    ]);
    expect(scores[0]).to.deep.equal({ day: 2, hour: 9, score: 88 });
  });
});
