import { expect } from 'chai';
import { facetsOf } from '../../../../infra/outside/platforms/bluesky/facets.ts';
import { littleText } from '../../../../infra/outside/platforms/linkedin/little-text.ts';

/** What Bluesky's own client marks in a text. */
type FacetCase = readonly [text: string, marked: readonly string[]];

const atproto = 'bluesky-social/atproto, packages/api/tests/rich-text-detection.test.ts';
const facetCases: readonly FacetCase[] = [
  ['no mention', []],
  ['@handle.com middle end', ['@handle.com']],
  ['start middle @handle.com', ['@handle.com']],
  ['@handle.com @handle.com', ['@handle.com', '@handle.com']],
  ['@full123-chars.test', ['@full123-chars.test']],
  ['not@right', []],
  ['@bad!@#$chars', []],
  ['@newline1.com\n@newline2.com', ['@newline1.com', '@newline2.com']],
  ['parenthetical (@handle.com)', ['@handle.com']],
  ['👨‍👩‍👧‍👧 @handle.com 👨‍👩‍👧‍👧', ['@handle.com']],
  ['start https://middle.com/foo/bar?baz=bux#hash end', ['https://middle.com/foo/bar?baz=bux#hash']],
  ['https://foo.com https://baz.com', ['https://foo.com', 'https://baz.com']],
  ['punctuation https://foo.com, https://baz.com.', ['https://foo.com', 'https://baz.com']],
  ['parenthetical (https://foo.com)', ['https://foo.com']],
  ['except for https://foo.com/thing_(cool)', ['https://foo.com/thing_(cool)']],
  ['body #a', ['#a']],
  ['#1', []],
  ['#1a', ['#1a']],
  ['#some #tag', ['#some', '#tag']],
  ['body #tag!', ['#tag']],
  [`body #${'x'.repeat(64)}`, [`#${'x'.repeat(64)}`]],
  [`body #${'x'.repeat(65)}`, []],
];

const littleTexts = 'learn.microsoft.com, LinkedIn, "Little Text Format"';
const littleTextCases: readonly (readonly [text: string, sent: string])[] = [
  ['plain', 'plain'],
  ['a_b *c* (d) [e] {f} <g> ~h | i\\j', 'a\\_b \\*c\\* \\(d\\) \\[e\\] \\{f\\} \\<g\\> \\~h \\| i\\\\j'],
  ['#tag and a#b', '#tag and a\\#b'],
  ['@[Devtest](urn:li:organization:2414183)', '@[Devtest](urn:li:organization:2414183)'],
  ['me@example.com', 'me\\@example.com'],
];

describe('texts, marked for platforms', () => {
  for (const [text, expected] of facetCases)
    it(`BLUESKY: ${JSON.stringify(text)} (${atproto})`, async () => {
      const bytes = Buffer.from(text, 'utf8');
      const facets = await facetsOf(text, () => Promise.resolve('did:plc:somebody'));
      const marked = facets.map(({ index }) => bytes.toString('utf8', index.byteStart, index.byteEnd));
      expect(marked).to.deep.equal(expected);
    });

  for (const [text, sent] of littleTextCases)
    it(`LINKEDIN: ${JSON.stringify(text)} (${littleTexts})`, () => {
      expect(littleText(text)).to.equal(sent);
    });
});
