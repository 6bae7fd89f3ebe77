import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { catalogueOf } from '../../../domain/kernel/catalogue.ts';
import { unparkReadModel } from '../../../infra/adapters/operations/read-models.ts';
import { ServiceEventStore } from '../../../infra/stores/event-store/service-event-store.ts';
import { keyringFrom } from '../../../infra/stores/secrets/keyring.ts';
import { SubjectKeys } from '../../../infra/stores/secrets/subject-keys.ts';
import { backOff, isTransient } from '../../../infra/stores/postgres/retry-policy.ts';
import { ProcessSubscriber } from '../../../infra/stores/postgres/process-subscriber.ts';
import { unparkInstance } from '../../../infra/stores/postgres/unpark-instance.ts';
import type { ProcessManager } from '../../../processes/kernel/process.ts';
import { beforeFirstEvent, createCheckpoints } from '../../../projections/kernel/checkpoint.ts';
import { SubscriptionRunner } from '../../../projections/kernel/subscription-runner.ts';
import { listParked } from '../../../projections/kernel/parking.ts';
import { startBuild, subscriberOf } from '../../../projections/kernel/read-models.ts';
import type { Subscriber } from '../../../projections/kernel/subscriber.ts';
import { unparkKey } from '../../../projections/kernel/unpark.ts';
import { count, Counted, counters, type CountedEvent } from '../../support/counters.ts';
import { useEventStore } from '../../support/event-store.ts';
import { useDatabase } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';

const adder = (takesPoison: boolean): ProcessManager => ({
  name: 'adder',
  description: 'Adds up whatever is counted, in one instance for all streams.',
  handles: ['Counted'],
  instancesOf: () => ['all'],
  evolve: (state, event) => {
    const { by, poison } = event.data as CountedEvent['data'];
    if (poison && !takesPoison) throw new Error('this event cannot be folded');
    return { total: ((state as { total: number } | undefined)?.total ?? 0) + by };
  },
  next: () => undefined,
});

describe('letting go on what was parked', () => {
  const catalogue = catalogueOf([Counted]);
  const log = useEventStore(catalogue);
  const database = useDatabase();
  const service = () =>
    new ServiceEventStore(
      ...([log().store, catalogue] as const),
      new SubjectKeys(database(), keyringFrom(`a:${randomBytes(32).toString('base64')}`)),
    );

  /** Reads the log to its end with these subscribers. */
  const readAll = async (subscribers: readonly Subscriber[]): Promise<void> => {
    const head = await log().store.head();
    const stop = new AbortController();
    const scan = new SubscriptionRunner({
      log: log().store,
      db: database().kysely,
      subscribers,
      isTransient,
      backOff,
      report: { parked: () => {}, retrying: () => {}, joined: () => {} },
    });
    const ended = scan.run(stop.signal);
    await until('it is read', () => scan.position.commit === head?.commit);
    stop.abort();
    await ended;
  };

  it('folds a key from its first event to the checkpoint, with the fold that can', async () => {
    const { store } = log();
    const db = database().kysely;
    const readStream = async (stream: string) => (await store.read(stream)).events;
    const build = await startBuild(counters(), db);
    await count(store, 'counter-a', { by: 1 }, { by: 2, poison: true }, { by: 4 });
    await readAll([subscriberOf(counters(), build)]);
    // Not seen by the build yet: it must come by the reading, once.
    await count(store, 'counter-a', { by: 8 });

    const refused = await unparkKey({ projection: counters(), build, key: 'counter-a' }, readStream, db);
    expect(refused).to.deep.include({ outcome: 'parked' });
    expect((await listParked(db)).map(({ key }) => key)).to.deep.equal(['counter-a']);

    const mended = counters({ takesPoison: true });
    expect(await unparkKey({ projection: mended, build, key: 'counter-a' }, readStream, db)).to.deep.equal({
      outcome: 'freed',
    });
    const total = async () =>
      (await sql<{ total: number }>`select total from counters where id = 'counter-a'`.execute(db)).rows[0]?.total;
    expect(await total()).to.equal(7);
    await readAll([subscriberOf(mended, build)]);
    expect(await total()).to.equal(15);
    expect(await unparkKey({ projection: mended, build, key: 'counter-a' }, readStream, db)).to.deep.equal({
      outcome: 'missing',
    });
  });

  it('gives a process instance what it missed, from every stream that feeds it', async () => {
    const { store } = log();
    const db = database().kysely;
    await createCheckpoints(['process/adder'], (await store.head()) ?? beforeFirstEvent, db);
    await count(store, 'counter-b', { by: 1 }, { by: 10, poison: true });
    await count(store, 'counter-c', { by: 100 });
    await readAll([new ProcessSubscriber(adder(false))]);
    const total = async () =>
      (await sql<{ state: { total: number } }>`select state from process_instance where process = 'adder'`.execute(db))
        .rows[0]?.state.total;
    expect(await total()).to.equal(1);
    await count(store, 'counter-b', { by: 1000 });

    expect(await unparkInstance(new ProcessSubscriber(adder(false)), 'all', service(), db)).to.deep.include({
      outcome: 'parked',
    });
    expect(await unparkInstance(new ProcessSubscriber(adder(true)), 'all', service(), db)).to.deep.equal({
      outcome: 'freed',
    });
    expect(await total()).to.equal(111);
    await readAll([new ProcessSubscriber(adder(true))]);
    expect(await total()).to.equal(1111);
  });

  it('reports that a key is still parked, and why, while its event cannot be read', async () => {
    const { store } = log();
    const db = database().kysely;
    await createCheckpoints(['process/reader'], (await store.head()) ?? beforeFirstEvent, db);
    const process = new ProcessSubscriber({ ...adder(true), name: 'reader', instancesOf: ({ stream }) => [stream] });
    const projection = counters({ name: 'readers', takesPoison: true });
    const build = await startBuild(projection, db);
    await count(store, 'counter-d', { by: 1 });
    const client = EventStoreDBClient.connectionString(log().connectionString);
    const [written] = (await store.read('counter-d')).events;
    await client.appendToStream(
      'counter-d',
      jsonEvent({ type: 'Counted', data: 1 as never, metadata: { ...written?.meta, v: 1 } }),
    );
    await client.dispose();
    await readAll([process]);
    await readAll([subscriberOf(projection, build)]);

    const answered = await unparkReadModel(projection, 'counter-d', { database: database(), store: service() });
    expect(answered.freed).to.deep.equal([]);
    expect(answered.still[0]?.name).to.equal('readers#1 counter-d');
    expect(answered.still[0]?.error).to.include('cannot be read');
    const instance = await unparkInstance(process, 'counter-d', service(), db);
    expect(instance.outcome === 'parked' && instance.still.error).to.include('cannot be read');
    const keys = (await listParked(db)).filter(({ key }) => key === 'counter-d').map(({ subscriber }) => subscriber);
    expect(keys.sort(), 'nothing else is parked for it').to.deep.equal(['process/reader', 'readers#1']);
  });
});
