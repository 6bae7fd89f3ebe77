/** Where a platform folds a text: after so many letters, or lines. */
export type Fold = Readonly<{ letters: number; lines: number }>;

/** A letter of several code points is not cut. A letter has 32 of them at most here: a longer one is no letter. */
const beginningOf = (text: string, letters: number): string => {
  const beginning: string[] = [];
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, letters * 32))) {
    if (beginning.length === letters) break;
    beginning.push(segment);
  }
  return beginning.join('');
};

/** The part of a text that is seen before a person asks for more; the text itself where it is short enough. */
export const folded = (text: string, { letters, lines }: Fold): string => {
  const seen = beginningOf(text.split('\n').slice(0, lines).join('\n'), letters);
  return seen.length < text.length ? seen.trimEnd() : text;
};

const marked = /(https?:\/\/[^\s<>"]+|[#@][\p{L}\p{N}_][\p{L}\p{N}_.-]*)/u;

/** The pieces of a text in its order. Links, hashtags and mentions are those that a platform draws in another colour. */
export const piecesOf = (text: string): readonly Readonly<{ text: string; isMarked: boolean }>[] =>
  text
    .split(marked)
    .map((piece, index) => ({ text: piece, isMarked: index % 2 === 1 }))
    .filter((piece) => piece.text !== '');

/** The first address of a text, which platforms show as a card. Punctuation behind it is that of the sentence. */
export const firstLinkOf = (text: string): URL | undefined => {
  const found = /https?:\/\/[^\s<>"]+/.exec(text)?.[0].replace(/[.,;:!?)\]]+$/, '');
  return found !== undefined && URL.canParse(found) ? new URL(found) : undefined;
};
