import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { treeSubscriber } from '../../infra/log/audit/tree-subscriber.ts';
import { readCheckpoints } from '../../projections/kernel/checkpoint.ts';
import type { Client } from '../support/service-client.ts';
import { ServiceProcess } from '../support/service-process.ts';
import { load, manyWorkspaces } from './many-workspaces.ts';
import { draftSender } from './sent-drafts.ts';
import { fillWithPosts, openOwnStores, readBare, rebuildAll, type OwnStores } from './whole-log.ts';
import { medianOf } from './figures.ts';

const events = Number(process.env['BENCH_EVENTS'] ?? 500_000);
const requests = Number(process.env['BENCH_REQUESTS'] ?? 2_000);
const starts = Number(process.env['BENCH_STARTS'] ?? 5);
const atOnce = 64;

/** What a service does on its stores: drafts a second, and how long it takes to start again. */
const measured = async (service: ServiceProcess, clients: readonly Client[]) => {
  const send = draftSender(clients);
  const base = service.demo.connection.baseUrl;
  const drafts = (count: number) => load(count, atOnce, async (index) => void (await send(base, index)));
  await drafts(Math.min(400, requests));
  const { total } = await drafts(requests);
  const startsMs: number[] = [];
  for (let start = 0; start < starts; start += 1) {
    await service.stop();
    startsMs.push(await service.start());
  }
  return { draftsPerSecond: Math.round((requests / total) * 1000), startMs: Math.round(medianOf(startsMs)) };
};

/**
 * Moves read models and processes to the end of the log, where those are that have followed it. The tree over the log and the snapshots
 * are made of every event, so they read it.
 */
const moveToEnd = async ({ database, store }: OwnStores): Promise<void> => {
  const head = await store.head();
  if (!head) throw new Error('the log is empty');
  await sql`
    update checkpoint set "commit" = ${head.commit.toString()}, prepare = ${head.prepare.toString()}
    where subscriber like 'process/%' or subscriber like '%#%'`.execute(database.kysely);
};

/** Waits until the tree over the log has read all of it; answers the seconds. */
const untilTreeIsWhole = async ({ database, store }: OwnStores): Promise<number> => {
  const began = performance.now();
  const head = await store.head();
  for (;;) {
    const at = (await readCheckpoints(database.kysely)).get(treeSubscriber.name)?.position.commit ?? -1n;
    if (head === undefined || at >= head.commit) return Math.round((performance.now() - began) / 1000);
    await pause(1_000);
  }
};

/** Whether a service starts, serves and rebuilds on a long log as it does on a short one. */
export default async function run(): Promise<void> {
  const stores = await openOwnStores();
  const service = await ServiceProcess.prepare('node', {
    TEST_MODE: 'true',
    DATABASE_URL: stores.databaseUrl,
    EVENTSTORE_URL: stores.eventStoreUrl,
    SECRETS_KEY: randomBytes(32).toString('base64'),
  });
  try {
    await service.start();
    const clients = await manyWorkspaces(service.demo, Math.min(atOnce, requests), ['TWITTER']);
    const short = await measured(service, clients);
    await service.stop();

    const filling = performance.now();
    const wanted = await fillWithPosts(stores, events);
    const fillSeconds = Math.round((performance.now() - filling) / 1000);
    const bare = await readBare(stores, wanted);
    await moveToEnd(stores);
    const rebuilt = await rebuildAll(stores, wanted);
    const read = (bare + (await readBare(stores, wanted))) / 2;

    await service.start();
    const treeSeconds = await untilTreeIsWhole(stores);
    const long = await measured(service, clients);
    await service.stop();
    console.table({ 'a short log': short, [`${wanted} events more`]: long });
    console.table({ 'events/s': { 'bare read': Math.round(read), 'all read models': Math.round(rebuilt.perSecond) } });
    const ratios = {
      drafts: Number((long.draftsPerSecond / short.draftsPerSecond).toFixed(3)),
      start: Number((long.startMs / short.startMs).toFixed(3)),
      rebuild: Number((rebuilt.perSecond / read).toFixed(3)),
    };
    const figures = { events: wanted, fillSeconds, treeSeconds, short, long, cpuMicroseconds: rebuilt.cpuMicroseconds };
    console.log(JSON.stringify({ bench: 'large-log', ratios, figures }));
  } finally {
    await service.stop().catch(() => undefined);
    await service.dispose();
    await stores.stop();
  }
}
