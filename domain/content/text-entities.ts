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
