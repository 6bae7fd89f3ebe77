import { expect } from 'chai';
import { normalized } from '../../../domain/kernel/stored-text.ts';

describe('the normal form of a text', () => {
  it('is that of Unicode where letters have marks as scripts use them', () => {
    for (const text of ['Zoë', 'Zoe\u0308', 'o\u0323\u0302', '\u1ed9', 'ﬁ', '', 'x\u0301\u0323\u0302'])
      for (const form of ['NFC', 'NFKC', 'NFKD'] as const)
        expect(normalized(text, form)).to.equal(text.normalize(form));
  });

  it('sorts no more than 30 marks together', () => {
    const sorted = normalized(`a${'\u0301\u0323'.repeat(30)}`, 'NFKD');
    expect(sorted).to.equal(`a${`${'\u0323'.repeat(15)}${'\u0301'.repeat(15)}\u034f`.repeat(2)}`);
  });
});
