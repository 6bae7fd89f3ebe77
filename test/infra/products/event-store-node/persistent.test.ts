import { once } from 'node:events';
import {
  BACKWARDS,
  END,
  ErrorType,
  eventTypeFilter,
  PARK,
  type PersistentSubscriptionToStream,
  PersistentSubscriptionDoesNotExistError,
  PersistentSubscriptionExistsError,
  PersistentSubscriptionMaximumSubscribersReachedError,
  persistentSubscriptionToAllSettingsFromDefaults,
  persistentSubscriptionToStreamSettingsFromDefaults,
  RETRY,
  SKIP,
  START,
  streamNameFilter,
} from '@eventstore/db-client';
import { expect } from 'chai';
import { consume, numbersHandled, until } from './consume.ts';
import {
  collect,
  newStream,
  refusal,
  startEmbedded,
  startServer,
  testEvent,
  testEvents,
  type TestServer,
} from './server.ts';
import { EventStoreDBClient } from '@eventstore/db-client';

const settings = persistentSubscriptionToStreamSettingsFromDefaults;

describe('event store: persistent subscriptions', () => {
  let server: TestServer;
  before(async () => (server = await startServer()));
  after(() => server.stop());

  const group = 'workers';
  const create = async (changes: Parameters<typeof settings>[0] = {}): Promise<string> => {
    const stream = newStream('queue');
    await server.client.createPersistentSubscriptionToStream(stream, group, settings({ startFrom: START, ...changes }));
    return stream;
  };
  const connect = (stream: string, bufferSize = 10): PersistentSubscriptionToStream =>
    server.client.subscribeToPersistentSubscriptionToStream(stream, group, { bufferSize });
  const info = (stream: string) => server.client.getPersistentSubscriptionToStreamInfo(stream, group);
  const allAnswered = (stream: string) => () =>
    until(async () => (await info(stream)).stats.outstandingMessagesCount === 0);
  const hasParked = (stream: string, count: bigint) => () =>
    until(async () => (await info(stream)).stats.parkedMessageCount === count);

  it('delivers what is there and what comes, in order', async () => {
    const stream = await create();
    await server.client.appendToStream(stream, testEvents(30));
    const handled = consume(connect(stream), 40);
    await server.client.appendToStream(
      stream,
      Array.from({ length: 10 }, (_, n) => testEvent(30 + n)),
    );
    expect(numbersHandled(await handled)).to.deep.equal(Array.from({ length: 40 }, (_, n) => n));
  });

  it('begins at the end, or at a revision, on request', async () => {
    const stream = newStream('queue');
    await server.client.appendToStream(stream, testEvents(5));
    await server.client.createPersistentSubscriptionToStream(stream, 'end', settings({ startFrom: END }));
    await server.client.createPersistentSubscriptionToStream(stream, 'three', settings({ startFrom: 3n }));
    await server.client.appendToStream(stream, testEvent(5));
    const of = (name: string) => server.client.subscribeToPersistentSubscriptionToStream(stream, name);
    expect(numbersHandled(await consume(of('end'), 1))).to.deep.equal([5]);
    expect(numbersHandled(await consume(of('three'), 3))).to.deep.equal([3, 4, 5]);
  });

  it('knows its groups: exists, does not exist, updated, deleted', async () => {
    const stream = await create();
    const again = await refusal(server.client.createPersistentSubscriptionToStream(stream, group, settings()));
    expect(again).to.be.instanceOf(PersistentSubscriptionExistsError);
    await server.client.updatePersistentSubscriptionToStream(
      stream,
      group,
      settings({ startFrom: 2n, maxRetryCount: 7 }),
    );
    expect((await info(stream)).settings).to.include({ maxRetryCount: 7, startFrom: 2n });
    await server.client.deletePersistentSubscriptionToStream(stream, group);
    for (const act of [
      server.client.deletePersistentSubscriptionToStream(stream, group),
      server.client.updatePersistentSubscriptionToStream(stream, group, settings()),
      info(stream),
      server.client.replayParkedMessagesToStream(stream, group),
    ]) {
      const error = await refusal(act);
      expect(error).to.be.instanceOf(PersistentSubscriptionDoesNotExistError);
      expect((error as PersistentSubscriptionDoesNotExistError).streamName).to.equal(stream);
    }
    expect(await refusal(connect(stream))).to.be.instanceOf(PersistentSubscriptionDoesNotExistError);
    expect(await server.client.listPersistentSubscriptionsToStream(stream)).to.deep.equal([]);
    expect(await refusal(server.client.listPersistentSubscriptionsToStream(newStream()))).to.be.instanceOf(
      PersistentSubscriptionDoesNotExistError,
    );
  });

  it('drops its consumers when it is updated or deleted', async () => {
    const stream = await create();
    const updated = connect(stream);
    const droppedByUpdate = refusal(updated);
    await once(updated, 'confirmation');
    await until(async () => (await info(stream)).connections.length === 1);
    await server.client.updatePersistentSubscriptionToStream(stream, group, settings());
    expect((await droppedByUpdate).type).to.equal(ErrorType.PERSISTENT_SUBSCRIPTION_DROPPED);
    const deleted = connect(stream);
    const droppedByDeletion = refusal(deleted);
    await once(deleted, 'confirmation');
    await until(async () => (await info(stream)).connections.length === 1);
    await server.client.deletePersistentSubscriptionToStream(stream, group);
    expect((await droppedByDeletion).type).to.equal(ErrorType.PERSISTENT_SUBSCRIPTION_DROPPED);
  });

  it('tells its settings and figures, alone and in lists', async () => {
    const chosen = settings({
      startFrom: START,
      maxSubscriberCount: 3,
      consumerStrategyName: 'Pinned',
      resolveLinkTos: true,
    });
    const stream = newStream('queue');
    await server.client.createPersistentSubscriptionToStream(stream, group, chosen);
    expect((await info(stream)).settings).to.deep.equal(chosen);
    const listed = await server.client.listPersistentSubscriptionsToStream(stream);
    expect(listed.map(({ eventSource, groupName }) => [eventSource, groupName])).to.deep.equal([[stream, group]]);
    const all = await server.client.listAllPersistentSubscriptions();
    expect(all.some(({ eventSource }) => eventSource === stream)).to.equal(true);
  });

  it('takes no more consumers than it may have', async () => {
    const stream = await create({ maxSubscriberCount: 1 });
    const first = connect(stream);
    await once(first, 'confirmation');
    await until(async () => (await info(stream)).connections.length === 1);
    expect(await refusal(connect(stream))).to.be.instanceOf(PersistentSubscriptionMaximumSubscribersReachedError);
    await first.unsubscribe();
  });

  it('sends no more than a consumer has room for', async () => {
    const stream = await create();
    await server.client.appendToStream(stream, testEvents(20));
    const subscription = connect(stream, 4);
    subscription.pause();
    await until(async () => (await info(stream)).stats.outstandingMessagesCount === 4);
    expect(numbersHandled(await consume(subscription, 20))).to.deep.equal(Array.from({ length: 20 }, (_, n) => n));
  });

  it('retries, skips and parks on request', async () => {
    const stream = await create();
    await server.client.appendToStream(stream, testEvents(4));
    const answer = ({ number: n, retryCount }: { number: number | undefined; retryCount: number }) => {
      if (n === 1) return SKIP;
      if (n === 2 && retryCount === 0) return RETRY;
      return n === 3 ? PARK : 'ack';
    };
    const handled = await consume(connect(stream, 1), 5, answer, hasParked(stream, 1n));
    expect(handled.map(({ number: n, retryCount }) => [n, retryCount])).to.deep.equal([
      [0, 0],
      [1, 0],
      [2, 0],
      [2, 1],
      [3, 0],
    ]);
  });

  it('parks what has been retried too often, and replays it on demand', async () => {
    const stream = await create({ maxRetryCount: 2 });
    await server.client.appendToStream(stream, testEvents(2));
    const subscription = connect(stream, 1);
    const answer = ({ number: n }: { number: number | undefined }) => (n === 0 ? RETRY : 'ack');
    const handled = await consume(subscription, 4, answer, allAnswered(stream));
    expect(handled.map(({ number: n, retryCount }) => [n, retryCount])).to.deep.equal([
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 0],
    ]);
    await hasParked(stream, 1n)();
    await server.client.replayParkedMessagesToStream(stream, group);
    const replayed = await consume(connect(stream, 1), 1, undefined, allAnswered(stream));
    expect(numbersHandled(replayed)).to.deep.equal([0]);
    await hasParked(stream, 0n)();
  });

  it('delivers again what was not answered in time, and what a lost consumer held', async () => {
    const stream = await create({ messageTimeout: 100 });
    await server.client.appendToStream(stream, testEvents(1));
    const silent = connect(stream);
    const times: number[] = [];
    for await (const event of silent) {
      times.push(event.retryCount);
      if (times.length === 3) break;
    }
    await silent.unsubscribe();
    expect(times).to.deep.equal([0, 1, 2]);
    const held = await create();
    await server.client.appendToStream(held, testEvents(1));
    const leaving = connect(held);
    for await (const event of leaving) {
      expect(event.retryCount).to.equal(0);
      break;
    }
    await leaving.unsubscribe();
    const [again] = await consume(connect(held), 1);
    expect(again).to.include({ number: 0, retryCount: 1 });
  });

  it('shares the work in turn, or keeps to one consumer', async () => {
    for (const [strategy, shares] of [
      ['RoundRobin', [10, 10]],
      ['DispatchToSingle', [20, 0]],
    ] as const) {
      const stream = await create({ consumerStrategyName: strategy });
      const counts = [0, 0];
      const consumers = counts.map((_, index) => {
        const subscription = connect(stream, 30);
        subscription.on('data', (event) => {
          counts[index] = (counts[index] ?? 0) + 1;
          void subscription.ack(event);
        });
        return subscription;
      });
      await until(async () => (await info(stream)).connections.length === 2);
      await server.client.appendToStream(stream, testEvents(20));
      await until(() => Promise.resolve(counts.reduce((sum, count) => sum + count, 0) === 20));
      expect(counts).to.deep.equal(shares);
      for (const subscription of consumers) await subscription.unsubscribe();
    }
  });

  it('pins the events of a stream to one consumer', async () => {
    const prefix = newStream('pinned');
    const name = newStream('group');
    const chosen = persistentSubscriptionToAllSettingsFromDefaults({
      startFrom: START,
      consumerStrategyName: 'Pinned',
    });
    await server.client.createPersistentSubscriptionToAll(name, chosen, {
      filter: streamNameFilter({ prefixes: [prefix] }),
    });
    const owners = new Map<string, Set<number>>();
    let seen = 0;
    const consumers = [0, 1, 2].map((index) => {
      const subscription = server.client.subscribeToPersistentSubscriptionToAll(name, { bufferSize: 5 });
      subscription.on('data', (event) => {
        const stream = event.event?.streamId ?? '';
        owners.set(stream, (owners.get(stream) ?? new Set()).add(index));
        seen += 1;
        void subscription.ack(event);
      });
      return subscription;
    });
    const connections = async () => (await server.client.getPersistentSubscriptionToAllInfo(name)).connections.length;
    await until(async () => (await connections()) === 3);
    for (let index = 0; index < 24; index += 1) await server.client.appendToStream(`${prefix}-${index}`, testEvents(4));
    await until(() => Promise.resolve(seen === 96));
    expect([...owners.values()].every((indexes) => indexes.size === 1)).to.equal(true);
    expect(new Set([...owners.values()].flatMap((indexes) => [...indexes])).size).to.be.greaterThan(1);
    for (const subscription of consumers) await subscription.unsubscribe();
  });

  it('follows everything through a filter', async () => {
    const type = `Type${newStream()}`;
    const name = newStream('group');
    const chosen = persistentSubscriptionToAllSettingsFromDefaults({ startFrom: START });
    await server.client.createPersistentSubscriptionToAll(name, chosen, {
      filter: eventTypeFilter({ prefixes: [type] }),
    });
    expect(await refusal(server.client.createPersistentSubscriptionToAll(name, chosen))).to.be.instanceOf(
      PersistentSubscriptionExistsError,
    );
    for (let n = 0; n < 5; n += 1) {
      await server.client.appendToStream(newStream(), testEvent(n, type));
      await server.client.appendToStream(newStream(), testEvent(n));
    }
    const subscription = server.client.subscribeToPersistentSubscriptionToAll(name);
    expect(numbersHandled(await consume(subscription, 5))).to.deep.equal([0, 1, 2, 3, 4]);
    const listed = await server.client.listPersistentSubscriptionsToAll();
    expect(listed.some(({ groupName }) => groupName === name)).to.equal(true);
    await server.client.deletePersistentSubscriptionToAll(name);
  });

  it('continues from its checkpoint after a restart of the subsystem', async () => {
    const stream = await create({ checkPointLowerBound: 1, checkPointUpperBound: 1, checkPointAfter: 1 });
    await server.client.appendToStream(stream, testEvents(6));
    const subscription = connect(stream, 1);
    const checkpoint = `$persistentsubscription-${stream}::${group}-checkpoint`;
    const stored = async () => {
      const newest = server.client.readStream(checkpoint, { direction: BACKWARDS, fromRevision: END, maxCount: 1 });
      const [last] = await collect(newest).catch(() => []);
      return Number(last?.event?.data ?? -1);
    };
    // EventStoreDB may store less than was answered, and then delivers some events again.
    await consume(subscription, 3, undefined, () => until(async () => (await stored()) >= 0));
    await server.client.restartPersistentSubscriptionSubsystem();
    const handled = numbersHandled(await consume(connect(stream), 3));
    expect(handled[0]).to.be.oneOf([1, 2, 3]);
    expect(handled).to.deep.equal([0, 1, 2].map((n) => (handled[0] ?? 0) + n));
  });

  it('continues from its checkpoint, with its parked messages, after a restart of the node', async function () {
    if (server.node === undefined) return;
    const first = await startEmbedded();
    const stream = newStream('queue');
    const at = (port: number) => EventStoreDBClient.connectionString(`esdb://127.0.0.1:${port}?tls=false`);
    let client = at(first.node.port);
    const chosen = settings({ startFrom: START, checkPointLowerBound: 1, checkPointUpperBound: 1, checkPointAfter: 1 });
    await client.createPersistentSubscriptionToStream(stream, group, chosen);
    await client.appendToStream(stream, testEvents(6));
    await consume(
      client.subscribeToPersistentSubscriptionToStream(stream, group, { bufferSize: 1 }),
      3,
      ({ number: n }) => (n === 0 ? PARK : 'ack'),
    );
    const facts = () => client.getPersistentSubscriptionToStreamInfo(stream, group);
    await until(async () => (await facts()).stats.lastCheckpointedEventRevision === 2n);
    await client.dispose();
    await first.node.stop();
    const second = await startEmbedded({ dir: first.dir });
    client = at(second.node.port);
    expect((await facts()).settings).to.deep.equal(chosen);
    expect((await facts()).stats.parkedMessageCount).to.equal(1n);
    expect(
      numbersHandled(await consume(client.subscribeToPersistentSubscriptionToStream(stream, group), 3)),
    ).to.deep.equal([3, 4, 5]);
    await client.replayParkedMessagesToStream(stream, group);
    expect(
      numbersHandled(await consume(client.subscribeToPersistentSubscriptionToStream(stream, group), 1)),
    ).to.deep.equal([0]);
    await client.dispose();
    await second.stop();
  });
});
