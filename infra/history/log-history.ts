import type { EventStore } from '../../commands/kernel/event-store.ts';
import type { EventHistory } from '../../read-api/history/event-history.ts';
import { forgotten } from '../../domain/kernel/personal.ts';

/** Reads history from the log itself, so it is whole and up to the moment whatever the read models do. */
export const logHistory = (store: Pick<EventStore, 'read'>): EventHistory => ({
  page: async (stream, from, limit) => (await store.read(stream, { from, limit })).events,
  addresses: (places) =>
    Promise.all(
      places.map(async ({ stream, revision }) => {
        const { events } = await store.read(stream, { from: revision, limit: 1 });
        const address = events[0]?.meta.actor.address;
        return address === forgotten ? undefined : address;
      }),
    ),
});
