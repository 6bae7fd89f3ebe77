import { expect } from 'chai';
import { sql } from 'kysely';
import type { Position } from '../../../../domain/kernel/event.ts';
import { countConsumers } from '../../../../infra/log/subscriptions/consumer-metrics.ts';
import { ConsumerWatch } from '../../../../infra/log/subscriptions/consumer-watch.ts';
import { openDatabase } from '../../../../infra/stores/postgres/database.ts';
import { createMetrics } from '../../../../infra/telemetry/metrics.ts';
import {
  beforeFirstEvent,
  createCheckpoints,
  moveCheckpoints,
  parkSubscriber,
} from '../../../../projections/kernel/checkpoint.ts';
import { startBuild } from '../../../../projections/kernel/read-models.ts';
import { counters } from '../../../support/counters.ts';
import { useDatabase } from '../../../support/postgres.ts';

type Gauge = { get(): Promise<{ values: { labels: object; value: number }[] }> };

const at = (commit: bigint): Position => ({ commit, prepare: commit });

describe('the watch over consumers', () => {
  const database = useDatabase();
  const consumers = { readModels: ['counters'], processes: ['process/one'], audit: ['audit/tree'] };

  beforeEach(() => sql`truncate checkpoint, parked, read_model`.execute(database().kysely));

  const watchOf = (log: { head: bigint | Error }) => {
    const clock = { now: 0 };
    const head = async () => {
      if (log.head instanceof Error) throw log.head;
      return at(log.head);
    };
    const watch = new ConsumerWatch({ database: database(), store: { head }, consumers, now: () => clock.now });
    const lags = () => Object.fromEntries(watch.states().map(({ name, lagSeconds }) => [name, lagSeconds]));
    return { watch, clock, lags };
  };
  const move = (name: string, from: Position, to: Position): Promise<unknown> =>
    database()
      .kysely.transaction()
      .execute((tx) => moveCheckpoints([name], { from, to }, tx));

  it('tells how long each has not been at the head, also one that no process runs', async () => {
    const log = { head: 10n };
    const { watch, clock, lags } = watchOf(log);
    await createCheckpoints(['process/one', 'audit/tree'], at(10n), database().kysely);
    await watch.refresh();
    expect(lags()).to.deep.equal({ counters: 0, 'process/one': 0, 'audit/tree': 0 });
    clock.now = 5_000;
    log.head = 25n;
    await watch.refresh();
    // Nothing reads any more: the age of what waits grows between two rounds as well.
    clock.now = 70_000;
    await move('audit/tree', at(10n), at(25n));
    await watch.refresh();
    clock.now = 75_000;
    expect(lags()).to.deep.equal({ counters: 75, 'process/one': 70, 'audit/tree': 0 });
    expect(watch.states().map(({ lagPositions }) => lagPositions)).to.deep.equal([26, 15, 0]);
    await move('process/one', at(10n), at(25n));
    await watch.refresh();
    expect(lags()['process/one']).to.equal(0);
  });

  it('still reports a lag while the event store or Postgres is away', async () => {
    const log: { head: bigint | Error } = { head: 10n };
    const { watch, clock, lags } = watchOf(log);
    await createCheckpoints(['process/one'], beforeFirstEvent, database().kysely);
    await watch.refresh();
    log.head = new Error('the event store is away');
    clock.now = 30_000;
    expect(await watch.refresh().catch(({ message }: Error) => message)).to.equal('the event store is away');
    expect(lags()['process/one']).to.equal(30);
    await move('process/one', beforeFirstEvent, at(10n));
    await watch.refresh().catch(() => undefined);
    expect(lags()['process/one'], 'Postgres is looked at all the same').to.equal(0);
  });

  it('leaves Postgres alone for half a minute while all are at the head, and looks when the log grows', async () => {
    const log = { head: 10n };
    const { watch, clock, lags } = watchOf(log);
    for (const build of ['counters#1', 'counters#2']) {
      await startBuild(counters(), database().kysely);
      await move(build, beforeFirstEvent, at(10n));
    }
    await createCheckpoints(['process/one', 'audit/tree'], at(10n), database().kysely);
    expect(await watch.refresh(), 'it has seen nothing yet').to.equal(true);
    expect(await watch.refresh(), 'a build is no consumer at rest').to.equal(true);
    await sql`delete from read_model where status = 'building'`.execute(database().kysely);
    await watch.refresh();
    await parkSubscriber('process/one', 'poison', database().kysely);
    const rounds = [];
    for (let round = 0; round < 6; round++) rounds.push(await watch.refresh());
    expect(rounds).to.deep.equal([false, false, false, false, false, true]);
    expect(watch.states().find(({ name }) => name === 'process/one')?.isParked).to.equal(true);
    expect(await watch.refresh(), 'what is parked is no consumer at rest').to.equal(true);

    await sql`update checkpoint set parked = null`.execute(database().kysely);
    await watch.refresh();
    expect(await watch.refresh()).to.equal(false);
    clock.now = 5_000;
    log.head = 25n;
    expect(await watch.refresh()).to.equal(true);
    clock.now = 8_000;
    expect(lags()['process/one']).to.equal(3);
  });

  it('needs one session of Postgres', async () => {
    const head = async () => at(1n);
    const own = openDatabase({ url: database().url, applicationName: 'tests' });
    await new ConsumerWatch({ database: own, store: { head }, consumers }).refresh();
    expect(own.pool.totalCount).to.equal(1);
    await own.close();
  });

  it('counts a read model by its builds, and what is parked by the rows in Postgres', async () => {
    const { kysely: db } = database();
    const metrics = createMetrics({ process: false });
    const values = async (gauge: Gauge): Promise<unknown> =>
      Object.fromEntries(
        (await gauge.get()).values.map(({ labels, value }) => [Object.values(labels).join(' '), value]),
      );
    const { watch } = watchOf({ head: 4n });
    await startBuild(counters(), db);
    await startBuild(counters(), db);
    await createCheckpoints(['process/one', 'audit/tree'], at(4n), db);
    await parkSubscriber('process/one', 'poison', db);
    for (const [key, name] of [
      ['a', 'counters#1'] as const,
      ['b', 'counters#1'] as const,
      ['c', 'counters#7'] as const,
    ])
      await sql`
        insert into parked (subscriber, key, stream, "commit", event_type, error)
        values (${name}, ${key}, ${key}, 1, 'Counted', 'poison')`.execute(db);
    await watch.refresh();
    countConsumers(metrics, watch.states());
    expect(await values(metrics.parked), 'of no build that is not there').to.deep.equal({
      'process process/one': 1,
      'key counters#1': 2,
    });
    expect(await values(metrics.consumerLag)).to.deep.equal({
      'projection counters#1': 5,
      'projection counters#2': 5,
      'process process/one': 0,
      'audit audit/tree': 0,
    });
    expect(watch.states().filter(({ isBuilding }) => isBuilding)).to.have.length(1);
    await sql`update read_model set status = 'retired' where generation = 1`.execute(db);
    await watch.refresh();
    countConsumers(metrics, watch.states());
    expect(await values(metrics.parked)).to.deep.equal({ 'process process/one': 1 });
    expect(await values(metrics.consumerLagSeconds)).to.have.all.keys([
      'projection counters#2',
      'process process/one',
      'audit audit/tree',
    ]);
  });
});
