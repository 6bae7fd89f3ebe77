const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The segmenter takes quadratic time in the length of what it is given, so it gets little at a time. In UTF-16 units. */
const pieceLength = 128;

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/**
 * The characters of a text as people see them, in linear time. The last one of a piece may go on behind it, so
 * the next piece begins with it; a piece that is one character is read again with twice its length.
 */
export function* graphemesOf(text: string): Generator<string, void, undefined> {
  let [from, length] = [0, pieceLength];
  while (from < text.length) {
    let to = Math.min(text.length, from + length);
    if (to < text.length && isHighSurrogate(text.charCodeAt(to - 1))) to++;
    let held = '';
    let at = from;
    for (const { segment } of segmenter.segment(text.slice(from, to))) {
      if (held !== '') yield held;
      at += held.length;
      held = segment;
    }
    if (to === text.length) {
      yield held;
      return;
    }
    length = at === from ? length * 2 : pieceLength;
    from = at;
  }
}
