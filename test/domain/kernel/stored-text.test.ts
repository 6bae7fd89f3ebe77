import { expect } from 'chai';
import fc from 'fast-check';
import { cutText, isStorable, shortened, storable, unstorablePath } from '../../../domain/kernel/stored-text.ts';

const letters = (count: number): string => 'm'.repeat(count);
const family = '👨‍👩‍👧‍👦';

describe('cutting a text', () => {
  const cases: readonly (readonly [string, number, string])[] = [
    ['short', 5, 'short'],
    ['longer', 5, 'longe'],
    [`${letters(58)}😀 and more`, 59, letters(58)],
    [`${letters(58)}😀 and more`, 60, `${letters(58)}😀`],
    [`a${family}`, 6, 'a'],
    [`a${family}b`, 12, `a${family}`],
    ['e\u0301e\u0301', 3, 'e\u0301'],
    ['🇩🇪🇫🇷', 6, '🇩🇪'],
    ['#\uFE0F\u20E3', 2, '#\uFE0F'],
    ['😀', 0, ''],
    // Longer than any window: cut between two code points.
    [`z${'\u0300'.repeat(200)}`, 100, `z${'\u0300'.repeat(99)}`],
    ['\u{20000}'.repeat(100), 199, '\u{20000}'.repeat(99)],
  ];
  for (const [text, most, kept] of cases)
    it(`keeps ${JSON.stringify(kept).slice(0, 30)} of ${text.length} code units at ${most}`, () => {
      expect(cutText(text, most)).to.equal(kept);
    });

  const any = fc.string({ unit: 'binary', maxLength: 200 });
  it('makes a beginning of it that is not longer than allowed, and no half characters', () => {
    fc.assert(
      fc.property(any, fc.nat({ max: 300 }), (text, most) => {
        const kept = cutText(text, most);
        expect(text.startsWith(kept)).to.equal(true);
        expect(kept.length).to.be.at.most(most);
        if (isStorable(text)) expect(isStorable(kept)).to.equal(true);
        expect(shortened(text, most + 1).length).to.be.at.most(most + 1);
        if (isStorable(text)) expect(isStorable(shortened(text, most + 1))).to.equal(true);
      }),
    );
  });

  it('ends a text that is longer with an ellipsis', () => {
    expect(shortened('a quick brown fox', 8)).to.equal('a quick…');
    expect(shortened('a quick', 8)).to.equal('a quick');
  });
});

describe('what cannot be stored', () => {
  it('is left out of a text of another source', () => {
    expect(storable('a\0b\uD83Dc😀')).to.equal('abc😀');
  });

  it('is found by its path, names included', () => {
    expect(unstorablePath({ a: [{ b: 'fine' }, { c: 'half \uDE00' }] })).to.equal('a.1.c');
    expect(unstorablePath({ a: { 'b\0': 1 } })).to.equal('a');
    expect(unstorablePath('\0')).to.equal('');
    expect(unstorablePath({ a: ['😀', 1, null, undefined, true] })).to.equal(undefined);
  });
});
