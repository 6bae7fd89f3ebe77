import { platformRules } from '../../../domain/content/platform-rules.ts';
import { platforms, type Platform } from '../../../domain/platforms/platform.ts';

/** A text of a post, its length as the platform counts it, and whether the post may go there. */
export type TextCase = Readonly<{
  platform: Platform;
  what: string;
  text: string;
  counts: number;
  /** Absent: the text is not judged. */
  verdict?: 'taken' | 'refused' | 'warned';
  source: string;
}>;

const contract = 'Core reference, "Platform content rules"';
const conformance = 'twitter-text, conformance/validate.yml, config v3';
const xPages = 'docs.x.com, "Counting characters"';
const mastodonSpec = 'mastodon/mastodon, spec/validators/status_length_validator_spec.rb';
const mastodonRegex = 'mastodon/mastodon, config/initializers/twitter_regex.rb and Account::MENTION_RE';
const mastodonPosting = 'docs.joinmastodon.org, "Posting", Links and Mentions';
const bluesky = 'bluesky-social/atproto, lexicons/app/bsky/feed/post.json: maxGraphemes 300, maxLength 3000';
const threads = 'developers.facebook.com, Threads API, "Posts": emoji count as their UTF-8 bytes';
const youtube = 'developers.google.com, YouTube Data API, videos resource: 5,000 bytes';
const telegram = 'core.telegram.org, Bot API, sendMessage and MessageEntity: UTF-16 code units';

const family = '👨‍👩‍👧‍👦';
const x = (count: number): string => 'x'.repeat(count);

/** The longest text of ordinary letters, and one more. */
const limits: readonly TextCase[] = platforms.flatMap((platform) => {
  const { limit } = platformRules[platform].text;
  const of = (counts: number, verdict: 'taken' | 'refused'): TextCase => ({
    platform,
    what: `${counts} letters`,
    text: x(counts),
    counts,
    verdict,
    source: contract,
  });
  return [of(limit, 'taken'), of(limit + 1, 'refused')];
});

const at = (
  platform: Platform,
  source: string,
  cases: readonly (readonly [string, string, number, TextCase['verdict']?])[],
) =>
  cases.map(([what, text, counts, verdict]): TextCase => ({
    platform,
    what,
    text,
    counts,
    source,
    ...(verdict === undefined ? {} : { verdict }),
  }));

export const textCases: readonly TextCase[] = [
  ...limits,
  ...at('TWITTER', conformance, [
    ['one of each width', `H🐱☺${family}`, 7],
    ['an emoji built of several', family, 2],
    ['an emoji with a skin tone', '👍🏿', 2],
    ['a flag', '🇯🇵', 2],
    ['a keycap', '1️⃣', 2],
    ['two scripts of double width', '日本 한국', 9],
    ['280 in the widest letters', '故'.repeat(140), 280, 'taken'],
    ['one wide letter too many', '故'.repeat(141), 282, 'refused'],
    ['letters that compose', 'cafe\u0301', 4],
    ['curly quotes and dashes are narrow', '“a” – b', 7],
  ]),
  ...at('TWITTER', xPages, [
    ['a long address', `see https://example.com/${x(300)}`, 27],
    ['an address without a scheme', 'see example.com now', 31],
    ['what looks like a file', 'see a.jpg', 9],
    ['a mention counts whole', '@jack hi', 8],
    ['a mail address', 'me@example.com', 14],
    ['280 with an address', `${x(256)} https://example.com/${x(90)}`, 280, 'taken'],
  ]),
  ...at('MASTODON', mastodonSpec, [
    ['an address counts 23', `${x(476)} http://${'b'.repeat(30)}.com/example`, 500, 'taken'],
    ['of an account elsewhere only its name counts', `${x(475)} @alice@${'b'.repeat(30)}.com`, 482, 'taken'],
    ['an account behind a domain that is too long counts whole', `@alice@${'b'.repeat(253)}.com`, 264],
    ['no address without a known domain', 'http://not-a-domain', 19],
  ]),
  ...at('MASTODON', mastodonRegex, [
    ['a name with a dot', '@john.doe@example.social', 9],
    ['brackets in pairs belong to an address', 'https://en.wikipedia.org/wiki/Tree_(graph_theory)', 23],
    ['closing punctuation does not', 'https://example.com/a.', 24],
    ['a mention in an address is none', 'https://example.com/@alice@example.social', 23],
    ['a domain outside ASCII', '@alice@bücher.example', 6],
  ]),
  ...at('MASTODON', mastodonPosting, [
    ['an address without a scheme counts whole', 'example.com', 11],
    ['an emoji built of several', family, 1],
  ]),
  ...at('BLUESKY', bluesky, [
    ['300 emoji', '👍'.repeat(300), 300, 'taken'],
    ['emoji built of several, by their graphemes', family.repeat(120), 120, 'taken'],
    ['emoji built of several, by their bytes', family.repeat(121), 121, 'refused'],
    ['an address counts whole', 'https://example.com/a', 21],
    ['letters that compose', 'e\u0301', 1],
  ]),
  ...at('THREADS', threads, [
    ['125 emoji of four bytes', '😀'.repeat(125), 500, 'taken'],
    ['one emoji too many', '😀'.repeat(126), 504, 'refused'],
    ['a family of 25 bytes', `${x(475)}${family}`, 500, 'taken'],
    ['curly quotes, which were refused by their bytes', `${x(497)}’’’`, 500, 'warned'],
    ['letters of two bytes', 'ü'.repeat(251), 251, 'warned'],
  ]),
  ...at('YOUTUBE', youtube, [
    ['letters of three bytes that fit', 'あ'.repeat(1666), 1666, 'taken'],
    ['letters of three bytes that do not', 'あ'.repeat(1667), 1667, 'warned'],
  ]),
  ...at('TELEGRAM', telegram, [
    ['emoji of two code units', '😀'.repeat(2048), 4096, 'taken'],
    ['one emoji too many', '😀'.repeat(2049), 4098, 'refused'],
  ]),
  ...at('TIKTOK', 'developers.tiktok.com, Direct Post, title: 2,200 UTF-16 runes', [
    ['emoji of two code units', '😀'.repeat(1100), 2200, 'taken'],
    ['one emoji too many', '😀'.repeat(1101), 2202, 'refused'],
  ]),
];
