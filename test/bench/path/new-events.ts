import { catalogue } from '../../../domain/events.ts';
import { EventStoreDb } from '../../../infra/stores/eventstoredb/store.ts';

/** Reads which events a service's log got since the last look: how many by type. */
export const newEvents = async (connectionString: string) => {
  const store = new EventStoreDb(connectionString, catalogue);
  let from = await store.head();
  return {
    since: async (): Promise<ReadonlyMap<string, number>> => {
      const counts = new Map<string, number>();
      const head = await store.head();
      if (!head || (from && head.commit <= from.commit)) return counts;
      const done = new AbortController();
      for await (const batch of store.follow(from ?? 'start', { signal: done.signal, as: 'stored' })) {
        for (const { type } of batch.events) counts.set(type, (counts.get(type) ?? 0) + 1);
        if (batch.to.commit >= head.commit) break;
      }
      done.abort();
      from = head;
      return counts;
    },
    close: () => store.close(),
  };
};
