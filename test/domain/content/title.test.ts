import { expect } from 'chai';
import { titleFor } from '../../../domain/content/title.ts';

/** YouTube takes titles of 100 characters. */
const titled = (text: string, title?: unknown): string => titleFor('YOUTUBE', text, { title });

describe('the title of a post', () => {
  it('is the one of its metadata, without the space around it', () => {
    expect(titled('The text', '  Given ')).to.equal('Given');
  });

  it('is the first line with words where none is given', () => {
    for (const title of [undefined, '', '   ', 7])
      expect(titled('\r\n  \n  The first line \nThe second', title)).to.equal('The first line');
    expect(titled('')).to.equal('');
    expect(titled(' \n ')).to.equal('');
  });

  it('has as many characters as the platform takes', () => {
    expect(titled('x'.repeat(100))).to.equal('x'.repeat(100));
    expect(titled('x'.repeat(101))).to.equal(`${'x'.repeat(99)}…`);
    expect(titleFor('TWITTER', 'x'.repeat(500), {}), 'without a limit').to.equal('x'.repeat(500));
  });

  it('ends at a word where more than half of it stays', () => {
    const end = 'b'.repeat(60);
    expect(titled(`${'a'.repeat(60)} ${end}`)).to.equal(`${'a'.repeat(60)}…`);
    expect(titled(`${'a'.repeat(60)}  ${end}`), 'without the space before the cut').to.equal(`${'a'.repeat(60)}…`);
    expect(titled(`${'a'.repeat(51)} ${end}`)).to.equal(`${'a'.repeat(51)}…`);
    expect(titled(`${'a'.repeat(50)} ${end}`)).to.equal(`${'a'.repeat(50)} ${'b'.repeat(48)}…`);
  });

  it('keeps its last word where that ends at the cut', () => {
    const whole = `${'a'.repeat(60)} ${'b'.repeat(38)}`;
    expect(titled(`${whole} more`)).to.equal(`${whole}…`);
  });
});
