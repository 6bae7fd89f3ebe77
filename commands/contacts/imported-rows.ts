import { z } from 'zod';
import { furtherColumns, importedColumns, type ImportedColumn } from '../../domain/contacts/contact-columns.ts';
import { csvRecords, UnclosedQuote, type CsvRecord } from '../../domain/contacts/csv.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { AvatarUrl, CustomFields, Name, PlatformField, PlatformId, Tags } from './contact-fields.ts';

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

/** The column of each place; undefined for one that is read over. */
type Columns = readonly (ImportedColumn | undefined)[];

const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '');

const columnsOf = ({ cells }: CsvRecord): Columns => {
  const columns = cells.map((name) => {
    const known = [...importedColumns, ...furtherColumns].find((each) => plain(each) === plain(name));
    if (known === undefined) throw refused(`the column ${name.slice(0, 100)} is not known`);
    return importedColumns.find((each) => each === known);
  });
  for (const [index, name] of columns.entries())
    if (name !== undefined && columns.indexOf(name) !== index) throw refused(`the column ${name} is there twice`);
  for (const name of ['platform', 'platformId'] as const)
    if (!columns.includes(name)) throw refused(`the column ${name} is missing`);
  return columns;
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

/** The data lines of a file, and the columns of their cells. */
export const importedFile = (csv: string): Readonly<{ columns: Columns; records: readonly CsvRecord[] }> => {
  try {
    const [header, ...records] = csvRecords(csv);
    if (!header) throw refused('has no line with the names of the columns');
    return { columns: columnsOf(header), records };
  } catch (error) {
    throw error instanceof UnclosedQuote ? refused(error.message) : error;
  }
};

/** A line of the file as a contact, or what is wrong with it. An empty cell leaves the contact's own value. */
export const importedRow = (
  columns: Columns,
  { cells }: CsvRecord,
): Readonly<{ row: ImportedRow }> | Readonly<{ message: string }> => {
  if (cells.length > columns.length) return { message: 'has more cells than there are columns' };
  const named = Object.fromEntries(
    columns.flatMap((name, index) => {
      const cell = cells[index] ?? '';
      return name === undefined || cell.trim() === '' ? [] : [[name, cell] as const];
    }),
  ) as Partial<Record<ImportedColumn, string>>;
  const { tags, customFields, isSuppressed = '' } = named;
  const parsed = Row.safeParse({
    ...named,
    isSuppressed,
    ...(tags !== undefined && { tags: tags.split(',').filter((tag) => tag.trim() !== '') }),
    ...(customFields !== undefined && { customFields: jsonOf(customFields) }),
  });
  if (parsed.success) return { row: parsed.data };
  const [issue] = parsed.error.issues;
  return { message: `${issue?.path[0]?.toString() ?? 'line'}: ${issue?.message ?? 'invalid'}` };
};
