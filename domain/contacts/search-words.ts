import { normalized, cutText } from '../kernel/stored-text.ts';

const maxWords = 20;
const maxWordLength = 100;

/** The words of a text as a search compares them: lower case, without marks, split at everything else. */
export const wordsOf = (text: string): readonly string[] =>
  normalized(text, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => cutText(word, maxWordLength));

type Named = Readonly<{ displayName: string | null; username: string | null }>;

/** The words by which a contact is found. A whole username is one too, without its separators. */
export const searchWords = ({ displayName, username }: Named): string[] => {
  const words = [...wordsOf(displayName ?? ''), ...wordsOf(username ?? '')];
  const whole = cutText(wordsOf(username ?? '').join(''), maxWordLength);
  return [...new Set(whole === '' ? words : [...words, whole])].slice(0, maxWords).sort();
};
