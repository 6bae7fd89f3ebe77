import { expect } from 'chai';
import { AnswerTimes } from '../../../../infra/products/event-store-node/persistent/answer-times.ts';

const measured = (...times: number[]): Record<string, number> => {
  const answers = new AnswerTimes();
  for (const time of times) answers.add(time);
  return Object.fromEntries(answers.measurements());
};

describe('the extra statistics of a consumer', () => {
  it('are absent before its first answer', () => expect(measured()).to.deep.equal({}));

  it('are mean, extremes, fifths and percentiles in whole milliseconds', () =>
    expect(measured(...Array.from({ length: 1_000 }, (_, index) => 1_000 - index))).to.deep.equal({
      Mean: 501,
      Median: 500,
      Fastest: 1,
      Highest: 1_000,
      'Quintile 1': 200,
      'Quintile 2': 400,
      'Quintile 3': 600,
      'Quintile 4': 800,
      'Quintile 5': 1_000,
      '90%': 900,
      '95%': 950,
      '99%': 990,
      '99.5%': 995,
      '99.9%': 999,
    }));

  it('are those of the newest thousand answers', () => {
    const slow = Array.from({ length: 500 }, () => 9_000);
    const fast = Array.from({ length: 1_000 }, () => 3);
    expect(measured(...slow, ...fast)).to.include({ Mean: 3, Highest: 3 });
  });
});
