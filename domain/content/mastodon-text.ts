/// <reference path="./twitter-text.d.ts" />
import validDomain from 'twitter-text/dist/regexp/validDomain.js';

/**
 * Mastodon docs: a link counts as 23 characters, of a mention only the name counts. Mastodon finds
 * both by X's library with rules of its own (config/initializers/twitter_regex.rb, Account::MENTION_RE).
 */
const linkCharacters = 23;
/** A domain has at most this many characters. Behind a longer one Mastodon finds no account. */
const longestHost = 253;
/** X's expression for domains takes quadratic time in longer ones. */
const longestDomain = 260;

const scheme = /(?:https?|dat|dweb|ipfs|ipns|ssb|gopher|gemini):\/\//gi;
/** Before a scheme these make it a part of a word. */
const joining = /[A-Za-z0-9@＠$#＃\uFFFE\uFEFF\uFFFF]/;
const domain = new RegExp(validDomain.source, 'iy');

const pathCharacters = '[^\\s<>()?]';
const balanced = `\\((?:${pathCharacters}+|${pathCharacters}*\\(${pathCharacters}+\\)${pathCharacters}*)\\)`;
const pathEnd = `(?:[^\\s()?!*"'「」<>;:=,.$%\\[\\]~&|@]|${balanced})`;
const beyondAscii = '\\u{A0}-\\u{D7FF}\\u{E000}-\\u{10FFFD}';
const query = `\\?[a-z0-9!?*'();:&=+$/%#\\[\\]\\-_.,~|@^${beyondAscii}]*[a-z0-9_&=#/\\-${beyondAscii}]`;
/** Port, path and query. Brackets belong to a link in pairs, closing punctuation never. */
const behindDomain = new RegExp(
  `(?::\\d+)?(?:/(?:(?:${balanced}|${pathCharacters})*${pathEnd})?)?(?:${query})?`,
  'iuy',
);
const magnet = new RegExp(`magnet:${query}`, 'giu');

const matchAt = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
};

/** The end of the link whose scheme ends at `at`. Undefined where no known domain follows. */
const linkEnd = (text: string, at: number): number | undefined => {
  const host = matchAt(domain, text.slice(at, at + longestDomain), 0);
  if (host === undefined) return undefined;
  const behind = at + host.length;
  return behind + (matchAt(behindDomain, text, behind) ?? '').length;
};

const withShortLinks = (text: string): string => {
  const placeholder = 'x'.repeat(linkCharacters);
  let short = '';
  let at = 0;
  for (const match of text.matchAll(scheme)) {
    if (match.index < at || joining.test(text.charAt(match.index - 1))) continue;
    const end = linkEnd(text, match.index + match[0].length);
    if (end === undefined) continue;
    short += `${text.slice(at, match.index)}${placeholder}`;
    at = end;
  }
  return (short + text.slice(at)).replace(magnet, placeholder);
};

const word = '[\\p{L}\\p{M}\\p{N}\\p{Pc}]';
/** The name is ASCII, the domain is not. A slash or an equals sign before the mention makes it part of a link. */
const remoteMention = new RegExp(
  `(?<![=/]|${word})@([a-z0-9_]+(?:[.-]+[a-z0-9_]+)*)@${word}+(?:[.-]+${word}+)*`,
  'giu',
);

/** Followed by these, a mention is none. */
const isCutShort = /^(?:[@＠]|:\/\/)/;

/** The text of a status as Mastodon counts it. */
export const countedByMastodon = (text: string): string => {
  const short = withShortLinks(text);
  return short.replace(remoteMention, (mention: string, name: string, at: number) => {
    const tooLong = mention.length - name.length - '@@'.length > longestHost;
    const isNone = tooLong || isCutShort.test(short.slice(at + mention.length, at + mention.length + 3));
    return isNone ? mention : `@${name}`;
  });
};
