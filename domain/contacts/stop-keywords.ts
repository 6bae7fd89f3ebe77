import { normalized } from '../kernel/normal-text.ts';

/** The words that opt out, as the platforms' own rules and the law of several countries name them. */
const stopKeywords: ReadonlySet<string> = new Set([
  'STOP',
  'STOPALL',
  'STOP ALL',
  'UNSUBSCRIBE',
  'CANCEL',
  'END',
  'QUIT',
  'OPTOUT',
  'OPT OUT',
]);

/** Whether a message is one of the words and nothing else, in any casing and with any punctuation around it. */
export const isStopMessage = (text: string): boolean =>
  stopKeywords.has(
    normalized(text, 'NFKC')
      .toUpperCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  );
