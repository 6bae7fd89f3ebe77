import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { addOnTerms, aiTiers, planTerms, plans, type Limit } from '../../domain/plans/plan.ts';

const GiB = 1024 ** 3;
const written = (limit: Limit): string => (limit === null ? 'unlimited' : limit.toLocaleString('en-US'));
const price = ({ monthly, yearly }: Readonly<{ monthly: number; yearly: number }>): string =>
  monthly === 0 ? '0' : `${written(monthly)}, ${written(yearly)}`;

/** The rows of a table, by their first cell. */
const rowsBelow = (text: string, heading: string): ReadonlyMap<string, readonly string[]> => {
  const lines = text.slice(text.indexOf(heading)).split('\n');
  const end = lines.findIndex((line) => !line.startsWith('|'));
  const cells = lines.slice(0, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return new Map(cells.map(([name = '', ...values]) => [name, values]));
};

describe('the plans in the documentation', () => {
  const text = readFileSync('docs/api.md', 'utf8');

  it('have the limits, credits and prices of the code', () => {
    const rows = rowsBelow(text, '|                          | free');
    const expected = {
      accounts: plans.map((plan) => written(planTerms[plan].accounts)),
      'scheduled posts': plans.map((plan) => written(planTerms[plan].scheduledPosts)),
      'posts a month': plans.map((plan) => written(planTerms[plan].monthlyPosts)),
      members: plans.map((plan) => written(planTerms[plan].members)),
      'API requests a month': plans.map((plan) => written(planTerms[plan].monthlyRequests)),
      'stored files, GiB': plans.map((plan) => written((planTerms[plan].storedBytes ?? 0) / GiB)),
      'AI credits a month': plans.map((plan) => written(planTerms[plan].aiCredits)),
      'price a month, a year, $': plans.map((plan) => price(planTerms[plan].price)),
    };
    for (const [name, values] of Object.entries(expected)) expect(rows.get(name), name).to.deep.equal(values);
  });

  it('have the rate limits of the code', () => {
    const rows = rowsBelow(text, '|                     | free');
    const of = (limit: 'perMinute' | 'perSecond') => plans.map((plan) => written(planTerms[plan].rate[limit]));
    expect(rows.get('requests per minute')).to.deep.equal(of('perMinute'));
    expect(rows.get('requests per second')).to.deep.equal(of('perSecond'));
  });

  it('have the credits and prices of the add-on', () => {
    const rows = rowsBelow(text, '| AI add-on');
    const credits = aiTiers.map((tier) => written(addOnTerms[tier].credits));
    expect(rows.get('AI credits a month')).to.deep.equal(credits);
    expect(rows.get('price a month, a year, $')).to.deep.equal(aiTiers.map((tier) => price(addOnTerms[tier].price)));
  });
});
