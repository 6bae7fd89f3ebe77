/** A spreadsheet runs a text that begins like this as a formula. An apostrophe before it is one of the text or one of ours. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;

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

const bare = /[^,\r\n]*/y;

/** The place behind the quote that closes the one at `opening`; undefined where none does. */
const behindQuotes = (text: string, opening: number): number | undefined => {
  for (let from = opening + 1; ;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return undefined;
    if (text[quote + 1] !== '"') return quote + 1;
    from = quote + 2;
  }
};

const lineEnds = (text: string): number => {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
};

/** The records of a CSV file (RFC 4180, with any line ends), without empty lines, one after the other. */
export function* csvRecords(file: string): Generator<CsvRecord, void, undefined> {
  const text = file.startsWith('\ufeff') ? file.slice(1) : file;
  let [at, line, begun] = [0, 1, 1];
  let cells: string[] = [];
  const hasContent = (): boolean => cells.length > 1 || cells[0] !== '';
  while (at < text.length) {
    const isQuoted = text[at] === '"';
    bare.lastIndex = at;
    const end = isQuoted ? behindQuotes(text, at) : at + (bare.exec(text)?.[0].length ?? 0);
    if (end === undefined) throw new UnclosedQuote(line);
    const cell = text.slice(at, end);
    cells.push(textOf(isQuoted ? cell.slice(1, -1).replaceAll('""', '"') : cell));
    if (isQuoted) line += lineEnds(cell);
    at = end;
    // Text behind a closed quote is ignored up to the next comma or line end.
    while (at < text.length && text[at] !== '\r' && text[at] !== '\n' && text[at] !== ',') at++;
    if (text[at] === ',') {
      at++;
      if (at === text.length) cells.push('');
      continue;
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    if (hasContent()) yield { line: begun, cells };
    cells = [];
    begun = ++line;
  }
  if (cells.length > 0 && hasContent()) yield { line: begun, cells };
}
