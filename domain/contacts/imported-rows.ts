import { z } from 'zod';
import { Refused } from '../kernel/refused.ts';
import { furtherColumns, importedColumns, type ImportedColumn } from './contact-columns.ts';
import { csvRecords, maxRecordLength, UnreadableCsv, type CsvRecord } from './csv.ts';
import { AvatarUrl, CustomFields, Name, PlatformField, PlatformId, Tags } from './contact-fields.ts';
import { cutText } from '../kernel/stored-text.ts';

const refused = (message: string): Refused => new Refused('VALIDATION_ERROR', `csv: ${message}`, { field: 'csv' });

const isTrue = /^(true|yes|1)$/i;
const isFalse = /^(false|no|0)?$/i;

const Row = z.object({
  platform: PlatformField,
  platformId: PlatformId,
  displayName: Name.optional(),
  username: Name.optional(),
  avatarUrl: AvatarUrl.optional(),
  tags: Tags.optional(),
  customFields: CustomFields.optional(),
  isSuppressed: z
    .string()
    .refine((text) => isTrue.test(text) || isFalse.test(text), 'must be true or false')
    .transform((text) => isTrue.test(text)),
});
export type ImportedRow = z.output<typeof Row>;

const requiredColumns = ['platform', 'platformId'] as const;

/** The column of each place; null for one that is read over. */
export type Columns = readonly (ImportedColumn | null)[];

const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '');

const columnsOf = ({ cells }: CsvRecord): Columns => {
  if (cells === null) throw refused(`the line of the columns is longer than ${maxRecordLength} characters`);
  const [first = ''] = cells;
  if (cells.length === 1 && /[;\t]/.test(first)) throw refused('the columns must be separated by commas');
  const names = cells.map((name) => {
    const known = [...importedColumns, ...furtherColumns].find((each) => plain(each) === plain(name));
    if (known === undefined) throw refused(`the column ${cutText(name, 100)} is not known`);
    return known;
  });
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw refused(`the column ${twice} is there twice`);
  for (const name of requiredColumns) if (!names.includes(name)) throw refused(`the column ${name} is missing`);
  return names.map((name) => importedColumns.find((each) => each === name) ?? null);
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** The columns of a file, and its data lines one after the other. What makes the file unreadable is refused at its place. */
export const importedFile = (csv: string): Readonly<{ columns: Columns; records: Iterable<CsvRecord> }> => {
  const all = csvRecords(csv);
  const next = (): CsvRecord | undefined => {
    try {
      return all.next().value ?? undefined;
    } catch (error) {
      throw error instanceof UnreadableCsv ? refused(error.message) : error;
    }
  };
  const header = next();
  if (!header) throw refused('has no line with the names of the columns');
  function* rest(): Generator<CsvRecord, void, undefined> {
    for (let record = next(); record; record = next()) yield record;
  }
  return { columns: columnsOf(header), records: rest() };
};

/** What is wrong with a line. It quotes no cell: reports of faults outlive the people in the file. */
export type RowFault = Readonly<{ column: string | null; message: string }>;

/** A line of the file as a contact, or what is wrong with it. An empty cell leaves the contact's own value. */
export const importedRow = (
  columns: Columns,
  cells: readonly string[] | null,
): Readonly<{ row: ImportedRow }> | Readonly<{ fault: RowFault }> => {
  if (cells === null) return { fault: { column: null, message: 'is too long' } };
  if (cells.length > columns.length)
    return { fault: { column: null, message: 'has more cells than there are columns' } };
  const named: Partial<Record<ImportedColumn, string>> = {};
  for (const [index, name] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (name !== null && cell.trim() !== '') named[name] = cell;
  }
  const missing = requiredColumns.find((name) => named[name] === undefined);
  if (missing) return { fault: { column: missing, message: 'is missing' } };
  const { tags, customFields, isSuppressed = '' } = named;
  const parsed = Row.safeParse({
    ...named,
    isSuppressed,
    ...(tags !== undefined && { tags: tags.split(',').filter((tag) => tag.trim() !== '') }),
    ...(customFields !== undefined && { customFields: jsonOf(customFields) }),
  });
  if (parsed.success) return { row: parsed.data };
  const [issue] = parsed.error.issues;
  return { fault: { column: issue?.path[0]?.toString() ?? null, message: issue?.message ?? 'invalid' } };
};
