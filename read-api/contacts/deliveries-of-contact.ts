import { maxDeliveries, type ContactActivity } from '../../domain/contacts/contact-activity.ts';
import type { ContactView } from '../../domain/contacts/contact-view.ts';
import type { ContactDetail } from '../contract/contact.ts';
import type { ReadModelTables } from '../kernel/past.ts';

type Delivery = ContactDetail['deliveries'][number];

const instant = (at: string | Date | null): string | null => (at === null ? null : new Date(at).toISOString());

/** Deliveries of broadcasts to a contact since it was made: an earlier life was another person. */
const ofBroadcasts = async (
  { id, workspaceId, createdAt }: ContactView,
  db: ReadModelTables,
): Promise<readonly Delivery[]> => {
  const rows = await db
    .selectFrom('broadcast_deliveries')
    .selectAll()
    .where('contact_id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('created_at', '>=', createdAt)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxDeliveries)
    .execute();
  if (rows.length === 0) return [];
  const broadcasts = await db
    .selectFrom('broadcasts')
    .select(['id', 'view'])
    .where('id', 'in', [...new Set(rows.map((row) => row.broadcast_id))])
    .execute();
  const names = new Map(broadcasts.map((row) => [row.id, row.view.name]));
  return rows.map((row) => {
    const name = names.get(row.broadcast_id);
    return {
      id: row.id,
      status: row.status,
      sentAt: instant(row.sent_at),
      readAt: instant(row.read_at),
      errorCode: row.error_code,
      createdAt: instant(row.created_at) ?? '',
      broadcast: name === undefined ? null : { id: row.broadcast_id, name },
    };
  });
};

/**
 * The newest messages to a contact. A delivery of a broadcast is shown once, although the contact's own
 * stream has a message for each try to send it.
 */
export const deliveriesOf = async (
  view: ContactView,
  { deliveries = [] }: Partial<ContactActivity>,
  db: ReadModelTables,
): Promise<Delivery[]> => {
  const own = deliveries.flatMap(({ origin, ...delivery }) =>
    origin.kind === 'broadcast' ? [] : [{ ...delivery, broadcast: null }],
  );
  return [...own, ...(await ofBroadcasts(view, db))]
    .sort((one, other) => (one.createdAt > other.createdAt ? -1 : one.createdAt < other.createdAt ? 1 : 0))
    .slice(0, maxDeliveries);
};
