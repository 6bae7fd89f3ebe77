import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { EventStoreDBClient, START, excludeSystemEvents } from '@eventstore/db-client';
import { startNodeChild } from '@social-publishing/child-process';
import { startPostgres } from '@social-publishing/embedded-postgres';
import { catalogue } from '../../domain/events.ts';
import { untilLive } from '../../infra/cli/rebuild.ts';
import { openDatabase, type Database } from '../../infra/stores/postgres/database.ts';
import { openNotifications } from '../../infra/stores/postgres/listen.ts';
import { EventStoreDb } from '../../infra/stores/eventstoredb/store.ts';
import { createLogger } from '../../infra/telemetry/logger.ts';
import { allProjections } from '../../projections/all-projections.ts';
import { startBuild } from '../../projections/kernel/read-models.ts';
import { load } from './many-workspaces.ts';
import { perPost, postHistory } from './post-history.ts';
import { cpuByPart, cpuSince } from './processor-time.ts';

export type OwnStores = Readonly<{
  databaseUrl: string;
  eventStoreUrl: string;
  database: Database;
  store: EventStoreDb;
  stop(): Promise<void>;
}>;

/** A Postgres and an event store of a bench's own, in a folder that goes with them. */
export const openOwnStores = async (): Promise<OwnStores> => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'bench-stores-'));
  const postgres = await startPostgres({ dir: path.join(dir, 'postgres') });
  const node = await startNodeChild<{ ready: true; port: number }>({
    name: 'event store',
    script: path.join(import.meta.dirname, '../../infra/products/event-store-node/cli/main.ts'),
    args: ['start', '--port', '0', '--dir', path.join(dir, 'log'), '--insecure'],
  });
  const eventStoreUrl = `esdb://127.0.0.1:${node.ready.port}?tls=false`;
  const store = new EventStoreDb(eventStoreUrl, catalogue);
  const database = openDatabase({ url: postgres.url, applicationName: 'bench' });
  return {
    databaseUrl: postgres.url,
    eventStoreUrl,
    database,
    store,
    stop: async () => {
      await store.close();
      await database.close();
      await node.stop();
      await postgres.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
};

/** Appends whole histories of posts until there are so many events more; answers how many there are. */
export const fillWithPosts = async ({ store }: OwnStores, events: number): Promise<number> => {
  const posts = Math.ceil(events / perPost);
  await load(posts, 32, async (index) => {
    const { stream, all } = postHistory(index);
    await store.append(stream, 'none', all);
  });
  return posts * perPost;
};

/** The bare client reads so many events from the beginning; events a second. */
export const readBare = async ({ eventStoreUrl }: OwnStores, events: number): Promise<number> => {
  const client = EventStoreDBClient.connectionString(eventStoreUrl);
  const began = performance.now();
  const reading = client.subscribeToAll({ fromPosition: START, filter: excludeSystemEvents() });
  let read = 0;
  for await (const _ of reading) if (++read === events) break;
  const rate = (events / (performance.now() - began)) * 1000;
  await reading.unsubscribe().catch(() => undefined);
  await client.dispose();
  return rate;
};

/** Builds one read model of few events from the whole log, beside the live ones; events of the log a second. */
export const rebuildOne = async ({ database, store }: OwnStores, model: string, events: number): Promise<number> => {
  const projection = allProjections.find(({ name }) => name === model);
  if (!projection) throw new Error(`there is no read model ${model}`);
  const notifications = openNotifications(database.connection);
  const build = await startBuild(projection, database.kysely);
  const began = performance.now();
  await untilLive([build], allProjections, { database, notifications, store, log: createLogger('silent') }, () => {});
  const perSecond = (events / (performance.now() - began)) * 1000;
  await notifications.close();
  return perSecond;
};

/**
 * Builds every read model from the whole log of so many events, beside the live ones. The share of reading ends with the last progress
 * but one, to a fifth of a second: the last batch waits for the indexes, which are made when the rest is read.
 */
export const rebuildAll = async ({ database, store }: OwnStores, events: number) => {
  const builds = await Promise.all(allProjections.map((projection) => startBuild(projection, database.kysely)));
  const notifications = openNotifications(database.connection);
  const parts = { database, notifications, store, log: createLogger('silent') };
  const cpuBefore = cpuByPart();
  const began = performance.now();
  const reached: { done: number; ms: number }[] = [];
  await untilLive(builds, allProjections, parts, ({ done }) => {
    if (done !== reached.at(-1)?.done) reached.push({ done, ms: performance.now() - began });
  });
  const ms = performance.now() - began;
  const perSecond = (events / ms) * 1000;
  const shareOfReading = Number(((reached.findLast(({ done }) => done < 1)?.ms ?? ms) / ms).toFixed(2));
  const cpuMicroseconds = cpuSince(cpuBefore, events);
  await notifications.close();
  return { perSecond, shareOfReading, readModels: builds.length, cpuMicroseconds };
};
