import { expect } from 'chai';
import { counted, ended, listed } from '../../../domain/kernel/sentence.ts';

describe('a sentence', () => {
  it('ends with exactly one full stop, whatever the text of another source ends with', () => {
    for (const text of ['Not found', 'Not found.', ' Not found... ', 'Not found . .'])
      expect(ended(text)).to.equal('Not found.');
    expect(ended('See e.g. this')).to.equal('See e.g. this.');
    expect(ended('…')).to.equal('….');
    expect(ended('..')).to.equal('.');
  });

  it('counts one thing and several', () => {
    expect([0, 1, 2].map((count) => counted(count, 'destination'))).to.deep.equal([
      '0 destinations',
      '1 destination',
      '2 destinations',
    ]);
  });

  it('lists words with an "and" before the last', () => {
    expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(listed)).to.deep.equal([
      'nothing',
      'a',
      'a and b',
      'a, b and c',
    ]);
  });
});
