import type { Column } from './projection.ts';

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** What COPY gives a meaning, and halves of characters, which may be whole ones: most texts hold neither. */
const special = /[\\\n\r\t\ud800-\udfff]/;

const escaped = (text: string): string => {
  if (!special.test(text)) return text;
  // A half of a surrogate pair is no text to the database: refused here as it is on the way through JSON, never replaced.
  if (!text.isWellFormed()) throw new Error('the text holds half a character');
  return text.replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? character);
};

const quoted = /["\\]/;
const inArray = (text: string): string => `"${quoted.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`;

const plain = (value: unknown): string => (typeof value === 'string' ? escaped(value) : String(value));
const list = (value: unknown): string => escaped(`{${(value as readonly string[]).map(inArray).join(',')}}`);
const json = (value: unknown): string => escaped(JSON.stringify(value));

const writerOf = (column: Column): ((value: unknown) => string) => {
  if (column.startsWith('text[]')) return list;
  if (column.startsWith('json')) return json;
  return column.startsWith('text') || column.startsWith('instant') ? plain : String;
};

/**
 * Rows in the text format of COPY: a line a row, tabs between the columns, `\N` for null.
 * Source: PostgreSQL documentation, COPY, "Text Format"; arrays as in "Array Input and Output Syntax".
 */
export const copyText = (columns: Readonly<Record<string, Column>>, rows: readonly object[]): string => {
  const names = Object.keys(columns);
  const writers = Object.values(columns).map(writerOf);
  const fields = new Array<string>(names.length);
  const lines = new Array<string>(rows.length);
  for (const [index, row] of (rows as readonly Readonly<Record<string, unknown>>[]).entries()) {
    for (let at = 0; at < names.length; at += 1) {
      const value = row[names[at] as string];
      fields[at] = value === null || value === undefined ? '\\N' : (writers[at] as (value: unknown) => string)(value);
    }
    lines[index] = fields.join('\t');
  }
  lines.push('');
  return lines.join('\n');
};
