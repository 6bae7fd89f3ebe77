import type { NewEvent } from './event.ts';

/**
 * The sentences of single events, where they say more than the description of their type, for
 * example a purpose, a time or a count. They contain no personal data, because all readers of the
 * resource get them.
 */
export type Sentences<Event extends NewEvent> = Readonly<{
  [Type in Event['type']]?: (data: Extract<Event, { type: Type }>['data']) => string;
}>;

/** A text from another source at the end of a sentence: with exactly one full stop. */
export const ended = (text: string): string => `${text.trim().replace(/[.\s]+$/, '')}.`;

/** `1 destination`, `2 destinations`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** `a, b and c`; `nothing` for an empty list. */
export const listed = (words: readonly string[]): string => {
  const last = words.at(-1);
  if (last === undefined) return 'nothing';
  return words.length === 1 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
};
