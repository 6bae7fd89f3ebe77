import { type ServiceError, status as Status } from '@grpc/grpc-js';
import persistentGrpc from '@eventstore/db-client/generated/persistent_grpc_pb.js';
import persistentPb from '@eventstore/db-client/generated/persistent_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import {
  binaryEvent,
  END,
  ErrorType,
  jsonEvent,
  PARK,
  persistentSubscriptionToAllSettingsFromDefaults,
  persistentSubscriptionToStreamSettingsFromDefaults,
  START,
  STOP,
  streamNameFilter,
} from '@eventstore/db-client';
import { expect } from 'chai';
import { consume, numbersHandled, until } from './consume.ts';
import { collect, newStream, refusal, startServer, testEvent, testEvents, type TestServer } from './server.ts';
import { call, channel } from './services.ts';

const settings = persistentSubscriptionToStreamSettingsFromDefaults;
const settingsToAll = persistentSubscriptionToAllSettingsFromDefaults;
const group = 'workers';

describe('event store: what persistent subscriptions make of answers and settings', () => {
  let server: TestServer;
  let service: InstanceType<typeof persistentGrpc.PersistentSubscriptionsClient>;
  before(async () => {
    server = await startServer();
    const { host } = new URL(server.url.replace('esdb:', 'http:'));
    service = new persistentGrpc.PersistentSubscriptionsClient(host, channel());
  });
  after(async () => {
    service.close();
    await server.stop();
  });
  const create = async (changes: Parameters<typeof settings>[0] = {}): Promise<string> => {
    const stream = newStream('queue');
    await server.client.createPersistentSubscriptionToStream(stream, group, settings({ startFrom: START, ...changes }));
    return stream;
  };
  const connect = (stream: string, bufferSize = 1) =>
    server.client.subscribeToPersistentSubscriptionToStream(stream, group, { bufferSize });
  const info = (stream: string) => server.client.getPersistentSubscriptionToStreamInfo(stream, group);
  const allAnswered = (stream: string) => () =>
    until(async () => (await info(stream)).stats.outstandingMessagesCount === 0);
  const hasParked = (stream: string, count: bigint) => () =>
    until(async () => (await info(stream)).stats.parkedMessageCount === count);

  /** Creates a group with what the client would not send. */
  const createRaw = (
    stream: string,
    strategy: string,
    maxRetryCount: number,
    deadlineMs = 20_000,
  ): Promise<unknown> => {
    const { CreateReq } = persistentPb;
    const chosen = new CreateReq.Settings().setConsumerStrategy(strategy).setMaxRetryCount(maxRetryCount);
    chosen.setMessageTimeoutMs(30_000).setCheckpointAfterMs(1_000).setMaxCheckpointCount(100);
    chosen.setHistoryBufferSize(500).setReadBatchSize(20).setLiveBufferSize(500);
    const identifier = new sharedPb.StreamIdentifier().setStreamName(Buffer.from(stream).toString('base64'));
    const source = new CreateReq.StreamOptions().setStreamIdentifier(identifier).setStart(new sharedPb.Empty());
    const options = new CreateReq.Options().setStream(source).setGroupName(group).setSettings(chosen);
    return call(service, service.create, new CreateReq().setOptions(options), { deadlineMs });
  };

  it('measures how long a consumer takes to answer, where extra statistics are asked for', async () => {
    for (const extraStatistics of [true, false]) {
      const stream = await create({ extraStatistics });
      await server.client.appendToStream(stream, testEvents(5));
      const subscription = connect(stream, 10);
      let handled = 0;
      subscription.on('data', (event) => void subscription.ack(event).then(() => (handled += 1)));
      await until(async () => handled === 5 && (await info(stream)).stats.outstandingMessagesCount === 0);
      const [connection] = (await info(stream)).connections;
      const measured = [...(connection?.extraStatistics?.keys() ?? [])];
      expect(measured).to.include.members(extraStatistics ? ['mean', 'median', 'quintile 5', '99.9%', 'highest'] : []);
      expect(measured).to.have.length(extraStatistics ? 14 : 0);
      await subscription.unsubscribe();
    }
  });

  it('passes over what a consumer stops at, as the server does', async () => {
    const stream = await create();
    await server.client.appendToStream(stream, testEvents(3));
    const handled = await consume(connect(stream), 3, ({ number }) => (number === 1 ? STOP : 'ack'));
    expect(handled.map(({ number, retryCount }) => [number, retryCount])).to.deep.equal([
      [0, 0],
      [1, 0],
      [2, 0],
    ]);
  });

  it('takes an answer without an action for a request to try again', async () => {
    const stream = await create();
    await server.client.appendToStream(stream, testEvents(2));
    const handled = await consume(connect(stream), 3, ({ number, retryCount }) =>
      number === 0 && retryCount === 0 ? 'unknown' : 'ack',
    );
    expect(handled.map(({ number, retryCount }) => [number, retryCount])).to.deep.equal([
      [0, 0],
      [0, 1],
      [1, 0],
    ]);
  });

  it('replays no more parked messages than asked for, the oldest first', async () => {
    const stream = await create();
    await server.client.appendToStream(stream, testEvents(5));
    await consume(connect(stream), 5, () => PARK, hasParked(stream, 5n));
    await server.client.replayParkedMessagesToStream(stream, group, { stopAt: 2 });
    // EventStoreDB parks side by side, so that the order among neighbours is open.
    const handle = async (count: number) =>
      numbersHandled(await consume(connect(stream), count, undefined, allAnswered(stream))).sort();
    expect(await handle(2)).to.deep.equal([0, 1]);
    await hasParked(stream, 3n)();
    await server.client.replayParkedMessagesToStream(stream, group);
    expect(await handle(3)).to.deep.equal([2, 3, 4]);
    await hasParked(stream, 0n)();
  });

  it('follows links, and parks links to where they point', async () => {
    const target = newStream();
    await server.client.appendToStream(target, testEvents(2));
    const stream = await create({ resolveLinkTos: true });
    await server.client.appendToStream(
      stream,
      [0, 1].map((revision) => binaryEvent({ type: '$>', data: Buffer.from(`${revision}@${target}`) })),
    );
    const answer = ({ number }: { number: number | undefined }) => (number === 1 ? PARK : 'ack');
    const handled = await consume(connect(stream), 2, answer, hasParked(stream, 1n));
    expect(numbersHandled(handled)).to.deep.equal([0, 1]);
    const parked = `$persistentsubscription-${stream}::${group}-parked`;
    const [link] = await collect(server.client.readStream(parked, { resolveLinkTos: true }));
    expect([link?.event?.streamId, link?.event?.revision]).to.deep.equal([target, 1n]);
  });

  it('begins at the end of everything, behind a filter on stream names', async () => {
    const prefix = newStream('late');
    const name = newStream('group');
    await server.client.appendToStream(`${prefix}-early`, testEvents(3));
    const filter = streamNameFilter({ regex: `^${prefix}` });
    await server.client.createPersistentSubscriptionToAll(name, settingsToAll({ startFrom: END }), { filter });
    await server.client.appendToStream(newStream('other'), testEvent(8));
    await server.client.appendToStream(`${prefix}-late`, testEvent(9));
    const subscription = server.client.subscribeToPersistentSubscriptionToAll(name);
    expect(numbersHandled(await consume(subscription, 1))).to.deep.equal([9]);
    await server.client.updatePersistentSubscriptionToAll(name, settingsToAll({ startFrom: START, maxRetryCount: 3 }));
    const { settings: stored } = await server.client.getPersistentSubscriptionToAllInfo(name);
    expect(stored.maxRetryCount).to.equal(3);
    await server.client.replayParkedMessagesToAll(name);
    await server.client.deletePersistentSubscriptionToAll(name);
    const gone = await refusal(server.client.getPersistentSubscriptionToAllInfo(name));
    expect(gone.type).to.equal(ErrorType.PERSISTENT_SUBSCRIPTION_DOES_NOT_EXIST);
  });

  it('pins the events of a correlation to one consumer', async () => {
    const stream = newStream('queue');
    await createRaw(stream, 'PinnedByCorrelation', 3);
    const owners = new Map<string, Set<number>>();
    let seen = 0;
    const consumers = [0, 1, 2].map((index) => {
      const subscription = connect(stream, 5);
      subscription.on('data', (event) => {
        const { $correlationId } = event.event?.metadata as { $correlationId: string };
        owners.set($correlationId, (owners.get($correlationId) ?? new Set()).add(index));
        seen += 1;
        void subscription.ack(event);
      });
      return subscription;
    });
    await until(async () => (await info(stream)).connections.length === 3);
    await server.client.appendToStream(
      stream,
      Array.from({ length: 90 }, (_, n) =>
        jsonEvent({ type: 'Correlated', data: {}, metadata: { $correlationId: `correlation-${n % 18}` } }),
      ),
    );
    await until(() => Promise.resolve(seen === 90));
    expect([...owners.values()].every((indexes) => indexes.size === 1)).to.equal(true);
    expect(new Set([...owners.values()].flatMap((indexes) => [...indexes])).size).to.be.greaterThan(1);
    for (const subscription of consumers) await subscription.unsubscribe();
  });

  it('refuses settings that make no sense, and keeps serving', async () => {
    const error = (await refusal(createRaw(newStream(), 'Astrology', 1))) as ServiceError;
    expect(error.code).to.equal(Status.INTERNAL);
    expect(error.metadata.get('exception')).to.deep.equal(['persistent-subscription-failed']);
    expect(error.details).to.match(/Consumer strategy Astrology does not exist/);
    await create();
    const asLarge = settings({ readBatchSize: 20, historyBufferSize: 20 });
    const larger = await refusal(server.client.createPersistentSubscriptionToStream(newStream(), group, asLarge));
    expect((larger as { code?: number }).code).to.equal(Status.INTERNAL);
    expect(larger.message).to.match(/ReadBatchSize may not be/);
  });

  it('creates no group on a stream without a name, which EventStoreDB leaves without an answer', async () => {
    const error = (await refusal(createRaw('', 'RoundRobin', 1, 2_000))) as ServiceError;
    expect(error.code).to.be.oneOf([Status.INTERNAL, Status.DEADLINE_EXCEEDED]);
    if (error.code === Status.INTERNAL) expect(error.details).to.match(/Bad stream name/);
  });

  it('takes a retry count that lets nothing be tried again', async () => {
    const stream = newStream();
    await createRaw(stream, 'RoundRobin', -1);
    expect((await info(stream)).settings.maxRetryCount).to.equal(-1);
  });
});
