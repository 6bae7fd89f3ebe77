import { expect } from 'chai';
import fc from 'fast-check';
import parseTweet from 'twitter-text/dist/parseTweet.js';
import {
  byteLength,
  emojiSurplus,
  graphemeLength,
  textLength,
  weightedLength,
} from '../../../domain/content/text-counts.ts';

const units = ['weighted', 'graphemes', 'mastodon', 'utf16'] as const;
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 }).map((codes) => String.fromCharCode(...codes)),
  fc
    .array(
      fc.constantFrom(
        'https://example.com/a?b=c',
        'x.com',
        '👨‍👩‍👧‍👦',
        '日本',
        'é',
        'e\u0301',
        ' ',
        '\n',
        '#tag',
        '@me@host.social',
        '\ud800',
        '.',
        'a',
      ),
      {
        maxLength: 60,
      },
    )
    .map((parts) => parts.join('')),
);

describe('text length', () => {
  it('weighs a text as X does: Latin 1, other scripts 2, an emoji 2 however it is built', () => {
    expect(weightedLength('hello')).to.equal(5);
    expect(weightedLength('日本')).to.equal(4);
    expect(weightedLength('👨‍👩‍👧‍👦')).to.equal(2);
    expect(weightedLength('e\u0301')).to.equal(1);
  });

  it('counts every URL as 23 for X, with or without protocol, short or long', () => {
    expect(weightedLength(`see https://example.com/${'a'.repeat(300)}`)).to.equal(4 + 23);
    expect(weightedLength('see x.com')).to.equal(4 + 23);
    expect(weightedLength('see node.notatld')).to.equal(16);
  });

  it('weighs the characters of a word that no post can hold one by one, as X does', () => {
    const word = 'x'.repeat(5000);
    const light = [4351, 8192, 8205, 8208, 8223, 8242, 8247];
    const heavy = [4352, 8191, 8206, 8207, 8224, 8241, 8248];
    const weightOf = (code: number): number => weightedLength(word + String.fromCodePoint(code)) - word.length;
    expect(light.map(weightOf)).to.deep.equal(light.map(() => 1));
    expect(heavy.map(weightOf)).to.deep.equal(heavy.map(() => 2));
  });

  it('looks for URLs in words of up to 4,396 characters, and outside ASCII of up to 1,000', () => {
    expect(weightedLength(`https://x.com/${'a'.repeat(4000)}`)).to.equal(23);
    const url = 'https://x.com/aaaaaa';
    expect(weightedLength('日'.repeat(980) + url), '1,000').to.equal(2 * 980 + 23);
    expect(weightedLength('日'.repeat(981) + url), '1,001').to.equal(2 * 981 + url.length);
  });

  it('looks for URLs up to ten times the limit of X', () => {
    const url = `https://x.com/${'a'.repeat(50)}`;
    expect(weightedLength(`${'a'.repeat(2800)} ${url}`)).to.equal(2800 + 1 + 23);
    expect(weightedLength(`${'a'.repeat(2801)} ${url}`)).to.equal(2801 + 1 + url.length);
  });

  it('counts the bytes of UTF-8 by the range of each character', () => {
    const bytes = ['\u007f', '\u0080', '\u07ff', '\u0800', '\uffff', '\u{10000}'].map((text) => byteLength(text));
    expect(bytes).to.deep.equal([1, 2, 2, 3, 3, 4]);
  });

  it('adds to a text what its emoji have more in bytes, and nothing for other characters', () => {
    expect(emojiSurplus('é日')).to.equal(0);
    expect(emojiSurplus('é😀日😀')).to.equal(4);
  });

  it('agrees with the reference implementation of X on any text', () => {
    fc.assert(fc.property(anyText, (text) => weightedLength(text) === parseTweet(text).weightedLength));
  });

  it('counts graphemes as people do', () => {
    expect(graphemeLength('👨‍👩‍👧‍👦é')).to.equal(2);
    expect(graphemeLength('\r\n')).to.equal(1);
    expect(graphemeLength('plain')).to.equal(5);
  });

  it('counts for Mastodon a URL as 23 and a remote mention without its domain', () => {
    expect(textLength(`a https://example.com/${'x'.repeat(100)}.`, 'mastodon')).to.equal(2 + 23 + 1);
    expect(textLength('@someone@example.social hi', 'mastodon')).to.equal('@someone hi'.length);
    expect(textLength('write to me@example.social', 'mastodon')).to.equal('write to me@example.social'.length);
  });

  // Sources: Mastodon's config/initializers/twitter_regex.rb, Account::MENTION_RE and StatusLengthValidator.
  const byMastodon: readonly (readonly [text: string, length: number])[] = [
    ['@john.doe@example.social', '@john.doe'.length],
    ['@a-b@münchen.example', '@a-b'.length],
    ['@.a@example.social', '@.a@example.social'.length],
    ['ä@someone@example.social', 'ä@someone@example.social'.length],
    ['=@someone@example.social', '=@someone@example.social'.length],
    ['@one@example.social@two', '@one@example.social@two'.length],
    ['https://en.wikipedia.org/wiki/Tree_(graph_theory)', 23],
    ['(https://example.com/a_(b))', 25],
    ['https://example.com/a.)', 25],
    ['https://example.com/?a=(b)&c', 23],
    ['https://example.com?a=1!', 24],
    ['https://example.com:8080/ü/日本、', 23],
    ['https://mastodon.social/@someone@example.social', 23],
    ['https://example.com/<b>', 26],
    ['https://localhost/a/path', 'https://localhost/a/path'.length],
    ['https://192.168.0.1/a/path', 'https://192.168.0.1/a/path'.length],
    ['https://example.notatld/path', 'https://example.notatld/path'.length],
    ['seehttps://example.com/a', 'seehttps://example.com/a'.length],
    ['äöhttps://example.com/', 25],
    ['gemini://example.com/a/long/path/of/words', 23],
    ['magnet:?xt=urn:btih:0123456789abcdef0123456789abcdef01234567', 23],
    ['example.com/a/path/without/scheme', 'example.com/a/path/without/scheme'.length],
  ];
  for (const [text, length] of byMastodon)
    it(`counts for Mastodon ${length} of ${text}`, () => {
      expect(textLength(text, 'mastodon')).to.equal(length);
    });

  it('never throws, counts nothing for nothing and no character for more than a URL', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(...units), (text, unit) => {
        const length = textLength(text, unit);
        expect(length).to.be.at.least(0);
        expect(length).to.be.at.most(text.normalize('NFC').length * 23);
        if (text === '') expect(length).to.equal(0);
      }),
    );
  });

  it('grows by what is appended as a line of its own', () => {
    fc.assert(
      fc.property(anyText, anyText, fc.constantFrom(...units), (one, two, unit) => {
        const joined = textLength(`${one}\n${two}`, unit);
        expect(joined).to.be.at.least(textLength(one, unit));
        expect(joined).to.be.at.least(textLength(two, unit));
      }),
    );
  });

  it('counts bytes as an encoder does', () => {
    fc.assert(fc.property(anyText, (text) => byteLength(text) === new TextEncoder().encode(text).length));
  });

  it('stays quick on texts made to be slow', () => {
    const nasty = [
      'a.',
      '日本.',
      'a.com/',
      '👨‍👩‍👧‍👦',
      'http://a.',
      '@a',
      'é.',
      'https://a.com/(',
      'https://a.com/(a',
      'https://日本',
      '@a.a@',
      '@a@a.',
      'magnet:?',
      `https://example.com/${'日本.'.repeat(300)} `,
    ];
    for (const piece of nasty)
      for (const unit of units) {
        const text = piece.repeat(Math.floor(60_000 / piece.length));
        const started = process.cpuUsage().user;
        expect(textLength(text, unit)).to.be.greaterThan(0);
        expect(process.cpuUsage().user - started, `${piece} ${unit}`).to.be.below(1_000_000);
      }
  });
});
