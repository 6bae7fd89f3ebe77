/** More marks than any script puts on one letter. */
const manyMarks = /\p{M}{30}/gu;
/** U+034F, the combining grapheme joiner: nothing is reordered across it. */
const joiner = '\u034f';

/**
 * A text in a normal form of Unicode. Normalizing sorts the marks of a letter in quadratic time:
 * 100,000 marks take 16 seconds. A joiner after each 30 marks bounds that (Unicode, UAX 15,
 * Stream-Safe Text Format).
 *
 * @example
 * normalized('e\u0301', 'NFC'); // 'é'
 */
export const normalized = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  text.replace(manyMarks, `$&${joiner}`).normalize(form);

/** U+0000 and lone surrogates: neither database columns nor UTF-8 can hold them. */
const unstorable = /[\0\p{Surrogate}]/gu;
const hasUnstorable = /[\0\p{Surrogate}]/u;

/**
 * Whether rows, JSON bodies and mails can hold the text.
 *
 * @example
 * isStorable('caf\u00e9'); // true
 * isStorable('a\0b'); // false
 */
export const isStorable = (text: string): boolean => !hasUnstorable.test(text);

/**
 * The text without what cannot be stored.
 *
 * @example
 * storable('a\0b'); // 'ab'
 */
export const storable = (text: string): string => text.replace(unstorable, '');

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Code units around a cut in which a character as people see it begins and ends, with few exceptions. */
const nearby = 64;

/**
 * The beginning of a text, at most `most` UTF-16 code units. The only place that cuts texts: it ends
 * between two characters as people see them, or for a character of very many parts between two code
 * points.
 *
 * @example
 * cutText('family: 👩‍👩‍👧', 10); // 'family: '
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

/**
 * A text of at most `most` code units: cut, with an ellipsis at its end, where it is longer.
 *
 * @example
 * shortened('a long sentence', 8); // 'a long…'
 */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${cutText(text, most - 1).trimEnd()}…`;

/**
 * A value whose text cannot be stored, by its path in `value`; undefined where all can.
 *
 * @example
 * unstorablePath({ content: ['fine', 'a\0b'] }); // 'content.1'
 * unstorablePath({ content: 'fine' }); // undefined
 */
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

/** Deeper values are refused: recursive code would run out of stack on them. */
const deepest = 100;

/** Why a value cannot be stored, and where in it. The path ends before a name that is not valid text itself. */
type Unstorable = Readonly<{ path: readonly string[]; reason: string }>;

const badText = 'has characters that are not valid text: U+0000, or half of a character';

/** An object or list that is looked at, and the way to it: a path of its own for each would cost more than the look. */
type Part = Readonly<{
  value: unknown[] | Record<string, unknown>;
  name: string;
  within: Part | undefined;
  depth: number;
}>;

const pathTo = (part: Part | undefined): readonly string[] => {
  const path: string[] = [];
  for (let at = part; at?.within !== undefined; at = at.within) path.unshift(at.name);
  return path;
};

/**
 * The first part of a value that cannot be stored, independent of its schema; `undefined` where all can.
 *
 * @example
 * unstorableIn({ content: ['fine', 'a\0b'] })?.path; // ['content', '1']
 */
export const unstorableIn = (whole: unknown): Unstorable | undefined => {
  const isBad = (value: unknown): boolean => typeof value === 'string' && !isStorable(value);
  const isObject = (value: unknown): value is Part['value'] => typeof value === 'object' && value !== null;
  if (isBad(whole)) return { path: [], reason: badText };
  const open: Part[] = isObject(whole) ? [{ value: whole, name: '', within: undefined, depth: 0 }] : [];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const { value, depth } = part;
    if (depth === deepest) return { path: [], reason: `is nested deeper than ${deepest} levels` };
    const look = (inner: unknown, name: string | number): Unstorable | undefined => {
      if (isBad(inner)) return { path: [...pathTo(part), String(name)], reason: badText };
      if (isObject(inner)) open.push({ value: inner, name: String(name), within: part, depth: depth + 1 });
      return undefined;
    };
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index += 1) {
        const found = look(value[index], index);
        if (found) return found;
      }
      continue;
    }
    for (const name in value) {
      if (!isStorable(name)) return { path: pathTo(part), reason: badText };
      const found = look(value[name], name);
      if (found) return found;
    }
  }
  return undefined;
};
