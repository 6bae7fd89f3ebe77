import { sql } from 'kysely';
import { z } from 'zod';
import { DeliveryStatus } from '../../domain/broadcasts/broadcast-fields.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { Platform } from '../../domain/platforms/platform.ts';
import { requireBroadcasts } from '../contract/broadcast.ts';
import { Id } from '../contract/fields.ts';
import { readEndpoint } from '../kernel/endpoint.ts';
import { limitOf, numberedPage, numberedQuery } from '../kernel/page.ts';

const Pagination = z.object({ page: z.int(), limit: z.int(), total: z.int(), totalPages: z.int() });

const Delivery = z
  .object({
    id: z.string(),
    broadcastId: z.string(),
    contactId: z.string(),
    platform: Platform,
    status: DeliveryStatus,
    sentAt: z.string().nullable(),
    readAt: z.string().nullable(),
    errorCode: z.string().nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
    contact: z
      .object({
        id: z.string(),
        displayName: z.string().nullable(),
        username: z.string().nullable(),
        avatarUrl: z.string().nullable(),
        platform: Platform,
      })
      .nullable()
      .meta({ description: 'Null after the contact was deleted' }),
  })
  .meta({ id: 'BroadcastDelivery' });

const instant = (at: string | Date | null): string | null => (at === null ? null : new Date(at).toISOString());

export const listDeliveries = readEndpoint({
  method: 'GET',
  path: '/v1/broadcasts/:id/deliveries',
  id: 'listBroadcastDeliveries',
  summary: 'The deliveries of a broadcast, in the order of its audience',
  description:
    '`status` is PENDING, DELIVERING, DELIVERED, FAILED or READ. A FAILED delivery has an `errorCode`: the ' +
    'reason why the contact got no message (CONTACT_SUPPRESSED, CONTACT_DELETED, WINDOW_CLOSED, ' +
    "ACCOUNT_DISCONNECTED), the platform's refusal, or OUTCOME_UNKNOWN.",
  params: z.object({ id: Id }),
  query: z.object({ ...numberedQuery, limit: limitOf(50) }),
  reply: z.object({ deliveries: z.array(Delivery), pagination: Pagination }),
  errors: ['PLAN_UPGRADE_REQUIRED', 'NOT_FOUND'],
  gate: requireBroadcasts,
  reads: ['broadcasts', 'broadcast_batches', 'broadcast_deliveries', 'contacts'],
  async run({ params: { id }, query: { page, limit } }, { caller, db }) {
    const known = await db
      .selectFrom('broadcasts')
      .select('id')
      .where('id', '=', id)
      .where('workspace_id', '=', caller.workspaceId)
      .executeTakeFirst();
    if (!known) throw notFound('broadcast');
    const [rows, { total }] = await Promise.all([
      db
        .selectFrom('broadcast_deliveries')
        .selectAll()
        .where('broadcast_id', '=', id)
        .orderBy('id')
        .limit(limit)
        .offset((page - 1) * limit)
        .execute(),
      db
        .selectFrom('broadcast_batches')
        .select(sql<string>`coalesce(sum(pending + delivering + delivered + failed + read), 0)`.as('total'))
        .where('broadcast_id', '=', id)
        .executeTakeFirstOrThrow(),
    ]);
    const contactIds = rows.map(({ contact_id }) => contact_id);
    const contacts =
      contactIds.length === 0
        ? []
        : await db.selectFrom('contacts').select('view').where('id', 'in', contactIds).execute();
    const contactOf = new Map(contacts.map(({ view }) => [view.id, view]));
    const deliveries = rows.map((row) => {
      const contact = contactOf.get(row.contact_id);
      const platform = Platform.parse(row.platform);
      return {
        id: row.id,
        broadcastId: id,
        contactId: row.contact_id,
        platform,
        status: row.status,
        sentAt: instant(row.sent_at),
        readAt: instant(row.read_at),
        errorCode: row.error_code,
        createdAt: instant(row.created_at) ?? '',
        updatedAt: instant(row.updated_at) ?? '',
        contact: contact
          ? {
              id: contact.id,
              displayName: contact.displayName,
              username: contact.username,
              avatarUrl: contact.avatarUrl,
              platform: contact.platform,
            }
          : null,
      };
    });
    return { body: { deliveries, pagination: numberedPage(page, limit, Number(total)) } };
  },
});
