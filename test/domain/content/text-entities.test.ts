import { expect } from 'chai';
import fc from 'fast-check';
import { hashtagsOf, linksOf, mentionsOf } from '../../../domain/content/text-counts.ts';

describe('text entities', () => {
  it('finds hashtags in any script, repeats included', () => {
    expect(hashtagsOf('#One two #two, #日本語 (#three) #One')).to.deep.equal(['One', 'two', '日本語', 'three', 'One']);
  });

  it('takes no number, no fragment of a link, no entity and no # inside a word for a hashtag', () => {
    expect(hashtagsOf('We are #1! https://example.com/#frag a#b &#39; C# ##')).to.deep.equal([]);
    expect(hashtagsOf('#2026goals')).to.deep.equal(['2026goals']);
  });

  it('finds mentions, and takes no mail address for one', () => {
    expect(mentionsOf('@ann and @bob.smith, mail me@example.com https://example.com/@carl')).to.deep.equal([
      'ann',
      'bob.smith',
    ]);
  });

  it('finds each different link once', () => {
    expect(linksOf('https://a.example/x https://b.example https://a.example/x')).to.have.length(2);
  });

  it('finds exactly the tags a text was built from', () => {
    const tag = fc.stringMatching(/^[a-z][a-z0-9_]{0,15}$/);
    fc.assert(
      fc.property(fc.array(tag), (tags) => {
        expect(hashtagsOf(tags.map((one) => `word #${one}`).join(' '))).to.deep.equal(tags);
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const find of [hashtagsOf, mentionsOf, linksOf]) expect(find(text)).to.be.an('array');
      }),
    );
  });
});
