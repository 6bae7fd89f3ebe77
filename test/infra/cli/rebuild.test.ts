import { expect } from 'chai';
import { sql } from 'kysely';
import { catalogueOf } from '../../../domain/kernel/catalogue.ts';
import { progressBar, type Progress } from '../../../infra/cli/progress.ts';
import { untilLive } from '../../../infra/cli/rebuild.ts';
import type { SubscriptionParts } from '../../../infra/log/subscriptions/run-subscription.ts';
import { openNotifications } from '../../../infra/stores/postgres/listen.ts';
import { createLogger } from '../../../infra/telemetry/logger.ts';
import { buildTable, startBuilds, type Build } from '../../../projections/kernel/read-models.ts';
import { count, Counted, counters } from '../../support/counters.ts';
import { useEventStore } from '../../support/event-store.ts';
import { useDatabase } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';

describe('the progress of a rebuild', () => {
  const log = useEventStore(catalogueOf([Counted]));
  const database = useDatabase();
  const projections = [counters(), counters({ name: 'others' })];

  const seen: Progress[] = [];
  const rebuild = async (builds: readonly Build[]): Promise<void> => {
    const notifications = openNotifications(database().connection);
    const parts: SubscriptionParts = {
      database: database(),
      notifications,
      store: log().store,
      log: createLogger('silent'),
    };
    await untilLive(builds, projections, parts, (progress) => seen.push(progress)).finally(notifications.close);
  };
  const begun = async () => (await startBuilds(projections, database().kysely)).map(({ build }) => build);

  it('counts the indexes that are made, while another one is still to be made', async () => {
    await count(log().store, 'counter-a', { by: 1 }, { by: 2 });
    await rebuild(await begun());
    seen.length = 0;
    const builds = await begun();
    const others = builds.find(({ model }) => model === 'others');
    if (!others) throw new Error('the other read model has no build');
    let rebuilding: Promise<void> | undefined;
    await database()
      .kysely.transaction()
      .execute(async (tx) => {
        // Rows can be written meanwhile, and no index can be made.
        await sql`lock table ${sql.id(buildTable(others))} in row exclusive mode`.execute(tx);
        rebuilding = rebuild(builds);
        await until('the other index is made', () => seen.some(({ indexes }) => indexes));
      });
    await rebuilding;
    expect(seen.find(({ indexes }) => indexes)?.indexes).to.deep.equal({ made: 1, of: 2 });
    expect(seen.at(-1)).to.include({ done: 1, indexes: undefined });
  });

  it('goes on where the making of an index is cut off', async () => {
    const builds = await begun();
    const [, others] = builds;
    if (!others) throw new Error('the second read model has no build');
    const table = buildTable(others);
    let rebuilding: Promise<void> | undefined;
    await database()
      .kysely.transaction()
      .execute(async (tx) => {
        await sql`lock table ${sql.id(table)} in row exclusive mode`.execute(tx);
        rebuilding = rebuild(builds);
        await until('a session that waits for the table is ended', async () => {
          const { rows } = await sql`
            select pg_terminate_backend(pid) from pg_locks
            where relation = ${table}::regclass and not granted and database =
              (select oid from pg_database where datname = current_database())`.execute(tx);
          return rows.length > 0;
        });
      });
    await rebuilding;
    const indexes = await sql<{ name: string }>`
      select indexname as name from pg_indexes where tablename = ${table} order by name`.execute(database().kysely);
    expect(indexes.rows.map(({ name }) => name)).to.deep.equal([`${table}_0`, `${table}_pkey`]);
  });

  it('is a line for each tenth of the events, and then of the indexes, where no terminal shows it', () => {
    let lines = '';
    const bar = progressBar({ write: (text) => (lines += text) });
    const at = (done: number, indexes?: Progress['indexes']): void =>
      bar.show({ done, indexes, eventsPerSecond: 50, secondsLeft: undefined });
    for (const done of [0, 0.05, 0.12, 0.995]) at(done);
    for (const made of [1, 2, 3]) at(0.995, { made, of: 20 });
    for (const done of [0.995, 1]) at(done);
    expect(lines.split('\n')).to.deep.equal([
      '0 %, 50 events/s',
      '12 %, 50 events/s',
      '99 %, 50 events/s',
      '99 %, 1 of 20 indexes',
      '99 %, 2 of 20 indexes',
      '100 %, 50 events/s',
      '',
    ]);
  });
});
