import type { NewEvent } from './event.ts';

/**
 * The sentences of single events, where they say more than the description of their type, for
 * example a purpose, a time or a count. They contain no personal data, because all readers of the
 * resource get them.
 */
export type Sentences<Event extends NewEvent> = Readonly<{
  [Type in Event['type']]?: (data: Extract<Event, { type: Type }>['data']) => string;
}>;

/**
 * A text from another source at the end of a sentence: with exactly one full stop.
 *
 * @example
 * ended('The image is too large..'); // 'The image is too large.'
 */
export const ended = (text: string): string => {
  const trimmed = text.trim();
  // From the end: an expression for the last stops is quadratic on a text of stops.
  let length = trimmed.length;
  while (length > 0 && /[.\s]/.test(trimmed.charAt(length - 1))) length -= 1;
  return `${trimmed.slice(0, length)}.`;
};

/**
 * `1 destination`, `2 destinations`.
 *
 * @example
 * counted(2, 'destination'); // '2 destinations'
 */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/**
 * `a, b and c`; `nothing` for an empty list.
 *
 * @example
 * listed(['text', 'media', 'time']); // 'text, media and time'
 */
export const listed = (words: readonly string[]): string => {
  const last = words.at(-1);
  if (last === undefined) return 'nothing';
  return words.length === 1 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
};

/**
 * A text and its rules, as a list in Markdown.
 *
 * @example
 * bulleted('A post is refused:', ['CONFLICT: it exists']); // 'A post is refused:\n\n- CONFLICT: it exists'
 */
export const bulleted = (text: string, rules: readonly string[]): string =>
  [text, '', ...rules.map((rule) => `- ${rule}`)].join('\n');
