import { z } from 'zod';
import { presentContactImport } from '../../domain/contacts/contact-import-view.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { streamOf } from '../../domain/streams.ts';
import { ContactImportReply } from '../contract/contact-import.ts';
import { Id } from '../contract/fields.ts';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { numberedPage, numberedQuery, Pagination } from '../kernel/page.ts';
import { numberedRows } from '../kernel/numbered-rows.ts';

const listContactImports = readEndpoint({
  method: 'GET',
  path: '/v1/contacts/imports',
  id: 'listContactImports',
  summary: 'The imports of contacts, the newest first',
  description: 'Also those that have ended. An import leaves its counts and its faulty lines, and nothing of the file.',
  query: z.object(numberedQuery),
  reply: z.object({ imports: z.array(ContactImportReply), pagination: Pagination }),
  reads: ['contact_imports'],
  async run({ query }, { caller, db }) {
    const wanted = db.selectFrom('contact_imports').where('workspace_id', '=', caller.workspaceId);
    const { rows, pagination } = await numberedRows(wanted, query, (all) =>
      all.select('view').orderBy('started_at', 'desc').orderBy('id', 'desc'),
    );
    const imports = rows.map(({ view }) => presentContactImport(view));
    return { body: { imports, pagination } };
  },
});

const getContactImport = readEndpoint({
  method: 'GET',
  path: '/v1/contacts/imports/:id',
  id: 'getContactImport',
  summary: 'How far an import of contacts has come',
  description:
    '`done` grows part by part. Of a cancelled import the lines behind `done` were not imported. `created` and `updated` ' +
    'count lines: a person on two lines is created by the first and updated by the second.',
  params: z.object({ id: Id }),
  reply: ContactImportReply,
  errors: ['NOT_FOUND'],
  reads: ['contact_imports'],
  past: { origins: ({ id }) => ({ streams: [streamOf('contactImport', id)] }) },
  async run({ params: { id } }, { caller, db }) {
    const row = await db
      .selectFrom('contact_imports')
      .select('view')
      .where('id', '=', id)
      .where('workspace_id', '=', caller.workspaceId)
      .executeTakeFirst();
    if (!row) throw notFound('import');
    return { body: presentContactImport(row.view) };
  },
});

const listContactImportErrors = readEndpoint({
  method: 'GET',
  path: '/v1/contacts/imports/:id/errors',
  id: 'listContactImportErrors',
  summary: 'The faulty lines of an import of contacts, in the order of the file',
  description:
    'Lines are counted from 1, the names of the columns included; a cell over several lines counts as these. No message ' +
    'quotes a cell. `column` is null where a line as a whole is faulty.',
  params: z.object({ id: Id }),
  query: z.object(numberedQuery),
  reply: z.object({
    errors: z.array(z.object({ line: z.int(), column: z.string().nullable(), message: z.string() })),
    pagination: Pagination,
  }),
  errors: ['NOT_FOUND'],
  reads: ['contact_imports', 'contact_import_errors'],
  async run({ params: { id }, query: { page, limit } }, { caller: { workspaceId }, db }) {
    const faulty = db
      .selectFrom('contact_import_errors')
      .where('import_id', '=', id)
      .where('workspace_id', '=', workspaceId);
    const [found, rows, { total }] = await Promise.all([
      db
        .selectFrom('contact_imports')
        .select('id')
        .where('id', '=', id)
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirst(),
      faulty
        .select(['line', 'column_name as column', 'message'])
        .orderBy('line')
        .limit(limit)
        .offset((page - 1) * limit)
        .execute(),
      faulty.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
    ]);
    if (!found) throw notFound('import');
    return { body: { errors: rows, pagination: numberedPage(page, limit, Number(total)) } };
  },
});

/** The read endpoints of imports of contacts. */
export const contactImportReads: readonly ReadEndpoint[] = [
  listContactImports,
  getContactImport,
  listContactImportErrors,
];
