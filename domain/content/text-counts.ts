/// <reference path="./twitter-text.d.ts" />
import { normalized, cutText } from '../kernel/stored-text.ts';
import parseTweet from 'twitter-text/dist/parseTweet.js';
import { graphemesOf } from './graphemes.ts';
import { countedByMastodon } from './mastodon-text.ts';
import type { TextUnit } from './content-rules.ts';

/** X looks for URLs of up to this many characters. */
const urlMax = 4096;
/** The most characters around a URL in one word: a longer word is too long for X in any case. */
const aroundUrl = 300;
/** X's URL search takes quadratic time in words without spaces, and far longer outside ASCII. */
const foreignWordMax = 1000;
/**
 * Ten times X's limit: beyond it URLs are not searched for, so that a long text costs no more than
 * a short one.
 */
const weightedEnough = 2800;
/** Beyond this many UTF-16 units each counts as one grapheme: no platform that counts graphemes takes as many. */
const segmentedMax = 8000;

const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);

const isLight = (code: number): boolean =>
  code <= 4351 || (code >= 8192 && code <= 8205) || (code >= 8208 && code <= 8223) || (code >= 8242 && code <= 8247);

const plainWeight = (text: string): number => {
  let weight = 0;
  for (const character of text) weight += isLight(character.codePointAt(0)!) ? 1 : 2;
  return weight;
};

const wordWeight = (word: string): number =>
  word.length > urlMax + aroundUrl || (word.length > foreignWordMax && !isAscii(word))
    ? plainWeight(word)
    : parseTweet(word).weightedLength;

/**
 * The length of a text as X counts it. Exact up to ten times X's limit; beyond that, and for words no tweet can hold, URLs
 * count by their characters. URLs and emoji never span a space, hence word by word; a word
 * keeps the space before it, because X reads domains differently at the very start of a text.
 */
export const weightedLength = (text: string): number => {
  const normal = normalized(text, 'NFC');
  let weight = 0;
  let at = 0;
  for (const match of normal.matchAll(/[ \t\n\v\f\r]?[^ \t\n\v\f\r]+/g)) {
    if (weight > weightedEnough) break;
    weight += match.index - at + wordWeight(match[0]);
    at = match.index + match[0].length;
  }
  return weight + plainWeight(normal.slice(at));
};

/** Grapheme clusters. Exact up to 8,000 UTF-16 units; each further unit counts as one. */
export const graphemeLength = (text: string): number => {
  if (isAscii(text) && !text.includes('\r')) return text.length;
  let count = 0;
  const beginning = cutText(text, segmentedMax);
  for (const _ of graphemesOf(beginning)) count += 1;
  return count + text.length - beginning.length;
};

const isEmoji = /\p{Emoji_Presentation}|\uFE0F/u;

/**
 * What emoji add to the length of a text where they count as their UTF-8 bytes and everything else
 * as UTF-16 code units.
 */
export const emojiSurplus = (text: string): number => {
  if (!isEmoji.test(text)) return 0;
  let surplus = 0;
  for (const character of graphemesOf(cutText(text, segmentedMax)))
    if (isEmoji.test(character)) surplus += byteLength(character) - character.length;
  return surplus;
};

const counters: Readonly<Record<TextUnit, (text: string) => number>> = {
  weighted: weightedLength,
  graphemes: graphemeLength,
  mastodon: (text) => graphemeLength(countedByMastodon(text)),
  utf16: (text) => text.length,
};

/** The length of a text in a platform's unit. Total: any string has a length, ill-formed ones included. */
export const textLength = (text: string, unit: TextUnit): number => counters[unit](text);

/** The length in UTF-8 bytes; a lone surrogate counts as the three bytes of its replacement. */
export const byteLength = (text: string): number => {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
};

/** A hashtag needs a letter: `#1` is a rank, not a tag. The character before keeps URLs' fragments and `&#39;` out. */
const hashtag = /(?<![\p{L}\p{N}_&/])[#＃](?=[\p{N}_\p{M}]*\p{L})([\p{L}\p{M}\p{N}_]+)/gu;
const mention = /(?<![\p{L}\p{N}_@/.])@([\p{L}\p{N}_][\p{L}\p{N}_.-]*)/gu;
const link = /https?:\/\/[^\s<>"]+/giu;

const withoutLinks = (text: string): string => text.replace(link, ' ');
const first = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map((match) => match[1]!);

/** The hashtags of a text in order, without `#`, repeats included (platforms count each). Fragments of links are none. */
export const hashtagsOf = (text: string): readonly string[] => first(withoutLinks(text), hashtag);

/** The mentions of a text in order, without `@`. Addresses of mail are none. */
export const mentionsOf = (text: string): readonly string[] => first(withoutLinks(text), mention);

/** The different http(s) links of a text. */
export const linksOf = (text: string): readonly string[] => [...new Set([...text.matchAll(link)].map(([all]) => all))];

/** What is counted in a text: its length in a unit, or how many there are of something. */
type Counted = TextUnit | 'bytes' | 'emojiSurplus' | 'hashtags' | 'mentions' | 'links';

export type Read = (counted: Counted, text: string) => number;

const count: Readonly<Record<Counted, (text: string) => number>> = {
  weighted: (text) => textLength(text, 'weighted'),
  graphemes: (text) => textLength(text, 'graphemes'),
  mastodon: (text) => textLength(text, 'mastodon'),
  utf16: (text) => textLength(text, 'utf16'),
  bytes: byteLength,
  emojiSurplus,
  hashtags: (text) => hashtagsOf(text).length,
  mentions: (text) => mentionsOf(text).length,
  links: (text) => linksOf(text).length,
};

/** Counts each thing of each text once: most platforms of a post get the same text. */
export const readings = (): Read => {
  const known = new Map<Counted, Map<string, number>>();
  return (counted, text) => {
    const ofTexts = known.get(counted) ?? new Map<string, number>();
    known.set(counted, ofTexts);
    const before = ofTexts.get(text);
    if (before !== undefined) return before;
    const number = count[counted](text);
    ofTexts.set(text, number);
    return number;
  };
};
