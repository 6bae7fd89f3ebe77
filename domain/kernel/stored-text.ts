/** U+0000 and lone surrogates: neither database columns nor UTF-8 can hold them. */
const unstorable = /[\0\p{Surrogate}]/gu;
const hasUnstorable = /[\0\p{Surrogate}]/u;

/** Whether rows, JSON bodies and mails can hold the text. */
export const isStorable = (text: string): boolean => !hasUnstorable.test(text);

/** The text without what cannot be stored. */
export const storable = (text: string): string => text.replace(unstorable, '');

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Code units around a cut in which a character as people see it begins and ends, with few exceptions. */
const nearby = 64;

/**
 * The beginning of a text, at most `most` UTF-16 code units. The only place that cuts texts: it ends
 * between two characters as people see them, or for a character of very many parts between two code
 * points.
 */
export const cutText = (text: string, most: number): string => {
  if (text.length <= most) return text;
  if (most <= 0) return '';
  const from = Math.max(0, most - nearby);
  const at = graphemes.segment(text.slice(from, most + nearby)).containing(most - from)?.index ?? 0;
  if (at > 0) return text.slice(0, from + at);
  const isHalf = /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(most));
  return text.slice(0, isHalf ? most - 1 : most);
};

/** A text of at most `most` code units: cut, with an ellipsis at its end, where it is longer. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${cutText(text, most - 1).trimEnd()}…`;

/** A value whose text cannot be stored, by its path in `value`; undefined where all can. */
export const unstorablePath = (value: unknown): string | undefined => {
  const open: [value: unknown, path: string][] = [[value, '']];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [found, path] = next;
    if (typeof found === 'string' && !isStorable(found)) return path;
    if (typeof found !== 'object' || found === null) continue;
    for (const [name, part] of Object.entries(found)) {
      if (!isStorable(name)) return path;
      if (typeof part === 'string' || typeof part === 'object')
        open.push([part, path === '' ? name : `${path}.${name}`]);
    }
  }
  return undefined;
};
