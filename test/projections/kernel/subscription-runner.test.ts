import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { sql } from 'kysely';
import { catalogueOf } from '../../../domain/kernel/catalogue.ts';
import { SubscriptionRunner } from '../../../projections/kernel/subscription-runner.ts';
import { beforeFirstEvent, createCheckpoints } from '../../../projections/kernel/checkpoint.ts';
import { listParked } from '../../../projections/kernel/parking.ts';
import {
  dropBuild,
  listBuilds,
  startBuild,
  subscriberOf,
  subscribersFor,
  switchTo,
} from '../../../projections/kernel/read-models.ts';
import type { Subscriber } from '../../../projections/kernel/subscriber.ts';
import { backOff, isTransient } from '../../../infra/stores/postgres/retry-policy.ts';
import { count, Counted, counters, type CountedEvent, type CounterRow } from '../../support/counters.ts';
import { useEventStore } from '../../support/event-store.ts';
import { useDatabase } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';

describe('the projection engine', () => {
  const log = useEventStore(catalogueOf([Counted]));
  const database = useDatabase();
  const stopping: AbortController[] = [];

  afterEach(() => stopping.splice(0).forEach((stop) => stop.abort()));

  const append = (stream: string, ...data: CountedEvent['data'][]) => count(log().store, stream, ...data);

  const start = async (projection = counters()) => {
    const running = await subscribersFor([projection], database().kysely);
    const stop = new AbortController();
    stopping.push(stop);
    const scan = new SubscriptionRunner({
      log: log().store,
      db: database().kysely,
      subscribers: running.map(({ subscriber }) => subscriber),
      isTransient,
      backOff,
      report: { parked: () => {}, retrying: () => {}, joined: () => {} },
    });
    const ended = scan.run(stop.signal);
    return { scan, stop, ended };
  };

  const rows = async (table = 'counters') =>
    (await sql<CounterRow>`select * from ${sql.id(table)} order by id`.execute(database().kysely)).rows;

  it('folds what is there and what comes, and keeps instants and arrays as they were', async () => {
    await append('counter-a', { by: 1 }, { by: 2 });
    const { scan } = await start();
    const position = await append('counter-b', { by: 5 });
    await until('it is applied', () => scan.position.commit >= position.commit);
    expect(await rows()).to.deep.equal([
      { id: 'counter-a', total: 3, last_revision: 1, at: '2026-03-01T10:00:00.123Z', tags: ['r0', 'r1'] },
      { id: 'counter-b', total: 5, last_revision: 0, at: '2026-03-01T10:00:00.123Z', tags: ['r0'] },
    ]);
  });

  it('continues from its position after a stop, and counts nothing twice', async () => {
    const first = await start();
    const position = await append('counter-a', { by: 10 });
    await until('it is applied', () => first.scan.position.commit >= position.commit);
    first.stop.abort();
    await first.ended;
    const later = await append('counter-a', { by: 100 });
    const second = await start();
    await until('it is applied', () => second.scan.position.commit >= later.commit);
    expect((await rows())[0]?.total).to.equal(113);
  });

  it('lets one of two owners go on and stops the other, and no event is applied twice', async () => {
    const a = await start();
    const b = await start();
    const lost = Promise.allSettled([a.ended, b.ended]);
    let position = await append('counter-two', { by: 1 });
    for (let n = 0; n < 50; n++) position = await append('counter-two', { by: 1 });
    await until('it is applied', () => [a, b].some(({ scan }) => scan.position.commit >= position.commit));
    a.stop.abort();
    b.stop.abort();
    await lost;
    expect((await rows()).find(({ id }) => id === 'counter-two')?.total).to.equal(51);
  });

  it('parks the key it cannot fold, and the others go on', async () => {
    const { scan } = await start();
    await append('counter-bad', { by: 1 }, { by: 1, poison: true }, { by: 7 });
    const position = await append('counter-good', { by: 3 });
    await until('it is applied', () => scan.position.commit >= position.commit);
    const all = await rows();
    expect(all.find(({ id }) => id === 'counter-good')?.total).to.equal(3);
    const parked = await listParked(database().kysely);
    expect(parked.map(({ key, error }) => [key, error])).to.deep.equal([
      ['counter-bad', 'this event cannot be folded'],
    ]);
    const more = await append('counter-bad', { by: 9 });
    await until('it is applied', () => scan.position.commit >= more.commit);
    // The row keeps what came before the poison, wherever the batches began and ended.
    expect((await rows()).find(({ id }) => id === 'counter-bad')?.total).to.equal(1);
  });

  it('parks the key of an event that cannot be read, in a rebuild as in the live build', async () => {
    const metadata = {
      workspaceId: 'w',
      mode: 'test',
      actor: { kind: 'system', id: 'test' },
      occurredAt: '2026-03-01T10:00:00.000Z',
    };
    const strange = () => jsonEvent({ type: 'Counted', data: 1000 as never, metadata });
    const client = EventStoreDBClient.connectionString(log().connectionString);
    const { scan, stop, ended } = await start();
    await append('counter-damaged', { by: 1 });
    await client.appendToStream('counter-damaged', strange());
    await client.appendToStream('counter-newer', strange());
    await client.dispose();
    const position = await append('counter-own', { by: 2 });
    await until('it is applied', () => scan.position.commit >= position.commit);
    stop.abort();
    await ended;
    const isOf = ({ id }: CounterRow): boolean => ['counter-damaged', 'counter-newer', 'counter-own'].includes(id);
    const live = (await rows()).filter(isOf);
    expect(live.map(({ id, total }) => [id, total])).to.deep.equal([
      ['counter-damaged', 1],
      ['counter-own', 2],
    ]);
    const parkedBy = async (subscriber: string) =>
      (await listParked(database().kysely))
        .filter((one) => one.subscriber === subscriber)
        .map(({ key, commit }) => [key, commit])
        .sort();
    const parked = await parkedBy('counters#1');
    expect(parked.map(([key]) => key)).to.include.members(['counter-damaged', 'counter-newer']);
    const build = await startBuild(counters(), database().kysely);
    const second = await start();
    await until('the rebuild has caught up', async () =>
      (await rows('counters_g2')).some(({ id }) => id === 'counter-own'),
    );
    expect((await rows('counters_g2')).filter(isOf)).to.deep.equal(live);
    expect(await parkedBy('counters#2')).to.deep.equal(parked);
    second.stop.abort();
    await second.ended;
    await dropBuild(build, database().kysely);
  });

  it('parks the key whose row the database refuses', async () => {
    const { scan } = await start();
    await append('counter-inf', { by: Number.MAX_VALUE }, { by: Number.MAX_VALUE });
    const position = await append('counter-fine', { by: 4 });
    await until('it is applied', () => scan.position.commit >= position.commit);
    expect((await rows()).find(({ id }) => id === 'counter-fine')?.total).to.equal(4);
    expect((await listParked(database().kysely)).map(({ key }) => key)).to.include('counter-inf');
  });

  it('builds a rebuild beside the live one, lets it join, and it equals the live one row for row', async () => {
    const build = await startBuild(counters(), database().kysely);
    expect(build).to.include({ generation: 2, status: 'building' });
    const running = await start();
    const position = await append('counter-late', { by: 2 });
    await until('it is applied', () => running.scan.position.commit >= position.commit);
    await until('it is applied', async () => (await rows('counters_g2')).some(({ id }) => id === 'counter-late'));
    expect(await rows('counters_g2')).to.deep.equal(await rows('counters_g1'));
    await switchTo(counters(), build, database().kysely);
    expect((await listBuilds(database().kysely)).map(({ generation, status }) => [generation, status])).to.deep.equal([
      [1, 'retired'],
      [2, 'live'],
    ]);
    expect(await rows()).to.deep.equal(await rows('counters_g2'));
  });

  it('builds a new version in tables of its own while readers see the old one', async () => {
    const before = await rows();
    const { scan } = await start(counters({ version: 2 }));
    const position = await append('counter-v2', { by: 1 });
    await until('it is applied', () => scan.position.commit >= position.commit);
    expect((await rows('counters_g3')).find(({ id }) => id === 'counter-v2')?.total).to.equal(2);
    expect(await rows()).to.deep.equal(before);
  });

  it('asks the log for the types that lagging builds handle, and for all where one is given everything', async () => {
    const choosy = counters({ name: 'choosy' });
    const { scan, stop, ended } = await start(choosy);
    const head = await append('counter-choosy', { by: 1 });
    await until('it is live', () => scan.position.commit >= head.commit);
    stop.abort();
    await ended;
    const [live] = await subscribersFor([choosy], database().kysely);
    const rebuilt = subscriberOf(choosy, await startBuild(choosy, database().kysely));
    const everything: Subscriber = { name: 'sees-all', handles: 'everything', apply: () => Promise.resolve() };
    await createCheckpoints([everything.name], beforeFirstEvent, database().kysely);
    const askedFor = async (...laggards: readonly Subscriber[]) => {
      const asked: unknown[] = [];
      let joined = 0;
      const stopped = new AbortController();
      stopping.push(stopped);
      const { store } = log();
      const runner = new SubscriptionRunner({
        log: {
          head: () => store.head(),
          follow: (from, options) => {
            asked.push(options.types && [...options.types]);
            return store.follow(from, options);
          },
        },
        db: database().kysely,
        subscribers: [...(live ? [live.subscriber] : []), ...laggards],
        isTransient,
        backOff,
        report: { parked: () => {}, retrying: () => {}, joined: () => void joined++ },
      });
      const running = runner.run(stopped.signal);
      await until('all have joined', () => joined === 1 + laggards.length);
      stopped.abort();
      await running;
      return asked;
    };
    expect(await askedFor(rebuilt)).to.deep.equal([undefined, ['Counted']]);
    expect((await rows('choosy_g2')).find(({ id }) => id === 'counter-choosy')?.total).to.equal(1);
    expect(await askedFor(everything)).to.deep.equal([undefined, undefined]);
  });

  it('lets a build rest for what its share leaves', async function () {
    this.timeout(90_000);
    const builds = await subscribersFor([counters({ name: 'unhurried' })], database().kysely);
    const live = builds.map(({ subscriber }) => subscriber);
    for (let n = 0; n < 5; n++) await append('counter-long', ...Array<CountedEvent['data']>(20).fill({ by: 1 }));
    const follow = async (
      subscribers: readonly Subscriber[],
      share: number,
      isDone: (scan: SubscriptionRunner) => boolean,
    ) => {
      let joined = 0;
      const stop = new AbortController();
      stopping.push(stop);
      const scan = new SubscriptionRunner({
        log: log().store,
        db: database().kysely,
        subscribers,
        isTransient,
        backOff,
        maxBatch: 20,
        shareOf: () => share,
        report: { parked: () => {}, retrying: () => {}, joined: () => void joined++ },
      });
      const started = performance.now();
      const ended = scan.run(stop.signal);
      await until('it has come this far', () => isDone(scan) && joined === subscribers.length, 60_000);
      const took = performance.now() - started;
      stop.abort();
      await ended;
      return took;
    };
    const head = await log().store.head();
    await follow(live, 1, ({ position }) => position.commit === head?.commit);
    const build = await startBuild(counters({ name: 'unhurried' }), database().kysely);
    const unhurried = subscriberOf(counters({ name: 'unhurried' }), build);
    const worked: number[] = [];
    const laborious: Subscriber = {
      name: unhurried.name,
      handles: unhurried.handles,
      apply: async (events, tx) => {
        const began = performance.now();
        await unhurried.apply(events, tx);
        await pause(20);
        worked.push(performance.now() - began);
      },
      // The log holds what earlier tests could not fold.
      applyParking: (events, tx) => unhurried.applyParking(events, tx),
    };
    const took = await follow([...live, laborious], 0.2, () => true);
    // Four parts of five of the time it rested, of all it did; after its last work it had joined.
    const before = worked.slice(0, -1).reduce((sum, each) => sum + each, 0);
    expect(took).to.be.greaterThan(before * 4);
  });
});
