import { Refused } from '../kernel/refused.ts';
import type { CsvRecord } from './csv.ts';

/** The lines of one file. */
export const maxImportLines = 100_000;
/** The lines of one part: an action imports them within a second or two. */
export const linesOfPart = 500;
/** The bytes of a part as JSON: sealed it grows by a third, and stays below the size of any event. */
const bytesOfPart = 44 * 1024;
/** The bytes of a line as JSON: more than the fields of a contact can be. */
export const maxLineBytes = 32 * 1024;

/** The stored form of a line: its number in the file, and its cells; null for one that is too long. */
export type ImportedLine = readonly [line: number, cells: readonly string[] | null];

const encoder = new TextEncoder();
const lengthOf = (text: string): number => encoder.encode(text).length;

const textOf = ({ line, cells }: CsvRecord): string => {
  const text = JSON.stringify([line, cells] satisfies ImportedLine);
  return lengthOf(text) > maxLineBytes ? JSON.stringify([line, null] satisfies ImportedLine) : text;
};

const tooMany = (): Refused =>
  new Refused('VALIDATION_ERROR', `csv: has more than ${maxImportLines} lines; send it in several files`, {
    field: 'csv',
  });

/**
 * The lines of a file in parts, each as JSON; returns how many lines there are in all. One step reads
 * the records of one part, so a caller can let others have their turn between the steps.
 */
export function* partsOf(records: Iterable<CsvRecord>): Generator<string, number, undefined> {
  let [part, bytes, lines]: [string[], number, number] = [[], 0, 0];
  for (const record of records) {
    if (++lines > maxImportLines) throw tooMany();
    const text = textOf(record);
    const length = lengthOf(text) + 1;
    if (part.length === linesOfPart || bytes + length > bytesOfPart) {
      yield `[${part.join(',')}]`;
      [part, bytes] = [[], 0];
    }
    part.push(text);
    bytes += length;
  }
  if (part.length > 0) yield `[${part.join(',')}]`;
  return lines;
}

/** The lines of a stored part. */
export const linesIn = (rows: string): readonly ImportedLine[] => JSON.parse(rows) as ImportedLine[];
