import { BACKWARDS, END, ErrorType, jsonEvent } from '@eventstore/db-client';
import { expect } from 'chai';
import {
  collect,
  newStream,
  numbersOf,
  refusal,
  startEmbedded,
  startServer,
  take,
  testEvent,
  testEvents,
  type TestServer,
} from './server.ts';
import { EventStoreDBClient } from '@eventstore/db-client';
import { until } from './consume.ts';

describe('event store: system projections', () => {
  let server: TestServer;
  before(async () => (server = await startServer({ projections: true })));
  after(() => server.stop());
  const linked = async (stream: string, count: number) =>
    take(server.client.subscribeToStream(stream, { resolveLinkTos: true }), count);

  it('links the events of a category, of a type and of a correlation', async () => {
    const category = `cat${Date.now()}`;
    const type = `Type${Date.now()}`;
    const correlation = newStream('correlation');
    const streams = [newStream(category), newStream(category)];
    for (const [n, stream] of streams.entries()) {
      const metadata = { $correlationId: correlation };
      await server.client.appendToStream(stream, [jsonEvent({ type, data: { number: n }, metadata }), testEvent(9)]);
    }
    const events = await linked(`$ce-${category}`, 4);
    expect(events.map(({ event }) => event?.streamId)).to.deep.equal([streams[0], streams[0], streams[1], streams[1]]);
    expect(events.every(({ link }) => link?.streamId === `$ce-${category}`)).to.equal(true);
    expect(numbersOf(await linked(`$et-${type}`, 2))).to.deep.equal([0, 1]);
    expect(numbersOf(await linked(`$bc-${correlation}`, 2))).to.deep.equal([0, 1]);
    const names = await take(server.client.subscribeToStream(`$category-${category}`), 2);
    expect(names.map(({ event }) => Buffer.from(event?.data as Uint8Array).toString())).to.deep.equal(streams);
  });

  it('lists streams as they begin', async () => {
    const stream = newStream();
    await server.client.appendToStream(stream, testEvents(2));
    for await (const { event } of server.client.subscribeToStream('$streams', { resolveLinkTos: true })) {
      if (event?.streamId !== stream) continue;
      expect(event.revision).to.equal(0n);
      break;
    }
  });

  it('can be watched, stopped and started', async () => {
    const all = await server.client.listProjections();
    expect(all.map(({ name }) => name)).to.include.members([
      '$by_category',
      '$by_event_type',
      '$by_correlation_id',
      '$streams',
    ]);
    await server.client.disableProjection('$by_category');
    expect((await server.client.getProjectionStatus('$by_category')).status).to.equal('Stopped');
    const category = `stopped${Date.now()}`;
    await server.client.appendToStream(newStream(category), testEvents(3));
    await server.client.enableProjection('$by_category');
    expect(await linked(`$ce-${category}`, 3)).to.have.length(3);
    const status = await server.client.getProjectionStatus('$by_category');
    expect([status.name, status.status]).to.deep.equal(['$by_category', 'Running']);
    await server.client.resetProjection('$by_category');
    await server.client.restartSubsystem();
    // What asks while the subsystem starts is never answered by EventStoreDB.
    const state = () => server.client.getProjectionState('$by_category', { deadline: 1_000 }).catch(() => undefined);
    await until(async () => (await state()) !== undefined);
    expect(await state()).to.deep.equal({});
    await server.client.appendToStream(newStream(category), testEvent(3));
    expect(await linked(`$ce-${category}`, 4)).to.have.length(4);
  });

  it('answers for what it does not know or cannot do', async () => {
    expect((await refusal(server.client.getProjectionStatus('unknown'))).type).to.equal(ErrorType.NOT_FOUND);
    expect((await refusal(server.client.enableProjection('unknown'))).type).to.equal(ErrorType.NOT_FOUND);
    if (server.node === undefined) return;
    const own = await refusal(server.client.createProjection('own', 'fromAll().when({})'));
    expect(own.type).to.equal(ErrorType.UNKNOWN);
  });

  it('links every event once, however often the node is stopped and started', async () => {
    const first = await startEmbedded({ projections: true });
    const category = `again${Date.now()}`;
    let node = first.node;
    for (let round = 0; round < 4; round += 1) {
      const client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${node.port}?tls=false`);
      await client.appendToStream(newStream(category), testEvents(20));
      await client.dispose();
      await node.stop();
      node = (await startEmbedded({ projections: true, dir: first.dir })).node;
    }
    const client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${node.port}?tls=false`);
    const links = await take(client.subscribeToStream(`$ce-${category}`, { resolveLinkTos: true }), 80);
    const keys = links.map(({ event }) => `${event?.streamId}@${event?.revision}`);
    expect(new Set(keys).size).to.equal(80);
    const [last] = await collect(
      client.readStream(`$ce-${category}`, { direction: BACKWARDS, fromRevision: END, maxCount: 1 }),
    );
    expect(last?.event?.revision).to.equal(79n);
    await client.dispose();
    await node.stop();
    await first.stop();
  });
});

describe('event store: without projections', () => {
  it('has no service for them', async () => {
    const { url, stop } = await startEmbedded();
    const client = EventStoreDBClient.connectionString(url);
    expect((await refusal(client.listProjections())).type).to.equal(ErrorType.UNKNOWN);
    await client.dispose();
    await stop();
  });
});
