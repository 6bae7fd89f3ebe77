import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type RunningNode, startNode } from '@social-publishing/event-store-node';
import { catalogue as everything } from '../../domain/events.ts';
import type { Catalogue } from '../../domain/kernel/catalogue.ts';
import { EventStoreDb } from '../../infra/stores/eventstoredb/store.ts';
import { opened } from './opened.ts';

export type TestEventStore = Readonly<{ store: EventStoreDb; connectionString: string; close(): Promise<void> }>;

/** A log of its own: an embedded node on a new folder, reached over its real protocol. */
export const openTestEventStore = async (catalogue: Catalogue = everything): Promise<TestEventStore> => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'test-log-'));
  const node: RunningNode = await startNode({ dir });
  const connectionString = `esdb://127.0.0.1:${node.port}?tls=false`;
  const store = new EventStoreDb(connectionString, catalogue);
  return {
    store,
    connectionString,
    close: async () => {
      await store.close();
      await node.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
};

/** A log for the tests of one `describe`. */
export const useEventStore = (catalogue?: Catalogue): (() => TestEventStore) =>
  opened(
    () => openTestEventStore(catalogue),
    (log) => log.close(),
  );
