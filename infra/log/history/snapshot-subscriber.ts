import type { Transaction } from 'kysely';
import type { Recorded } from '../../../domain/kernel/event.ts';
import type { Subscriber } from '../../../projections/kernel/subscriber.ts';
import { unlessUnreadable } from './unless-unreadable.ts';
import { snapshotEvery, type StreamSnapshots } from './stream-snapshots.ts';

export const snapshotSubscriberName = 'history/snapshots';

/**
 * Makes the snapshots of streams as they grow, so that the first question about their past is
 * answered quickly.
 */
export const snapshotSubscriber = (snapshots: Pick<StreamSnapshots, 'keeps' | 'extend'>): Subscriber => ({
  name: snapshotSubscriberName,
  handles: 'everything',
  apply: async (events: readonly Recorded[], tx: Transaction<unknown>) => {
    const due = events.filter(
      ({ stream, revision }) => (revision + 1) % snapshotEvery === 0 && snapshots.keeps(stream),
    );
    for (const stream of new Set(due.map((event) => event.stream)))
      await unlessUnreadable(() => snapshots.extend(stream, tx));
  },
});
