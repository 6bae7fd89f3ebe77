import type { StreamReader } from '../../../domain/kernel/event-store.ts';
import { forgotten } from '../../../domain/kernel/personal.ts';
import type { EventHistory } from '../../../read-api/history/event-history.ts';

/** Reads history from the log itself, so it is complete and current whatever the read models do. */
export const logHistory = (store: StreamReader): EventHistory => ({
  page: async (stream, from, limit) => {
    const next = from + limit;
    // One event more than requested shows whether there are more. Events of unknown type count but
    // are left out.
    const { events, revision } = await store.read(stream, { from, limit: limit + 1 });
    return { events: events.filter((event) => event.revision < next), next, more: revision === next };
  },
  addresses: (places) =>
    Promise.all(
      places.map(async ({ stream, revision }) => {
        const { events } = await store.read(stream, { from: revision, limit: 1 });
        const address = events[0]?.meta.actor.address;
        return address === forgotten ? undefined : address;
      }),
    ),
});
