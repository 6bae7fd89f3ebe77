import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { ChannelCredentials } from '@grpc/grpc-js';
import operationsGrpc from '@eventstore/db-client/generated/operations_grpc_pb.js';
import operationsPb from '@eventstore/db-client/generated/operations_pb.js';
import { ANY, binaryEvent, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { compareLogs } from '../../../../infra/log/move/compare-logs.ts';
import { copyLog, type Logs } from '../../../../infra/log/move/copy-log.ts';
import { ofStreams } from '../../../../infra/log/move/copied-events.ts';
import { RawLog } from '../../../../infra/stores/eventstoredb/raw-log.ts';
import type { RawEvent } from '../../../../infra/stores/eventstoredb/read-response.ts';
import { openTestEventStore, type TestEventStore } from '../../../support/event-store.ts';

const event = (n: number) =>
  jsonEvent({ id: randomUUID(), type: 'Happened', data: { n, text: 'ü' }, metadata: { by: 'test', n } });

describe('a copy of a log', () => {
  let stores: TestEventStore[];
  let clients: EventStoreDBClient[];
  let logs: Logs;
  const client = (nth = 0): EventStoreDBClient => clients[nth] as EventStoreDBClient;
  const open = async (): Promise<RawLog> => {
    const store = await openTestEventStore();
    stores.push(store);
    clients.push(EventStoreDBClient.connectionString(store.connectionString));
    return new RawLog(store.connectionString);
  };
  beforeEach(async () => {
    [stores, clients] = [[], []];
    logs = { from: await open(), to: await open() };
  });
  afterEach(async () => {
    await logs.from.close();
    await logs.to.close();
    for (const each of clients) await each.dispose();
    for (const each of stores) await each.close();
  });

  const append = (stream: string, count: number, nth = 0) =>
    client(nth).appendToStream(
      stream,
      Array.from({ length: count }, (_, n) => event(n)),
    );
  const eventsOf = async (log: RawLog): Promise<RawEvent[]> => {
    const all: RawEvent[] = [];
    for await (const batch of log.read('start', ofStreams)) all.push(...batch);
    return all;
  };
  const namesOf = async (log: RawLog): Promise<string[]> =>
    (await eventsOf(log)).map(({ stream, revision, type }) => `${type} ${revision}@${stream}`);
  const theSame = { streams: [], order: undefined };

  it('has every event with its id, type, data and metadata at its revision, in the order of the log', async () => {
    for (let round = 0; round < 20; round += 1)
      for (const stream of ['post-1', 'post-2', 'größe-3']) await append(stream, 1 + (round % 3));
    await client().appendToStream('files-1', [
      binaryEvent({ id: randomUUID(), type: 'Stored', data: Buffer.from([0, 255, 10]), metadata: Buffer.from([7]) }),
      jsonEvent({ type: 'Bare', data: {} }),
    ]);
    const { events, markers } = await copyLog(logs);
    const [before, after] = [await eventsOf(logs.from), await eventsOf(logs.to)];
    expect(after).to.have.length(events).and.to.have.length(before.length);
    const reported = ({ id, stream, revision, type, contentType, data, metadata }: RawEvent) => ({
      id,
      stream,
      revision,
      type,
      contentType,
      data: data.toString('hex'),
      metadata: metadata.toString('hex'),
    });
    expect(after.map(reported)).to.deep.equal(before.map(reported));
    expect(markers).to.equal(0);
    expect(await compareLogs(logs)).to.deep.equal({ ...theSame, events });
  });

  it('has the settings of streams, and the streams that were deleted', async () => {
    for (const stream of ['kept-1', 'short-1', 'gone-1', 'back-1', 'lost-1']) await append(stream, 4);
    await client().setStreamMetadata('kept-1', { maxAge: 3600, acl: { readRoles: ['auditors'] }, colour: 'blue' });
    await client().setStreamMetadata('short-1', { maxCount: 3 });
    await client().setStreamMetadata('short-1', { maxCount: 2 });
    await client().deleteStream('gone-1');
    await client().deleteStream('back-1');
    await append('back-1', 2);
    await client().tombstoneStream('lost-1');
    await copyLog(logs);
    expect(await compareLogs(logs)).to.deep.include(theSame);
    const { metadata } = await client(1).getStreamMetadata('kept-1');
    expect(metadata).to.deep.equal({ maxAge: 3600, acl: { readRoles: ['auditors'] }, colour: 'blue' });
    expect((await logs.to.event('$$short-1', 'last'))?.revision).to.equal(1);
    const revisions = async (stream: string): Promise<number[]> => {
      const found: number[] = [];
      for await (const { event: read } of client(1).readStream(stream)) found.push(Number(read?.revision));
      return found;
    };
    expect(await revisions('short-1')).to.deep.equal([2, 3]);
    expect(await revisions('back-1')).to.deep.equal([4, 5]);
    expect(await logs.to.event('gone-1', 'last')).to.equal(undefined);
    const refused = await client(1)
      .appendToStream('lost-1', event(9), { expectedRevision: ANY })
      .catch((fault: Error) => fault.constructor.name);
    expect(refused).to.equal('StreamDeletedError');
    expect((await copyLog(logs)).settings).to.equal(0);
  });

  it('keeps revisions with a marker for each event that the log no longer has', async () => {
    await append('short-1', 5);
    await append('post-1', 2);
    await client().setStreamMetadata('short-1', { truncateBefore: 3 });
    await scavenge();
    await append('short-1', 1);
    const { markers } = await copyLog(logs);
    expect(markers).to.equal(3);
    expect((await namesOf(logs.to)).filter((name) => name.endsWith('short-1'))).to.deep.equal([
      '$removed 0@short-1',
      '$removed 1@short-1',
      '$removed 2@short-1',
      'Happened 3@short-1',
      'Happened 4@short-1',
      'Happened 5@short-1',
    ]);
    expect(await compareLogs(logs)).to.deep.include(theSame);
  });

  it('continues behind what an earlier copy wrote', async () => {
    for (const stream of ['post-1', 'post-2', 'post-3']) await append(stream, 3);
    await client().deleteStream('post-3');
    expect(await copyLog(logs)).to.include({ events: 9 });
    expect(await copyLog(logs)).to.deep.equal({ events: 0, markers: 0, settings: 0 });
    await append('post-2', 2);
    await append('post-3', 2);
    await append('post-4', 1);
    await client().tombstoneStream('post-1');
    expect(await copyLog(logs)).to.include({ events: 5 });
    expect(await compareLogs(logs)).to.deep.equal({ ...theSame, events: 14 });
  });

  it('goes only to an empty store, or on', async () => {
    await append('post-1', 3);
    await append('post-1', 3, 1);
    const refused = await copyLog(logs).catch((fault: Error) => fault);
    expect(refused).to.have.property('name', 'NotACopy');
    expect((refused as Error).message).to.include('0@post-1');
    expect(await eventsOf(logs.to)).to.have.length(3);
  });

  it('of nothing is nothing', async () => {
    expect(await copyLog(logs)).to.deep.equal({ events: 0, markers: 0, settings: 0 });
    expect(await compareLogs(logs)).to.deep.equal({ ...theSame, events: 0 });
  });

  describe('is compared, and names the streams', () => {
    beforeEach(async () => {
      for (const stream of ['post-1', 'post-2', 'post-3']) await append(stream, 3);
    });

    it('that lack events, or have more of them', async () => {
      await copyLog(logs);
      await append('post-2', 1);
      await append('post-9', 1, 1);
      expect((await compareLogs(logs)).streams).to.deep.equal(['post-2', 'post-9']);
    });

    it('with another event, and the first place of another order', async () => {
      const all = await eventsOf(logs.from);
      const appends = await logs.to.orderedAppends();
      const data = Buffer.from('{"n":0,"text":"changed"}');
      for (const stream of ['post-2', 'post-1', 'post-3']) {
        const events = all.filter((one) => one.stream === stream);
        await appends.append(
          stream,
          'none',
          events.map((one, n) => (stream === 'post-3' && n === 1 ? { ...one, data } : one)),
        );
      }
      await appends.settle();
      appends.close();
      const { streams, order } = await compareLogs(logs);
      expect(streams).to.deep.equal(['post-3']);
      expect(order).to.deep.equal({ stream: 'post-1', revision: 0 });
    });

    it('with other settings', async () => {
      await client().setStreamMetadata('post-1', { maxCount: 10 });
      await copyLog(logs);
      await client(1).setStreamMetadata('post-1', { maxCount: 11 });
      await client(1).tombstoneStream('post-3');
      expect((await compareLogs(logs)).streams).to.deep.equal(['post-1', 'post-3']);
    });
  });

  /** Removes what the settings of streams hide. */
  const scavenge = async (): Promise<void> => {
    const { host } = new URL((stores[0] as TestEventStore).connectionString.replace('esdb:', 'http:'));
    const operations = new operationsGrpc.OperationsClient(host, ChannelCredentials.createInsecure());
    const request = new operationsPb.StartScavengeReq().setOptions(new operationsPb.StartScavengeReq.Options());
    const id = await new Promise<string>((resolve, reject) => {
      operations.startScavenge(request, (fault, answer) => (fault ? reject(fault) : resolve(answer.getScavengeId())));
    });
    const history = `$scavenges-${id}`;
    for await (const { event: said } of client().subscribeToStream(history))
      if (said?.type === '$scavengeCompleted') break;
    operations.close();
  };
});
