import type { TextUnit } from './platform-rules.ts';
import { hashtagsOf, linksOf, mentionsOf } from './text-entities.ts';
import { byteLength, emojiSurplus, textLength } from './text-length.ts';

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
