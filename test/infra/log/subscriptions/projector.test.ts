import { expect } from 'chai';
import { sql } from 'kysely';
import { catalogueOf } from '../../../../domain/kernel/catalogue.ts';
import type { SubscriptionParts } from '../../../../infra/log/subscriptions/run-subscription.ts';
import { runProjector } from '../../../../infra/log/subscriptions/projector.ts';
import { createLogger } from '../../../../infra/telemetry/logger.ts';
import { openNotifications } from '../../../../infra/stores/postgres/listen.ts';
import { announceParking, parkSubscriber, unparkSubscriber } from '../../../../projections/kernel/checkpoint.ts';
import type { ProjectorPart } from '../../../../projections/kernel/projector-part.ts';
import type { Projection } from '../../../../projections/kernel/projection.ts';
import {
  buildTable,
  dropBuild,
  listBuilds,
  resumeBuild,
  startBuild,
  type Build,
} from '../../../../projections/kernel/read-models.ts';
import { count, Counted, counters, type CounterRow } from '../../../support/counters.ts';
import { useEventStore } from '../../../support/event-store.ts';
import { useDatabase } from '../../../support/postgres.ts';
import { until } from '../../../support/until.ts';

describe('the projector', () => {
  const log = useEventStore(catalogueOf([Counted]));
  const database = useDatabase();
  const stops: (() => Promise<void>)[] = [];

  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });

  const start = (...projections: Projection[]) => startPart(undefined, ...projections);

  const startPart = async (part: ProjectorPart | undefined, ...projections: Projection[]) => {
    const notifications = openNotifications(database().connection);
    stops.push(notifications.close);
    const parts: SubscriptionParts = {
      database: database(),
      notifications,
      store: log().store,
      log: createLogger('silent'),
    };
    const projector = await runProjector(parts, projections, part);
    stops.push(projector.stop);
    return projector;
  };

  const rows = async (table = 'counters') =>
    (await sql<CounterRow>`select * from ${sql.id(table)} order by id`.execute(database().kysely)).rows;
  const totalOf = async (id: string, table?: string) => (await rows(table)).find((row) => row.id === id)?.total;
  const builds = async () => (await listBuilds(database().kysely)).filter(({ model }) => model === 'counters');
  const untilLive = ({ generation }: Pick<Build, 'generation'>) =>
    until(`generation ${generation} is live`, async () =>
      (await builds()).some((one) => one.generation === generation && one.status === 'live'),
    );

  it('takes up a rebuild that was started elsewhere, on a log where nothing happens, and switches to it', async () => {
    await start(counters());
    await count(log().store, 'counter-a', { by: 1 }, { by: 2 });
    await until('it is counted', async () => (await totalOf('counter-a').catch(() => 0)) === 3);
    const build = await startBuild(counters(), database().kysely);
    await untilLive(build);
    expect((await builds()).map(({ generation, status }) => [generation, status])).to.deep.equal([
      [1, 'retired'],
      [2, 'live'],
    ]);
    expect(await rows()).to.deep.equal(await rows('counters_g1'));
    await count(log().store, 'counter-a', { by: 4 });
    await until('it is counted', async () => (await totalOf('counter-a')) === 7);
    expect(await totalOf('counter-a', 'counters_g1')).to.equal(3);
  });

  it('shows readers a new version only when it has caught up, though nothing live takes part', async () => {
    for (let n = 0; n < 40; n++) await count(log().store, `counter-many-${n}`, ...Array(50).fill({ by: 1 }));
    await count(log().store, 'counter-last', { by: 1 });
    await start(counters({ version: 2 }));
    await untilLive({ generation: 3 });
    expect(await totalOf('counter-last')).to.equal(2);
    expect(await totalOf('counter-many-39')).to.equal(100);
  });

  it('brings a retired build up to date before it switches back to it', async () => {
    // An older version is built where a newer one is live only when a person asks for it.
    await startBuild(counters(), database().kysely);
    await start(counters());
    await untilLive({ generation: 4 });
    await resumeBuild({ model: 'counters', generation: 2 }, database().kysely);
    await untilLive({ generation: 2 });
    expect(await totalOf('counter-many-39')).to.equal(50);
    expect(await rows()).to.deep.equal(await rows(buildTable({ model: 'counters', generation: 4 })));
  });

  it('continues when a build is dropped under it', async () => {
    await start(counters());
    await untilLive({ generation: 2 });
    const build = await startBuild(counters(), database().kysely, { share: 0.01 });
    await dropBuild(build, database().kysely);
    await count(log().store, 'counter-after', { by: 9 });
    await until('it is counted', async () => (await totalOf('counter-after')) === 9);
  });

  it('waits while it is parked, reports it, and catches up afterwards', async () => {
    const projector = await start(counters(), counters({ name: 'others' }));
    await count(log().store, 'counter-b', { by: 1 });
    await until('it is counted', async () => (await totalOf('counter-b', 'others').catch(() => 0)) === 1);
    await until('it is counted', async () => (await totalOf('counter-b')) === 1);
    const live = (await builds()).find(({ status }) => status === 'live');
    const name = `counters#${live?.generation}`;
    await parkSubscriber(name, 'parked by a person', database().kysely);
    await announceParking(name, database().kysely);
    await until('it says so', () => projector.status().parked.get(name) === 'parked by a person');
    await count(log().store, 'counter-b', { by: 1 });
    await until('the other continues', async () => (await totalOf('counter-b', 'others')) === 2);
    expect(await totalOf('counter-b')).to.equal(1);
    expect(await unparkSubscriber(name, database().kysely)).to.equal(true);
    await announceParking(name, database().kysely);
    await until('it has caught up', async () => (await totalOf('counter-b')) === 2);
    await until('it says so', () => projector.status().parked.size === 0);
  });

  it('shares the read models with another projector, each with its part, and with none that has them all', async () => {
    const all = ['one', 'two', 'three'].map((name) => counters({ name }));
    const [first, second] = [await startPart({ part: 1, of: 2 }, ...all), await startPart({ part: 2, of: 2 }, ...all)];
    await until('both read the log', () => first.status().active && second.status().active);
    const [ofFirst, ofSecond] = [first.status().subscribers, second.status().subscribers];
    expect([ofFirst, ofSecond]).to.deep.equal([['one#1', 'two#1'], ['three#1']]);
    await count(log().store, 'counter-shared', { by: 5 });
    for (const { name } of all)
      await until(`${name} has it`, async () => (await totalOf('counter-shared', name).catch(() => 0)) === 5);
    const whole = await start(...all);
    await second.stop();
    await count(log().store, 'counter-shared', { by: 1 });
    await until('the first one goes on', async () => (await totalOf('counter-shared', 'one')) === 6);
    expect([whole.status().active, await totalOf('counter-shared', 'three')]).to.deep.equal([false, 5]);
    await first.stop();
    await until('the whole has the rest', async () => (await totalOf('counter-shared', 'three')) === 6);
    expect(whole.status().subscribers).to.have.members(['one#1', 'two#1', 'three#1']);
  });

  it('of an older release leaves what a newer one keeps alone', async () => {
    const newer = { ...counters(), version: counters().version + 1 };
    const before = await builds();
    const build = await startBuild(newer, database().kysely);
    const first = await start(newer);
    await untilLive(build);
    await first.stop();
    const older = await start(counters());
    await until('the older one reads the log', () => older.status().active);
    expect(await builds()).to.have.length(before.length + 1);
    expect((await builds()).find(({ status }) => status === 'live')).to.deep.include({ version: newer.version });
    expect(older.status().subscribers).to.deep.equal([]);
  });
});
