import { sql } from 'kysely';
import { z } from 'zod';
import { furtherColumns, importedColumns } from '../../domain/contacts/contact-columns.ts';
import type { ContactView } from '../../domain/contacts/contact-view.ts';
import { csvLine } from '../../domain/contacts/csv.ts';
import { readEndpoint, type ReadContext } from '../kernel/endpoint.ts';
import { ContactFilter, countContacts, filteredContacts } from './contact-filter.ts';

/** The contacts of one query. */
const batch = 1_000;

const columns = [...importedColumns, ...furtherColumns];

/** For the documentation. */
const exampleCells: Readonly<Partial<Record<string, string>>> = {
  platform: 'FACEBOOK',
  platformId: '4711',
  displayName: 'Maria',
  tags: 'customer,vip',
};

const cellsOf = ({ tags, customFields, accountId, suppressedAt, ...view }: ContactView): readonly string[] => {
  const cells: Readonly<Record<(typeof columns)[number], unknown>> = {
    ...view,
    tags: tags.join(','),
    customFields: Object.keys(customFields).length === 0 ? null : JSON.stringify(customFields),
    isSuppressed: suppressedAt !== null,
    socialAccountId: accountId,
  };
  return columns.map((name) => String(cells[name] ?? ''));
};

async function* linesOf(filter: ContactFilter, context: ReadContext, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`\ufeff${csvLine(columns)}`);
  const wanted = filteredContacts(filter, context);
  if (!wanted) return;
  let after: Pick<ContactView, 'createdAt' | 'id'> | undefined;
  while (!signal.aborted) {
    let rest = wanted.select('view').orderBy('created_at', 'desc').orderBy('id', 'desc').limit(batch);
    if (after) rest = rest.where(sql<boolean>`(created_at, id) < (${after.createdAt}::timestamptz, ${after.id})`);
    const rows = await rest.execute();
    if (rows.length > 0) yield Buffer.from(rows.map(({ view }) => csvLine(cellsOf(view))).join(''));
    after = rows.at(-1)?.view;
    if (rows.length < batch) return;
  }
}

/** GET /v1/contacts/export */
export const exportContacts = readEndpoint({
  method: 'GET',
  path: '/v1/contacts/export',
  id: 'exportContacts',
  summary: 'The contacts of the workspace as a CSV file, the newest first',
  description:
    'RFC 4180 in UTF-8 with a mark, with a line of column names. `search`, `platform` and `tags` choose as in the ' +
    'list. `tags` are separated by commas, and `customFields` is JSON. A text that a spreadsheet would run as a ' +
    'formula begins with an apostrophe, which an import takes away. `X-Total-Count` is the number of contacts when the ' +
    'export begins, so that a client can show its progress; of chosen ones 100,000 are counted at most. Contacts that are made meanwhile are not in the file. An ' +
    'export that fails in the middle ends the connection without the last chunk.',
  query: z.object(ContactFilter),
  streams: ['text/csv; charset=utf-8'],
  streamExample: `${csvLine(columns)}${csvLine(columns.map((name) => exampleCells[name] ?? ''))}`,
  status: 200,
  errors: ['VALIDATION_ERROR'],
  reads: ['contacts', 'contact_totals'],
  async run({ query }, context) {
    const total = await countContacts(query, context);
    return {
      headers: {
        'content-disposition': 'attachment; filename="contacts.csv"',
        'x-total-count': String(total),
      },
      stream: (signal) => linesOf(query, context, signal),
    };
  },
});
