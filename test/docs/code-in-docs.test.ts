import { expect } from 'chai';
import { pages } from './pages.ts';
import { unquotedCode, withCurrentQuotes } from './quotes.ts';

describe('code in the documentation', () => {
  it('is quoted at all', () => {
    const analytics = pages().find(({ file }) => file === 'docs/analytics.md');
    expect(analytics?.text.match(/<!-- from /g)).to.have.length(3);
  });

  for (const page of pages()) {
    it(`is what its files have (${page.file}): npm run docs`, () => {
      expect(page.text).to.equal(withCurrentQuotes(page));
    });

    it(`is taken from a file (${page.file})`, () => {
      expect(unquotedCode(page), 'blocks without a line <!-- from path#region --> above them').to.deep.equal([]);
    });
  }
});
