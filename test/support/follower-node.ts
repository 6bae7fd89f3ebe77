import { Metadata, Server, ServerCredentials, status } from '@grpc/grpc-js';
import type { ServerDuplexStream, ServerUnaryCall, ServerWritableStream, sendUnaryData } from '@grpc/grpc-js';
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossipPb from '@eventstore/db-client/generated/gossip_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';

type Read = ServerWritableStream<streamsPb.ReadReq, streamsPb.ReadResp>;
type Append = ServerDuplexStream<streamsPb.BatchAppendReq, streamsPb.BatchAppendResp>;
type Gossip = ServerUnaryCall<unknown, InstanceType<typeof gossipPb.ClusterInfo>>;

export type FollowerNode = Readonly<{
  port: number;
  /** How many calls it refused because they require the leader, and how many reads it answered from its past. */
  refused(): number;
  answered(): number;
  /** The port of the leader it names; undefined while it knows none. */
  follow(leaderPort: number | undefined): void;
  stop(): void;
}>;

/**
 * A node that is no leader and has received nothing yet: every stream is absent there and the log is
 * empty. It refuses what requires the leader as EventStoreDB does, and names the leader in the
 * trailers. Its gossip has both nodes.
 */
export const startFollower = async (leaderPort?: number): Promise<FollowerNode> => {
  let leader = leaderPort;
  let port = 0;
  const counts = { refused: 0, answered: 0 };
  const notLeader = () => {
    counts.refused += 1;
    const metadata = new Metadata();
    if (leader === undefined)
      return { code: status.UNKNOWN, details: 'No leader info available in response', metadata };
    metadata.set('exception', 'not-leader');
    metadata.set('leader-endpoint-host', '127.0.0.1');
    metadata.set('leader-endpoint-port', String(leader));
    return { code: status.NOT_FOUND, details: 'Leader info available', metadata };
  };
  const requiresLeader = (metadata: Metadata): boolean => metadata.get('requires-leader')[0] === 'true';
  const read = (call: Read): void => {
    if (requiresLeader(call.metadata)) return void call.emit('error', notLeader());
    counts.answered += 1;
    const options = call.request.getOptions();
    if (options?.hasStream()) {
      const absent = new streamsPb.ReadResp.StreamNotFound();
      absent.setStreamIdentifier(options.getStream()?.getStreamIdentifier());
      call.write(new streamsPb.ReadResp().setStreamNotFound(absent));
    }
    if (options?.hasSubscription()) {
      const confirmation = new streamsPb.ReadResp.SubscriptionConfirmation().setSubscriptionId('follower');
      call.write(new streamsPb.ReadResp().setConfirmation(confirmation));
      return;
    }
    call.end();
  };
  const batchAppend = (call: Append): void => {
    call.on('data', () => call.emit('error', notLeader()));
    call.on('end', () => call.end());
  };
  const member = (of: number, state: keyof typeof gossipPb.MemberInfo.VNodeState) =>
    new gossipPb.MemberInfo()
      .setInstanceId(new sharedPb.UUID().setString('00000000-0000-0000-0000-000000000001'))
      .setTimeStamp('1')
      .setState(gossipPb.MemberInfo.VNodeState[state])
      .setIsAlive(true)
      .setHttpEndPoint(new gossipPb.EndPoint().setAddress('127.0.0.1').setPort(of));
  const gossip = (_call: Gossip, answer: sendUnaryData<InstanceType<typeof gossipPb.ClusterInfo>>): void => {
    const cluster = new gossipPb.ClusterInfo();
    cluster.addMembers(member(port, 'FOLLOWER'));
    if (leader !== undefined) cluster.addMembers(member(leader, 'LEADER'));
    answer(null, cluster);
  };
  const server = new Server();
  const { read: readPath, batchAppend: batchAppendPath } = streamsGrpc.StreamsService;
  server.addService({ read: readPath, batchAppend: batchAppendPath }, { read, batchAppend } as never);
  server.addService(gossipGrpc.GossipService, { read: gossip } as never);
  port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  return {
    port,
    refused: () => counts.refused,
    answered: () => counts.answered,
    follow: (to) => {
      leader = to;
    },
    stop: () => server.forceShutdown(),
  };
};
