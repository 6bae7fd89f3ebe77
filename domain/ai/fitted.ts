import { platformRules } from '../content/platform-rules.ts';
import { byteLength, textLength } from '../content/text-counts.ts';
import { cutText } from '../kernel/stored-text.ts';
import type { Platform } from '../platforms/platform.ts';

const segments = (granularity: 'sentence' | 'word' | 'grapheme') => {
  const segmenter = new Intl.Segmenter('en', { granularity });
  return (text: string): readonly number[] =>
    [...segmenter.segment(text)].map(({ index, segment }) => index + segment.length);
};
const sentenceEnds = segments('sentence');
const wordEnds = segments('word');
const graphemeEnds = segments('grapheme');

/** The longest beginning up to one of these ends that fits; `fits` is true of every shorter beginning. */
const longest = (text: string, ends: readonly number[], fits: (text: string) => boolean): string => {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(text.slice(0, ends[middle - 1]).trimEnd())) low = middle;
    else high = middle - 1;
  }
  return text.slice(0, ends[low - 1] ?? 0).trimEnd();
};

/** Segmenting costs time: nothing that fits is longer than this many times the limit. */
const longestUnit = 64;

/** A sentence end that gives away more than half of the room is not worth it. */
const worthwhile = 0.5;

export type Fitted = Readonly<{ text: string; truncated: boolean }>;

/** A text cut at the end of a sentence, else of a word, to what `fits`. */
const cut = (text: string, fits: (text: string) => boolean, limit: number): Fitted => {
  const whole = text.trim();
  if (fits(whole)) return { text: whole, truncated: false };
  const long = cutText(whole, limit * longestUnit);
  const words = longest(long, wordEnds(long), fits);
  const sentences = longest(long, sentenceEnds(long), fits);
  if (sentences.length > 0 && sentences.length >= words.length * worthwhile)
    return { text: sentences, truncated: true };
  return { text: words === '' ? longest(long, graphemeEnds(long), fits) : words, truncated: true };
};

/** A text as long as a platform takes it, by the platform's own counting. */
export const fittedTo = (text: string, platform: Platform | undefined): Fitted => {
  if (platform === undefined) return { text: text.trim(), truncated: false };
  const { limit, unit, bytes } = platformRules[platform].text;
  const fits = (part: string): boolean =>
    textLength(part, unit) <= limit && (bytes === undefined || byteLength(part) <= bytes.limit);
  return cut(text, fits, limit);
};

/** A text of at most `max` characters. */
export const fittedWithin = (text: string, max: number): Fitted => cut(text, (part) => part.length <= max, max);
