import { allMigrations } from '../../infra/composition/all-migrations.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startPostgres } from '@social-publishing/embedded-postgres';
import { startNodeChild } from '@social-publishing/child-process';
import { EventStoreDBClient, START, excludeSystemEvents } from '@eventstore/db-client';
import { catalogue } from '../../domain/events.ts';
import { allProjections } from '../../projections/all-projections.ts';
import { EventStoreDb } from '../../infra/stores/eventstoredb/store.ts';
import { openDatabase } from '../../infra/stores/postgres/database.ts';
import { migrate } from '../../infra/stores/postgres/migrations.ts';
import { untilLive } from '../../infra/cli/rebuild.ts';
import { createLogger } from '../../infra/telemetry/logger.ts';
import { openNotifications } from '../../infra/stores/postgres/listen.ts';
import { beforeFirstEvent, moveCheckpoints } from '../../projections/kernel/checkpoint.ts';
import { startBuild, subscribersFor } from '../../projections/kernel/read-models.ts';
import { cpuByPart, cpuSince } from './processor-time.ts';
import { load } from './many-workspaces.ts';
import { perPost, postHistory } from './post-history.ts';

const events = Number(process.env['BENCH_EVENTS'] ?? 500_000);

/** Every read model built from the whole log, against the bare client reading the same log. */
export default async function run(): Promise<void> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'bench-rebuild-'));
  const postgres = await startPostgres({ dir: path.join(dir, 'postgres') });
  const node = await startNodeChild<{ ready: true; port: number }>({
    name: 'event store',
    script: path.join(import.meta.dirname, '../../infra/products/event-store-node/cli/main.ts'),
    args: ['start', '--port', '0', '--dir', path.join(dir, 'log'), '--insecure'],
  });
  const url = `esdb://127.0.0.1:${node.ready.port}?tls=false`;
  const store = new EventStoreDb(url, catalogue);
  const database = openDatabase({ url: postgres.url, applicationName: 'bench' });
  try {
    await migrate(database.kysely, allMigrations);
    await load(Math.ceil(events / perPost), 32, async (index) => {
      const { stream, all } = postHistory(index);
      await store.append(stream, 'none', all);
    });
    const wanted = Math.ceil(events / perPost) * perPost;

    const client = EventStoreDBClient.connectionString(url);
    const readBare = async (): Promise<number> => {
      const began = performance.now();
      const reading = client.subscribeToAll({ fromPosition: START, filter: excludeSystemEvents() });
      let read = 0;
      for await (const _ of reading) if (++read === wanted) break;
      await reading.unsubscribe().catch(() => undefined);
      return (wanted / (performance.now() - began)) * 1000;
    };
    const bare = await readBare();
    // The live builds stand at the end of the log, as those of a running service do: what is measured is the rebuild beside them.
    const live = (await subscribersFor(allProjections, database.kysely)).map(({ subscriber }) => subscriber.name);
    const head = await store.head();
    if (!head) throw new Error('the log is empty');
    await database.kysely
      .transaction()
      .execute((tx) => moveCheckpoints(live, { from: beforeFirstEvent, to: head }, tx));
    const builds = await Promise.all(allProjections.map((projection) => startBuild(projection, database.kysely)));
    const notifications = openNotifications(database.connection);
    const parts = { database, notifications, store, log: createLogger('silent') };

    const cpuBefore = cpuByPart();
    const began = performance.now();
    await untilLive(builds, allProjections, parts, () => {});
    const rebuilt = (wanted / (performance.now() - began)) * 1000;
    const cpuMicroseconds = cpuSince(cpuBefore, wanted);
    const bareAgain = await readBare();
    await notifications.close();
    await client.dispose();
    const read = (bare + bareAgain) / 2;
    console.table({ 'events/s': { 'bare read': Math.round(read), 'all read models': Math.round(rebuilt) } });
    const figures = {
      events: wanted,
      readModels: builds.length,
      readPerSecond: Math.round(read),
      rebuiltPerSecond: Math.round(rebuilt),
      cpuMicroseconds,
    };
    console.log(JSON.stringify({ bench: 'rebuild', ratios: { rate: Number((rebuilt / read).toFixed(3)) }, figures }));
  } finally {
    await store.close();
    await database.close();
    await node.stop();
    await postgres.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
