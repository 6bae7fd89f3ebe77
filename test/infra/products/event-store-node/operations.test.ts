import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { status as Status, type ServiceError } from '@grpc/grpc-js';
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossipPb from '@eventstore/db-client/generated/gossip_pb.js';
import monitoringGrpc from '@eventstore/db-client/generated/monitoring_grpc_pb.js';
import monitoringPb from '@eventstore/db-client/generated/monitoring_pb.js';
import operationsGrpc from '@eventstore/db-client/generated/operations_grpc_pb.js';
import operationsPb from '@eventstore/db-client/generated/operations_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import { ErrorType, EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { expect } from 'chai';
import { directorySize } from './directory-size.ts';
import { collect, newStream, refusal, revisionsOf, startEmbedded, testEvent, testEvents } from './server.ts';
import { call, channel } from './services.ts';

const { ScavengeResult } = operationsPb.ScavengeResp;
type Scavenged = InstanceType<typeof operationsPb.ScavengeResp>;

describe('event store: operating a node', () => {
  let embedded: Awaited<ReturnType<typeof startEmbedded>>;
  let client: EventStoreDBClient;
  let operations: InstanceType<typeof operationsGrpc.OperationsClient>;
  before(async () => {
    embedded = await startEmbedded();
    client = EventStoreDBClient.connectionString(embedded.url);
    operations = new operationsGrpc.OperationsClient(`127.0.0.1:${embedded.node.port}`, channel());
  });
  after(async () => {
    operations.close();
    await client.dispose();
    await embedded.stop();
  });
  const empty = new sharedPb.Empty();
  const recordsOf = async (stream: string) =>
    (await collect(client.readAll())).filter(({ event }) => event?.streamId === stream);
  const scavenge = async (): Promise<void> => {
    const request = new operationsPb.StartScavengeReq().setOptions(new operationsPb.StartScavengeReq.Options());
    const started = await call<InstanceType<typeof operationsPb.StartScavengeReq>, Scavenged>(
      operations,
      operations.startScavenge,
      request,
    );
    expect(started.getScavengeResult()).to.equal(ScavengeResult.STARTED);
    const history = `$scavenges-${started.getScavengeId()}`;
    for await (const { event } of client.subscribeToStream(history)) if (event?.type === '$scavengeCompleted') break;
  };

  it('is the leader of its cluster, also for clients that ask for one', async () => {
    const gossip = new gossipGrpc.GossipClient(`127.0.0.1:${embedded.node.port}`, channel());
    const cluster = await call<InstanceType<typeof sharedPb.Empty>, InstanceType<typeof gossipPb.ClusterInfo>>(
      gossip,
      gossip.read,
      empty,
    );
    const [member, ...others] = cluster.getMembersList();
    expect(others).to.be.empty;
    expect(member?.getState()).to.equal(gossipPb.MemberInfo.VNodeState.LEADER);
    gossip.close();
    const hosts = `127.0.0.1:${embedded.node.port},127.0.0.1:${embedded.node.port}`;
    const discovering = EventStoreDBClient.connectionString(`esdb://${hosts}?tls=false`);
    const stream = newStream();
    await discovering.appendToStream(stream, testEvent(1), { requiresLeader: true });
    expect(await collect(discovering.readStream(stream))).to.have.length(1);
    await discovering.dispose();
  });

  it('reports that it lives, over HTTP on the same port', async () => {
    const at = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${embedded.node.port}${path}`, { method });
    expect((await at('/health/live')).status).to.equal(204);
    expect((await at('/elsewhere')).status).to.equal(404);
    expect((await at('/health/live', 'POST')).status).to.equal(405);
  });

  it('gives its figures again and again', async () => {
    const monitoring = new monitoringGrpc.MonitoringClient(`127.0.0.1:${embedded.node.port}`, channel());
    const stream = monitoring.stats(new monitoringPb.StatsReq().setRefreshTimePeriodInMs('50'));
    stream.on('error', () => undefined);
    for (let round = 0; round < 2; round += 1) {
      const [stats] = (await once(stream, 'data')) as [InstanceType<typeof monitoringPb.StatsResp>];
      expect(Number(stats.getStatsMap().get('proc-mem'))).to.be.greaterThan(0);
    }
    stream.cancel();
    monitoring.close();
  });

  it('scavenges what is hidden, and nothing else', async () => {
    const [deleted, gone, counted, truncated, kept] = Array.from({ length: 5 }, () => newStream()) as [
      string,
      string,
      string,
      string,
      string,
    ];
    for (const stream of [deleted, gone, counted, truncated, kept]) await client.appendToStream(stream, testEvents(10));
    await client.deleteStream(deleted);
    await client.tombstoneStream(gone);
    await client.setStreamMetadata(counted, { maxCount: 3 });
    await client.setStreamMetadata(truncated, { truncateBefore: 8 });
    expect(await recordsOf(deleted)).to.have.length(10);
    await scavenge();
    expect(await recordsOf(deleted)).to.have.length(1);
    expect((await recordsOf(gone)).map(({ event }) => event?.type)).to.deep.equal(['$streamDeleted']);
    expect(revisionsOf(await recordsOf(counted))).to.deep.equal([7n, 8n, 9n]);
    expect(revisionsOf(await recordsOf(truncated))).to.deep.equal([8n, 9n]);
    expect(await recordsOf(kept)).to.have.length(10);
    const again = await client.appendToStream(deleted, testEvent(0), { expectedRevision: NO_STREAM });
    expect(again.nextExpectedRevision).to.equal(10n);
    expect(revisionsOf(await collect(client.readStream(counted)))).to.deep.equal([7n, 8n, 9n]);
    expect((await refusal(client.readStream(gone))).type).to.equal(ErrorType.STREAM_DELETED);
  });

  it('frees the space of what it scavenges', async () => {
    const { dir, url, stop, node } = await startEmbedded();
    const own = EventStoreDBClient.connectionString(url);
    const stream = newStream();
    for (let round = 0; round < 12; round += 1) {
      const pad = randomBytes(7_000).toString('base64');
      await own.appendToStream(
        stream,
        Array.from({ length: 100 }, () =>
          jsonEvent({ type: 'Large', data: { pad: `${randomBytes(4).toString('hex')}${pad}` } }),
        ),
      );
    }
    await own.setStreamMetadata(stream, { maxCount: 1 });
    const service = new operationsGrpc.OperationsClient(`127.0.0.1:${node.port}`, channel());
    const request = new operationsPb.StartScavengeReq().setOptions(new operationsPb.StartScavengeReq.Options());
    const before = directorySize(dir);
    const started = await call<InstanceType<typeof operationsPb.StartScavengeReq>, Scavenged>(
      service,
      service.startScavenge,
      request,
    );
    for await (const { event } of own.subscribeToStream(`$scavenges-${started.getScavengeId()}`)) {
      if (event?.type === '$scavengeCompleted') break;
    }
    expect(before).to.be.greaterThan(3_000_000);
    expect(directorySize(dir)).to.be.lessThan(before / 2);
    service.close();
    await own.dispose();
    await stop();
  });

  it('runs one scavenge at a time, and stops it on request', async () => {
    const { url, stop, node } = await startEmbedded();
    const own = EventStoreDBClient.connectionString(url);
    for (let n = 0; n < 300; n += 1) await own.appendToStream(`short-${n % 100}`, testEvents(3));
    const service = new operationsGrpc.OperationsClient(`127.0.0.1:${node.port}`, channel());
    const start = () =>
      call<InstanceType<typeof operationsPb.StartScavengeReq>, Scavenged>(
        service,
        service.startScavenge,
        new operationsPb.StartScavengeReq().setOptions(new operationsPb.StartScavengeReq.Options()),
      );
    const [first, second] = await Promise.all([start(), start()]);
    expect(first.getScavengeResult()).to.equal(ScavengeResult.STARTED);
    expect(second.getScavengeResult()).to.equal(ScavengeResult.INPROGRESS);
    expect(second.getScavengeId()).to.equal(first.getScavengeId());
    const id = new operationsPb.StopScavengeReq.Options().setScavengeId(first.getScavengeId());
    const stopped = await call<InstanceType<typeof operationsPb.StopScavengeReq>, Scavenged>(
      service,
      service.stopScavenge,
      new operationsPb.StopScavengeReq().setOptions(id),
    );
    expect(stopped.getScavengeResult()).to.equal(ScavengeResult.STOPPED);
    for await (const { event } of own.subscribeToStream(`$scavenges-${first.getScavengeId()}`)) {
      if (event?.type !== '$scavengeCompleted') continue;
      expect((event.data as { result: string }).result).to.be.oneOf(['Interrupted', 'Success']);
      break;
    }
    service.close();
    await own.dispose();
    await stop();
  });

  it('does not stop a scavenge it does not know', async () => {
    const request = new operationsPb.StopScavengeReq().setOptions(
      new operationsPb.StopScavengeReq.Options().setScavengeId('unknown'),
    );
    const error = (await refusal(call(operations, operations.stopScavenge, request))) as ServiceError;
    expect([error.code, error.metadata.get('exception')]).to.deep.equal([Status.NOT_FOUND, ['scavenge-not-found']]);
  });

  it('merges its indexes and takes the calls of a cluster', async () => {
    await call(operations, operations.mergeIndexes, empty);
    await call(operations, operations.resignNode, empty);
    await call(operations, operations.setNodePriority, new operationsPb.SetNodePriorityReq().setPriority(1));
    await call(operations, operations.restartPersistentSubscriptions, empty);
    expect(await collect(client.readAll({ maxCount: 1 }))).to.have.length(1);
  });

  it('shuts down on request', async () => {
    let asked: () => void = () => undefined;
    const shutdown = new Promise<void>((resolve) => (asked = resolve));
    const { node, stop } = await startEmbedded({ onShutdown: () => asked() });
    const service = new operationsGrpc.OperationsClient(`127.0.0.1:${node.port}`, channel());
    await call(service, service.shutdown, empty);
    await shutdown;
    service.close();
    await stop();
  });
});
