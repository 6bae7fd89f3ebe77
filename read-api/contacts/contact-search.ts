import { sql, type RawBuilder } from 'kysely';
import { wordsOf } from '../../domain/contacts/search-words.ts';

const maxTerms = 10;

/** A lexeme of a text search query: quoted, so that no character of it is an operator. */
const lexeme = (word: string): string => `'${word.replace(/['\\]/g, '')}':*`;

/**
 * Contacts that have, for each word of the text, a word that begins with it. Undefined where the
 * text has no word: it matches no name.
 */
export const matching = (text: string): RawBuilder<boolean> | undefined => {
  const words = wordsOf(text).slice(0, maxTerms);
  if (words.length === 0) return undefined;
  return sql<boolean>`array_to_tsvector(words) @@ ${words.map(lexeme).join(' & ')}::tsquery`;
};
