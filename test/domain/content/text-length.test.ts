import { expect } from 'chai';
import fc from 'fast-check';
import parseTweet from 'twitter-text/dist/parseTweet.js';
import { byteLength, graphemeLength, textLength, weightedLength } from '../../../domain/content/text-length.ts';

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
