import { expect } from 'chai';
import type { Recorded } from '../../../domain/kernel/event.ts';
import { groupBySubscriber, partition } from '../../../projections/kernel/batch-grouping.ts';
import type { Subscriber } from '../../../projections/kernel/subscriber.ts';

const subscriber = (name: string, handles: Subscriber['handles']): Subscriber => ({
  name,
  handles,
  apply: () => Promise.resolve(),
});
const a = subscriber('a', new Set(['A']));
const both = subscriber('both', new Set(['A', 'B']));
const everything = subscriber('everything', 'everything');
const none = subscriber('none', new Set(['C']));
const events = ['A', 'B', 'A', 'unknown'].map((type, revision) => ({ type, revision }) as Recorded);

describe('grouping a batch', () => {
  it('gives each subscriber the events that it handles, in their order', () => {
    const grouped = groupBySubscriber([a, both, everything, none], events);
    expect(grouped.get(a)?.map(({ revision }) => revision)).to.deep.equal([0, 2]);
    expect(grouped.get(both)?.map(({ revision }) => revision)).to.deep.equal([0, 1, 2]);
    expect(grouped.get(everything)).to.deep.equal(events);
    expect(grouped.has(none)).to.equal(false);
  });

  it('balances the parts by the number of events, and makes no part empty', () => {
    const grouped = groupBySubscriber([a, both, everything], events);
    expect(partition([a, both, everything], grouped, 2)).to.deep.equal([[everything], [both, a]]);
    expect(partition([a], grouped, 3)).to.deep.equal([[a]]);
  });
});
