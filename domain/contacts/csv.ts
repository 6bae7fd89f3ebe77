/** A spreadsheet runs a text that begins like this as a formula. An apostrophe before it is one of the text or one of ours. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** A text as a cell of CSV (RFC 4180), behind an apostrophe where a spreadsheet would run it as a formula. */
export const csvCell = (text: string): string => {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** One line of CSV (RFC 4180). A text that a spreadsheet would run as a formula begins with an apostrophe. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

const textOf = (cell: string): string => (cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell);

/** A record, and the line that it begins on, counted from 1. `cells` is null for a record over `maxRecordLength`. */
export type CsvRecord = Readonly<{ line: number; cells: readonly string[] | null }>;

/** The longest record that is read, in UTF-16 units: its cells are more than the fields of a contact can be. */
export const maxRecordLength = 32 * 1024;

/** A longer record ends the reading, so that no step of it takes long. In UTF-16 units. */
export const maxScannedRecord = 1024 * 1024;
/** More lines than a file of contacts has, the empty ones included. */
export const maxFileLines = 2_000_000;

/** The file cannot be read from this line on. */
export class UnreadableCsv extends Error {
  constructor(line: number, why: string) {
    super(`line ${line}: ${why}`);
  }
}

const [lineFeed, carriageReturn, quote, comma] = [10, 13, 34, 44];

/**
 * The place behind the quotes that open at `from`, and the line ends within; undefined where none closes them.
 * Quotes that are longer than the longest record end there.
 */
const quotedEnd = (text: string, from: number): Readonly<{ end: number; lines: number }> | undefined => {
  let lines = 0;
  const last = Math.min(text.length, from + maxScannedRecord + 2);
  for (let at = from + 1; at < last; at++) {
    const code = text.charCodeAt(at);
    if (code === lineFeed) lines++;
    if (code !== quote) continue;
    if (text.charCodeAt(at + 1) !== quote) return { end: at + 1, lines };
    at++;
  }
  return last < text.length ? { end: last, lines } : undefined;
};

/** The place of the comma or line end behind a cell, or the end of the text or of the longest record. */
const bareEnd = (text: string, from: number): number => {
  const last = Math.min(text.length, from + maxScannedRecord + 1);
  for (let at = from; at < last; at++) {
    const code = text.charCodeAt(at);
    if (code === comma || code === carriageReturn || code === lineFeed) return at;
  }
  return last;
};

/** The text behind closed quotes belongs to the cell, as it does for spreadsheets. */
const unquoted = (text: string, from: number, quotesEnd: number, end: number): string =>
  text.slice(from + 1, quotesEnd - 1).replaceAll('""', '"') + text.slice(quotesEnd, end);

/**
 * The records of a CSV file (RFC 4180, with any line ends), without empty lines, one after the other.
 * One step reads each unit of its part of the file once, and keeps the cells of a bounded record only.
 */
export function* csvRecords(file: string): Generator<CsvRecord, void, undefined> {
  const text = file.startsWith('\ufeff') ? file.slice(1) : file;
  let [at, line] = [0, 1];
  while (at < text.length) {
    const [begin, begun] = [at, line];
    const cells: string[] = [];
    let [isWhole, count] = [true, 0];
    for (;;) {
      const quotes = text.charCodeAt(at) === quote ? quotedEnd(text, at) : { end: at, lines: 0 };
      if (quotes === undefined) throw new UnreadableCsv(line, 'a quote is not closed');
      const end = bareEnd(text, quotes.end);
      if (end - begin > maxScannedRecord) throw new UnreadableCsv(begun, 'is longer than a megabyte');
      isWhole &&= end - begin <= maxRecordLength;
      if (isWhole) cells.push(textOf(quotes.end > at ? unquoted(text, at, quotes.end, end) : text.slice(at, end)));
      count++;
      line += quotes.lines;
      at = end;
      if (text.charCodeAt(at) !== comma) break;
      at++;
    }
    if (count > 1 || !isWhole || cells[0] !== '') yield { line: begun, cells: isWhole ? cells : null };
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line++;
    for (let code = text.charCodeAt(at); code === lineFeed || code === carriageReturn; code = text.charCodeAt(at)) {
      at += code === carriageReturn && text.charCodeAt(at + 1) === lineFeed ? 2 : 1;
      if (++line > maxFileLines) throw new UnreadableCsv(line, `is behind the last of ${maxFileLines} lines`);
    }
  }
}
