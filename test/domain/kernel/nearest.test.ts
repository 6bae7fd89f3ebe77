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

  it('is the one with the fewest differences, and the first of several', () => {
    expect(nearest('tag', ['tags', 'tage', 'toga'])).to.equal('tags');
    expect(nearest('tage', ['tags', 'tage'])).to.equal('tage');
  });

  it('differs in a third of the letters of the longer word at most', () => {
    // Three letters are dropped of nine, and of eight.
    expect(nearest('abcdef', ['abcdefxyz'])).to.equal('abcdefxyz');
    expect(nearest('abcde', ['abcdexyz'])).to.equal(undefined);
    expect(nearest('ab', ['ac'])).to.equal('ac');
    expect(nearest('ab', ['cd'])).to.equal(undefined);
  });

  it('counts two neighbours that are swapped as one difference, also at the beginning', () => {
    expect(nearest('ba', ['ab'])).to.equal('ab');
    expect(nearest('abdc', ['abcd'])).to.equal('abcd');
    // Neither is swapped here: two letters differ of four.
    expect(nearest('abxy', ['abcd'])).to.equal(undefined);
  });

  it('compares words of up to 64 letters', () => {
    const word = 'x'.repeat(64);
    expect(nearest(word, [word])).to.equal(word);
    expect(nearest(`${word}x`, [word])).to.equal(undefined);
  });
});
