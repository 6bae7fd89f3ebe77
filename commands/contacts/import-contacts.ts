import { z } from 'zod';
import { contact } from '../../domain/contacts/contact.ts';
import type { CsvRecord } from '../../domain/contacts/csv.ts';
import { importedFile, importedRow, type ImportedRow } from '../../domain/contacts/imported-rows.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { forEachConcurrently } from '../kernel/for-each-concurrently.ts';
import { writeEndpoint, type WriteContext } from '../kernel/endpoint.ts';
import { contactIdOf } from './contact-ids.ts';
import { turns } from '../kernel/turns.ts';
import { parsing } from './parsing.ts';

/** The lines of one request, so that a request ends within seconds. */
const maxRows = 1_000;
const appendsAtOnce = 16;
const maxBytes = 10 * 1024 * 1024;

const counts = { created: 0, updated: 0, unchanged: 0 };
type Change = keyof typeof counts;

/** The largest `offset`, so lines behind it could not be asked for. */
const maxLines = 1_000_000;
const linesOfTurn = 1_000;

/** The data lines of this request, and how many the file has. */
const readPart = async (
  records: Iterable<CsvRecord>,
  offset: number,
): Promise<Readonly<{ part: readonly CsvRecord[]; total: number }>> => {
  const turn = turns();
  const part: CsvRecord[] = [];
  let total = 0;
  for (const record of records) {
    if (total >= offset && part.length < maxRows) part.push(record);
    if (++total > maxLines)
      throw new Refused('VALIDATION_ERROR', `csv: has more than ${maxLines} lines; send it in several files`, {
        field: 'csv',
      });
    if (total % linesOfTurn === 0) await turn();
  }
  return { part, total };
};

/** Creates or changes the contact of a line. */
const importRow = async (
  { isSuppressed, ...given }: ImportedRow,
  line: number,
  { handle, caller }: WriteContext,
): Promise<Change> => {
  const contactId = contactIdOf(caller.workspaceId, given.platform, given.platformId);
  // An import never lifts a suppression: a person who opted out has to do that, or to be asked.
  const upsert = { type: 'upsert-contact', contactId, ...given, suppress: isSuppressed } as const;
  const { appended, events } = await handle(contact, contactId, upsert, { step: `import/${line}` });
  const isNew = events.slice(events.length - appended).some(({ type }) => type === 'ContactCreated');
  if (isNew) return 'created';
  return appended > 0 ? 'updated' : 'unchanged';
};

const Fault = z.object({ line: z.int(), message: z.string() });

/** POST /v1/contacts/import */
export const importContacts = writeEndpoint({
  method: 'POST',
  path: '/v1/contacts/import',
  id: 'importContacts',
  summary: 'Create or change contacts from a CSV file',
  description:
    'The first line names the columns, in any order and casing: `platform` and `platformId`, and what there is of ' +
    '`displayName`, `username`, `avatarUrl`, `tags` (separated by commas), `customFields` (JSON) and `isSuppressed`. ' +
    'The other columns of an export are read over, and an unknown column is refused. Each line is as POST ' +
    '/v1/contacts: an empty cell leaves what the contact has. `isSuppressed` true suppresses; nothing here lifts a ' +
    'suppression. A faulty line is reported in `errors` and does not stop the others. One request takes 1,000 lines ' +
    'from the data line `offset` on (0 is the first), and answers how far the file is: repeat it with `nextOffset` ' +
    'until that is null. A request that was cut off can be repeated as it was. `dryRun: true` only checks the lines. ' +
    'At most 10 MiB. POST /v1/contacts/imports takes a whole file at once, and imports it in the background.',
  body: z.object({
    csv: z.string().min(1).meta({ description: 'The file as a text' }),
    offset: z.int().min(0).max(maxLines).default(0),
    dryRun: z.boolean().default(false),
  }),
  bodyLimit: maxBytes,
  reply: z.object({
    total: z.int().meta({ description: 'The data lines of the file' }),
    processed: z.int().meta({ description: 'The data lines that are dealt with, those before offset included' }),
    percentage: z.int(),
    nextOffset: z.int().nullable(),
    created: z.int().meta({ description: 'This and the following count the lines of this request' }),
    updated: z.int(),
    unchanged: z.int(),
    failed: z.int(),
    errors: z.array(Fault).meta({ description: 'By line of the file, counted from 1' }),
  }),
  errors: ['VALIDATION_ERROR'],
  async run({ body: { csv, offset, dryRun } }, context) {
    const { columns, records } = importedFile(csv);
    const { part, total } = await parsing.run(context.caller.workspaceId, () => readPart(records, offset));
    const changes = { ...counts };
    const errors: z.infer<typeof Fault>[] = [];
    const carryOut = async (record: CsvRecord): Promise<void> => {
      const { line, cells } = record;
      const read = importedRow(columns, cells);
      if ('fault' in read) {
        const { column, message } = read.fault;
        return void errors.push({ line, message: column === null ? message : `${column}: ${message}` });
      }
      if (dryRun) return;
      try {
        changes[await importRow(read.row, line, context)]++;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        errors.push({ line, message: error.message });
      }
    };
    await forEachConcurrently(part, appendsAtOnce, carryOut);
    const processed = Math.min(offset + part.length, total);
    return {
      body: {
        total,
        processed,
        percentage: total === 0 ? 100 : Math.floor((100 * processed) / total),
        nextOffset: processed < total && part.length > 0 ? processed : null,
        ...changes,
        failed: errors.length,
        errors: errors.sort((one, other) => one.line - other.line),
      },
    };
  },
});
