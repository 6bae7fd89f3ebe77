import { outcomeUnknown } from '../../domain/broadcasts/broadcast-fields.ts';
import type { MemoryEventStore } from '../support/memory-event-store.ts';
import type { Broadcasts } from './broadcasts.ts';
import { messageViolations, wasBarred } from './people.ts';

/** Every delivery of a broadcast that was sent has ended, as the platform knows it. */
const deliveryViolations = (store: MemoryEventStore, broadcasts: Broadcasts): string[] => {
  const { status, platform } = broadcasts;
  const batches = broadcasts.batches();
  if (batches.length === 0) return status === 'SENDING' ? ['the broadcast is SENDING without a batch'] : [];
  if (broadcasts.isHeld) return [];
  if (status !== 'SENT') return [`the broadcast ends as ${status}`];
  const found: string[] = [];
  const started = store.log.find(({ type }) => type === 'BroadcastSendingStarted')?.data as { contacts: number };
  const deliveries = batches.flatMap((batch) => batch.deliveries);
  if (
    deliveries.length !== started.contacts ||
    new Set(deliveries.map((each) => each.contactId)).size !== started.contacts
  )
    found.push(`${started.contacts} contacts became ${deliveries.length} deliveries`);
  const codes = new Map(
    store.log.flatMap(({ type, data }) =>
      type === 'BroadcastDeliveriesEnded'
        ? (data as { failed: { deliveryId: string; code: string }[] }).failed.map(
            ({ deliveryId, code }) => [deliveryId, code] as const,
          )
        : [],
    ),
  );
  for (const { deliveryId, contactId, status: delivery } of deliveries) {
    const isThere = platform.delivered.some(({ to }) => to === contactId);
    const code = codes.get(deliveryId);
    if (delivery === 'PENDING' || delivery === 'DELIVERING') found.push(`the delivery to ${contactId} is ${delivery}`);
    if (delivery === 'DELIVERED' && !isThere)
      found.push(`the delivery to ${contactId} counts as sent and is not there`);
    if (delivery === 'FAILED' && isThere && code !== outcomeUnknown)
      found.push(`the delivery to ${contactId} failed with ${code} and is there`);
    const barred = code === 'CONTACT_SUPPRESSED' || code === 'CONTACT_DELETED';
    if (delivery === 'FAILED' && barred && !wasBarred(store.of(`contact-${contactId}`)))
      found.push(`the delivery to ${contactId} failed with ${code}, and its contact could be messaged all the time`);
  }
  return found;
};

/** What must hold of a broadcast; of a deleted workspace only that no message went out wrongly. */
export const broadcastViolations = (
  store: MemoryEventStore,
  broadcasts: Broadcasts,
  isDeleted: boolean,
): readonly string[] => [
  ...messageViolations(store, broadcasts.people, broadcasts.platform),
  ...(isDeleted ? [] : deliveryViolations(store, broadcasts)),
];
