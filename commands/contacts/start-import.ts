import { z } from 'zod';
import { contactImport } from '../../domain/contacts/contact-import.ts';
import type { CsvRecord } from '../../domain/contacts/csv.ts';
import { contactImportPart } from '../../domain/contacts/contact-import-part.ts';
import { contactImportView, presentContactImport } from '../../domain/contacts/contact-import-view.ts';
import { importedFile } from '../../domain/contacts/imported-rows.ts';
import { linesOfPart, maxImportLines, partsOf } from '../../domain/contacts/import-lines.ts';
import { requireView } from '../../domain/kernel/decider.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { ContactImportReply } from '../../read-api/contract/contact-import.ts';
import { contactImportPartId } from './contact-import-part-id.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';
import { forEachConcurrently } from '../kernel/for-each-concurrently.ts';
import { turns } from '../kernel/turns.ts';
import { contactParams } from './contact-params.ts';
import { parsing } from './parsing.ts';

const maxBytes = 10 * 1024 * 1024;
const appendsAtOnce = 8;

type Parts = Readonly<{ parts: readonly string[]; lines: number }>;

const readParts = async (records: Iterable<CsvRecord>): Promise<Parts> => {
  const turn = turns();
  const reading = partsOf(records);
  const parts: string[] = [];
  for (;;) {
    const step = reading.next();
    if (step.done) return { parts, lines: step.value };
    parts.push(step.value);
    await turn();
  }
};

/** POST /v1/contacts/imports */
export const startContactImport = writeEndpoint({
  method: 'POST',
  path: '/v1/contacts/imports',
  id: 'startContactImport',
  summary: 'Import contacts from a CSV file in the background',
  description:
    'The file is the body as `text/csv`, or the property `csv` of a JSON body. Its columns and lines are as in POST ' +
    '/v1/contacts/import: a line creates the contact of its `platform` and `platformId`, or changes what its cells ' +
    'name; a suppression is never lifted. The answer comes when the lines are stored; GET /v1/contacts/imports/:id ' +
    'then shows the progress, and GET /v1/contacts/imports/:id/errors the faulty lines. Lines are imported in the order ' +
    `of the file, about ${linesOfPart} at a time. A contact that is deleted after the file came is not made again. The ` +
    'lines are stored encrypted, and their key is destroyed when the import ends. A request that was cut off can be ' +
    'repeated with its Idempotency-Key for ten minutes. ' +
    `At most 10 MiB and ${maxImportLines} lines in UTF-8; a file that cannot be read is 400 as a whole: an unknown, missing ` +
    'or double column, a quote that is not closed, other encodings, a line over 1 MiB. A line over 32,768 characters is faulty.',
  body: z.object({ csv: z.string().min(1).meta({ description: 'The file as a text' }) }),
  textBody: {
    type: 'text/csv',
    property: 'csv',
    example: 'platform,platformId,displayName,tags\r\nFACEBOOK,4711,Maria,"customer,vip"\r\n',
  },
  bodyLimit: maxBytes,
  reply: ContactImportReply,
  status: 202,
  errors: ['VALIDATION_ERROR', 'CONFLICT'],
  async run({ body: { csv } }, context) {
    const { columns, records } = importedFile(csv);
    const { parts, lines } = await parsing.run(context.caller.workspaceId, () => readParts(records));
    if (lines === 0) throw new Refused('VALIDATION_ERROR', 'csv: has no lines below the names', { field: 'csv' });
    const importId = context.newId('contact-import');
    const open = { type: 'open-import', importId, columns, lines, parts: parts.length } as const;
    await context.handle(contactImport, importId, open, { fresh: true, step: 'open' });
    await forEachConcurrently([...parts.entries()], appendsAtOnce, async ([number, rows]) => {
      const store = { type: 'store-part', importId, number, rows } as const;
      const partId = contactImportPartId(importId, number);
      await context.handle(contactImportPart, partId, store, { fresh: true, step: `part/${number}` });
    });
    const { events } = await context.handle(contactImport, importId, { type: 'start-import' }, { step: 'start' });
    return { status: 202, body: presentContactImport(requireView(contactImportView, events)) };
  },
});

/** POST /v1/contacts/imports/:id/cancel */
export const cancelContactImport = writeEndpoint({
  method: 'POST',
  path: '/v1/contacts/imports/:id/cancel',
  id: 'cancelContactImport',
  summary: 'Cancel an import of contacts',
  description:
    'The lines that are being imported at this moment are finished and counted; no others are imported. Imported ' +
    'contacts stay. An import that was cancelled before is answered unchanged; one that has ended otherwise is 409 ' +
    'JOB_ALREADY_TERMINAL.',
  params: contactParams,
  reply: ContactImportReply,
  errors: ['NOT_FOUND', 'JOB_ALREADY_TERMINAL'],
  async run({ params: { id } }, context) {
    const { events } = await context.handle(contactImport, id, { type: 'cancel-import' });
    return { body: presentContactImport(requireView(contactImportView, events)) };
  },
});
