import { z } from 'zod';
import { notFound } from '../../domain/kernel/refused.ts';
import { streamOf } from '../../domain/streams.ts';
import { ContactDetail, ContactReply } from '../contract/contact.ts';
import { Id } from '../contract/fields.ts';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { numberedQuery } from '../kernel/page.ts';
import { exportContacts } from './contact-export.ts';
import { ContactFilter, countContacts, filteredContacts } from './contact-filter.ts';
import { contactDetail, presentedContacts } from './presented-contacts.ts';

const listContacts = readEndpoint({
  method: 'GET',
  path: '/v1/contacts',
  id: 'listContacts',
  summary: 'The contacts of the workspace, the newest first',
  description:
    'Newest first by `createdAt`. `search` finds contacts whose display name or username has, for each word ' +
    'of the text, a word that begins with it, in any casing and without accents. `tags` must all be there. ' +
    '`total` is that of the workspace; of chosen contacts 100,000 are counted at most, and `pages` follows from it.',
  query: z.object({
    ...numberedQuery,
    ...ContactFilter,
  }),
  reply: z.object({
    contacts: z.array(ContactReply),
    total: z.int(),
    page: z.int(),
    limit: z.int(),
    pages: z.int(),
  }),
  errors: ['VALIDATION_ERROR'],
  reads: ['contacts', 'contact_totals', 'accounts', 'enrollments'],
  async run({ query: { page, limit, ...filter } }, context) {
    const wanted = filteredContacts(filter, context);
    if (!wanted) return { body: { contacts: [], total: 0, page, limit, pages: 0 } };
    const [total, rows] = await Promise.all([
      countContacts(filter, context),
      wanted
        .select('view')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset((page - 1) * limit)
        .execute(),
    ]);
    const contacts = await presentedContacts(
      rows.map(({ view }) => view),
      context,
    );
    return { body: { contacts, total, page, limit, pages: Math.ceil(total / limit) } };
  },
});

/** An answer about the past considers this many of the newest comments. */
const maxPastComments = 100;
const maxPastEnrollments = 50;
const maxPastDeliveries = 50;

const getContact = readEndpoint({
  method: 'GET',
  path: '/v1/contacts/:id',
  id: 'getContact',
  summary: 'One contact, with what it wrote and got last',
  description:
    'Each list ends at its cap, without a sign that there is more. `deliveries` holds messages of people, ' +
    'sequences and broadcasts; only those of a broadcast that was not deleted name it in `broadcast`. A message of a ' +
    'broadcast that waits for its turn is PENDING.',
  params: z.object({ id: Id }),
  reply: ContactDetail,
  errors: ['NOT_FOUND'],
  reads: [
    'contacts',
    'contact_activities',
    'accounts',
    'comments',
    'enrollments',
    'sequences',
    'broadcasts',
    'broadcast_deliveries',
  ],
  past: {
    reads: ['contacts', 'comments', 'enrollments', 'broadcast_deliveries'],
    origins: async ({ id }, { db, caller: { workspaceId } }) => {
      const [row, comments, enrolled, deliveries] = await Promise.all([
        db
          .selectFrom('contacts')
          .select('account_id')
          .where('id', '=', id)
          .where('workspace_id', '=', workspaceId)
          .executeTakeFirst(),
        db
          .selectFrom('comments')
          .select('id')
          .where('contact_id', '=', id)
          .where('workspace_id', '=', workspaceId)
          .orderBy('platform_created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(maxPastComments)
          .execute(),
        db
          .selectFrom('enrollments')
          .select(['id', 'sequence_id'])
          .where('contact_id', '=', id)
          .where('workspace_id', '=', workspaceId)
          .limit(maxPastEnrollments)
          .execute(),
        db
          .selectFrom('broadcast_deliveries')
          .select(['broadcast_id', 'batch_id'])
          .where('contact_id', '=', id)
          .where('workspace_id', '=', workspaceId)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(maxPastDeliveries)
          .execute(),
      ]);
      const linked = row?.account_id ?? undefined;
      return {
        streams: [
          streamOf('contact', id),
          ...(linked === undefined ? [] : [streamOf('account', linked)]),
          ...comments.map((comment) => streamOf('comment', comment.id)),
          ...enrolled.flatMap((each) => [`enrollment-${each.id}`, `sequence-${each.sequence_id}`]),
          ...new Set(deliveries.map((each) => streamOf('broadcast', each.broadcast_id))),
          ...deliveries.map((each) => streamOf('broadcastBatch', each.batch_id)),
        ],
      };
    },
  },
  async run({ params: { id } }, context) {
    const { workspaceId } = context.caller;
    const [row, active] = await Promise.all([
      context.db
        .selectFrom('contacts')
        .select('view')
        .where('id', '=', id)
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirst(),
      context.db
        .selectFrom('contact_activities')
        .select('activity')
        .where('contact_id', '=', id)
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirst(),
    ]);
    if (!row) throw notFound('contact');
    return { body: await contactDetail(row.view, active?.activity, context) };
  },
});

/** The read endpoints of contacts. */
export const contactReads: readonly ReadEndpoint[] = [listContacts, exportContacts, getContact];
