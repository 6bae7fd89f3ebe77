/** A spreadsheet runs a text that begins like this as a formula. */
const formula = /^[=+\-@\t\r]/;

const cellOf = (text: string): string => {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** One line of CSV (RFC 4180). A text that a spreadsheet would run as a formula begins with an apostrophe. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`;

const textOf = (cell: string): string => (cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell);

/** A record, and the line that it begins on, counted from 1. */
export type CsvRecord = Readonly<{ line: number; cells: readonly string[] }>;

/** The file ends within quotes. */
export class UnclosedQuote extends Error {
  constructor(line: number) {
    super(`line ${line}: a quote is not closed`);
  }
}

const quoted = /"((?:[^"]|"")*)"/y;
const bare = /[^,\r\n]*/y;

/** The records of a CSV file (RFC 4180, with any line ends), without empty lines. */
export const csvRecords = (file: string): readonly CsvRecord[] => {
  const text = file.replace(/^\ufeff/, '');
  const records: CsvRecord[] = [];
  let [at, line, begun] = [0, 1, 1];
  let cells: string[] = [];
  const end = (): void => {
    if (cells.length > 1 || cells[0] !== '') records.push({ line: begun, cells });
    cells = [];
  };
  while (at < text.length) {
    const isQuoted = text[at] === '"';
    const form = isQuoted ? quoted : bare;
    form.lastIndex = at;
    const found = form.exec(text);
    if (!found) throw new UnclosedQuote(line);
    cells.push(textOf(isQuoted ? (found[1] ?? '').replaceAll('""', '"') : found[0]));
    line += found[0].split('\n').length - 1;
    at += found[0].length;
    if (text[at] === ',') {
      at++;
      if (at === text.length) cells.push('');
      continue;
    }
    // Text behind a closed quote is ignored up to the next comma or line end.
    while (at < text.length && text[at] !== '\r' && text[at] !== '\n' && text[at] !== ',') at++;
    if (text[at] === ',') {
      at++;
      continue;
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    end();
    begun = ++line;
  }
  if (cells.length > 0) end();
  return records;
};
