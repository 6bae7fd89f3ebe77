import { expect } from 'chai';
import { nearest } from '../../../domain/kernel/nearest.ts';

describe('the nearest known word', () => {
  const known = ['visibility', 'title', 'tags'];
  it('is the one that a misspelled word most likely is', () => {
    for (const [word, meant] of [
      ['visiblity', 'visibility'],
      ['vsiibility', 'visibility'],
      ['titel', 'title'],
      ['tag', 'tags'],
      ['colour', undefined],
      ['', undefined],
      ['x'.repeat(10_000), undefined],
    ] as const)
      expect(nearest(word, known), word.slice(0, 20)).to.equal(meant);
  });
});
