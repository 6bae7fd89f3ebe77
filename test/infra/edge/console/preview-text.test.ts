import { expect } from 'chai';
import { firstLinkOf, folded, piecesOf } from '../../../../infra/edge/console/app/preview-text.ts';

describe('the text of a preview', () => {
  it('is folded after so many letters or lines, between whole letters', () => {
    const fold = { letters: 5, lines: 2 };
    expect(folded('short', fold)).to.equal('short');
    expect(folded('👨‍👩‍👧‍👦👍🏽éab cd', fold)).to.equal('👨‍👩‍👧‍👦👍🏽éab');
    expect(folded('a\nb\nc', fold)).to.equal('a\nb');
    expect(folded('x'.repeat(10_000), fold)).to.equal('xxxxx');
  });

  it('marks links, hashtags and mentions, and loses no letter', () => {
    const text = 'See https://example.com/a?b=1 by @ada_l #bröd, 5 # 3';
    const pieces = piecesOf(text);
    expect(pieces.map((piece) => piece.text).join('')).to.equal(text);
    expect(pieces.filter(({ isMarked }) => isMarked).map((piece) => piece.text)).to.deep.equal([
      'https://example.com/a?b=1',
      '@ada_l',
      '#bröd',
    ]);
  });

  it('has a card for its first address, without the punctuation of the sentence', () => {
    expect(firstLinkOf('(See https://example.com/menu.) https://example.org')?.href).to.equal(
      'https://example.com/menu',
    );
    expect(firstLinkOf('javascript:alert(1) and http://[')).to.equal(undefined);
  });
});
