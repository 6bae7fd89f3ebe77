import type { Column } from './projection.ts';

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Characters with a meaning in COPY, and surrogates, which may be paired. Most texts hold neither.
 */
const special = /[\\\n\r\t\ud800-\udfff]/;

const escaped = (text: string): string => {
  if (!special.test(text)) return text;
  // The database refuses half of a surrogate pair. It is refused here as well, as in JSON,
  // and never replaced.
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

/** A text of so many UTF-16 units takes at most three times as many bytes in UTF-8. */
const widest = 3;

/** Room for rows of middling size, to begin with. */
const usual = 400;

const newline = 10;

/**
 * Rows in the text format of COPY, as UTF-8: a line a row, tabs between the columns, `\N` for null.
 * Source: PostgreSQL documentation, COPY, "Text Format"; arrays as in "Array Input and Output
 * Syntax".
 *
 * @example
 * copyText({ id: 'text', note: 'text?' }, [{ id: 'c1', note: null }]).toString(); // 'c1\t\\N\n'
 */
export const copyText = (columns: Readonly<Record<string, Column>>, rows: readonly object[]): Buffer => {
  const names = Object.keys(columns);
  const writers = Object.values(columns).map(writerOf);
  const fields = new Array<string>(names.length);
  let bytes = Buffer.allocUnsafe(rows.length * usual);
  let end = 0;
  for (const row of rows as readonly Readonly<Record<string, unknown>>[]) {
    for (let at = 0; at < names.length; at += 1) {
      const value = row[names[at] as string];
      fields[at] = value === null || value === undefined ? '\\N' : (writers[at] as (value: unknown) => string)(value);
    }
    const line = fields.join('\t');
    const needed = end + line.length * widest + 1;
    if (needed > bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, needed));
      bytes.copy(larger, 0, 0, end);
      bytes = larger;
    }
    end += bytes.write(line, end);
    bytes[end] = newline;
    end += 1;
  }
  return bytes.subarray(0, end);
};
