import { expect } from 'chai';
import { sql } from 'kysely';
import type { Position } from '../../../../domain/kernel/event.ts';
import { consumerLagGauge } from '../../../../infra/log/subscriptions/consumer-metrics.ts';
import type { SubscriptionStatus } from '../../../../infra/log/subscriptions/run-subscription.ts';
import { createMetrics } from '../../../../infra/telemetry/metrics.ts';
import { beforeFirstEvent, createCheckpoints, moveCheckpoints } from '../../../../projections/kernel/checkpoint.ts';
import { useDatabase } from '../../../support/postgres.ts';

type Gauge = { get(): Promise<{ values: { labels: object; value: number }[] }> };

describe('the counts of consumers', () => {
  const database = useDatabase();
  const told = async (gauge: Gauge): Promise<unknown> =>
    Object.fromEntries(
      (await gauge.get()).values.map(({ labels, value }) => [Object.values(labels).sort().join(' '), value]),
    );

  it('name each parked consumer by its kind, until it goes on', async () => {
    const metrics = createMetrics({ process: false });
    const parked = new Map([['posts#1', 'a poison event']]);
    const scan = (names: ReadonlyMap<string, string>) => ({
      status: (): SubscriptionStatus => ({ active: true, subscribers: [], parked: names }),
    });
    const count = consumerLagGauge(
      metrics,
      { database: database(), store: { head: async () => undefined } },
      { projection: scan(parked), process: scan(new Map([['due-posts', 'x']])) },
    );
    await count();
    expect(await told(metrics.parked)).to.deep.equal({ 'posts#1 projection': 1, 'due-posts process': 1 });
    parked.clear();
    await count();
    expect(await told(metrics.parked)).to.deep.equal({ 'due-posts process': 1 });
  });

  it('name the parked keys of each consumer, of whichever process', async () => {
    const metrics = createMetrics({ process: false });
    const db = database().kysely;
    for (const key of ['a', 'b'])
      await sql`
        insert into parked (subscriber, key, stream, "commit", event_type, error)
        values ('posts#1', ${key}, ${key}, 1, 'PostCreated', 'poison')`.execute(db);
    const count = consumerLagGauge(metrics, { database: database(), store: { head: async () => undefined } }, {});
    await count();
    expect(await told(metrics.parked)).to.deep.equal({ 'key posts#1': 2 });
    await sql`delete from parked`.execute(db);
    await count();
    expect(await told(metrics.parked)).to.deep.equal({});
  });

  it('tell how far, and for how long, each is behind the end of the log', async () => {
    const metrics = createMetrics({ process: false });
    const db = database().kysely;
    let end = 10n;
    let now = 0;
    let active = true;
    await createCheckpoints(['one#1', 'other#1'], beforeFirstEvent, db);
    const at = (commit: bigint): Position => ({ commit, prepare: commit });
    const move = (names: string[], from: Position, to: Position): Promise<ReadonlySet<string>> =>
      db.transaction().execute((tx) => moveCheckpoints(names, from, to, tx));
    const scan = {
      status: (): SubscriptionStatus => ({ active, subscribers: ['one#1', 'other#1'], parked: new Map() }),
    };
    const count = consumerLagGauge(
      metrics,
      { database: database(), store: { head: async () => at(end) } },
      { projection: scan, process: undefined },
      () => now,
    );
    await move(['one#1', 'other#1'], beforeFirstEvent, at(10n));
    await count();
    expect(await told(metrics.consumerLag)).to.deep.equal({ 'one#1 projection': 0, 'other#1 projection': 0 });
    end = 25n;
    await move(['one#1'], at(10n), at(25n));
    await count();
    now = 7_000;
    await count();
    expect(await told(metrics.consumerLag)).to.deep.equal({ 'one#1 projection': 0, 'other#1 projection': 15 });
    expect(await told(metrics.consumerLagSeconds)).to.deep.equal({ 'one#1 projection': 0, 'other#1 projection': 7 });
    // Another process owns them now and tells.
    active = false;
    await count();
    expect(await told(metrics.consumerLag)).to.deep.equal({});
    expect(await told(metrics.consumerLagSeconds)).to.deep.equal({});
  });
});
