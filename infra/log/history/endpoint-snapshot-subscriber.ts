import type { Transaction } from 'kysely';
import type { Recorded } from '../../../domain/kernel/event.ts';
import { unlessUnreadable } from './unless-unreadable.ts';
import { webhookOutcomeEvents } from '../../../projections/webhooks/webhook-endpoints.ts';
import type { Subscriber } from '../../../projections/kernel/subscriber.ts';
import type { EndpointSnapshots } from './endpoint-snapshots.ts';
import { isRecord } from '../../../domain/kernel/record.ts';

/**
 * One outcome in this many checks whether a snapshot is due. The event id decides, because outcomes
 * are not counted here.
 */
const oneIn = 16;

const isChosen = ({ id }: Recorded): boolean => Number.parseInt(id.slice(-2), 16) % oneIn === 0;

export const endpointSnapshotSubscriberName = 'history/webhook-endpoints';

/** Makes the snapshots of webhook endpoints as outcomes of their deliveries come in. */
export const endpointSnapshotSubscriber = (snapshots: Pick<EndpointSnapshots, 'extend'>): Subscriber => ({
  name: endpointSnapshotSubscriberName,
  handles: new Set(webhookOutcomeEvents.map(({ type }) => type)),
  apply: async (events: readonly Recorded[], tx: Transaction<unknown>) => {
    const endpointIds = events
      .filter(isChosen)
      .flatMap(({ data }) => (isRecord(data) && typeof data['endpointId'] === 'string' ? data['endpointId'] : []));
    for (const endpointId of new Set(endpointIds)) await unlessUnreadable(() => snapshots.extend(endpointId, tx));
  },
});
