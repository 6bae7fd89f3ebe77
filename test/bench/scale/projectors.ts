import path from 'node:path';
import { startNodeChild } from '@social-publishing/child-process';
import pg from 'pg';
import { catalogue } from '../../../domain/events.ts';
import { allMigrations } from '../../../infra/composition/all-migrations.ts';
import { EventStoreDb } from '../../../infra/stores/eventstoredb/store.ts';
import { openDatabase } from '../../../infra/stores/postgres/database.ts';
import { migrate } from '../../../infra/stores/postgres/migrations.ts';
import { readCheckpoints } from '../../../projections/kernel/checkpoint.ts';
import { until } from '../../support/until.ts';
import { load } from '../many-workspaces.ts';
import { perPost, postHistory } from '../post-history.ts';

const events = Number(process.env['BENCH_EVENTS'] ?? 100_000);
const patienceMs = 120_000;
const script = path.join(import.meta.dirname, 'projector-child.ts');

const startProjectors = (eventStoreUrl: string, databaseUrl: string, of: number) =>
  Promise.all(
    Array.from({ length: of }, (_, index) =>
      startNodeChild<{ ready: true }>({
        name: `projector ${index + 1}`,
        script,
        args: [eventStoreUrl, databaseUrl, ...(of > 1 ? [String(index + 1), String(of)] : [])],
      }),
    ),
  );

/** Events a second of one projector and of two that share the read models, each on a database of its own, from the first event on. */
export const rateByProjectors = async (
  eventStoreUrl: string,
  postgresUrl: string,
): Promise<Readonly<{ one: number; two: number }>> => {
  const store = new EventStoreDb(eventStoreUrl, catalogue);
  const count = Math.ceil(events / perPost) * perPost;
  await load(count / perPost, 32, async (index) => {
    const { stream, all } = postHistory(index);
    await store.append(stream, 'none', all);
  });
  const head = await store.head();
  await store.close();
  if (!head) throw new Error('the log is empty');

  const rateOf = async (of: number): Promise<number> => {
    const name = `projectors_${of}`;
    const admin = new pg.Client({ connectionString: postgresUrl });
    await admin.connect();
    await admin.query(`create database ${name}`);
    await admin.end();
    const url = new URL(postgresUrl);
    url.pathname = `/${name}`;
    const database = openDatabase({ url: url.href, applicationName: 'bench' });
    await migrate(database.kysely, allMigrations);
    const projectors = await startProjectors(eventStoreUrl, url.href, of);
    try {
      const began = performance.now();
      await until(
        'all read models have the whole log',
        async () => {
          const models = [...(await readCheckpoints(database.kysely)).values()];
          return models.length > 0 && models.every(({ position }) => position.commit >= head.commit);
        },
        patienceMs,
      );
      return Math.round((count / (performance.now() - began)) * 1000);
    } finally {
      for (const projector of projectors) await projector.stop();
      await database.close();
    }
  };
  return { one: await rateOf(1), two: await rateOf(2) };
};
