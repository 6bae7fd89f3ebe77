/** More marks than any script puts on one letter. */
const manyMarks = /\p{M}{30}/gu;
/** U+034F, the combining grapheme joiner: nothing is reordered across it. */
const joiner = '\u034f';

/**
 * A text in a normal form of Unicode. Normalizing sorts the marks of a letter in quadratic time:
 * 100,000 marks take 16 seconds. A joiner after each 30 marks bounds that (Unicode, UAX 15,
 * Stream-Safe Text Format).
 */
export const normalized = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  text.replace(manyMarks, `$&${joiner}`).normalize(form);
