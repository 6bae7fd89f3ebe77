import type { ServerUnaryCall, UntypedServiceImplementation } from '@grpc/grpc-js';
import gossipPb from '@eventstore/db-client/generated/gossip_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import type { NodeContext } from './node-context.ts';
import { unary } from './unary.ts';

const wildcards = new Set(['0.0.0.0', '::', '']);

/**
 * `Gossip.Read`: a cluster of one node, the leader. A node that listens on every address names the
 * one it was called by.
 */
export const gossipService = (context: NodeContext): UntypedServiceImplementation => ({
  read: unary((call: ServerUnaryCall<unknown, InstanceType<typeof gossipPb.ClusterInfo>>) => {
    const called = /^(.*):\d+$/.exec(call.getHost() ?? '')?.[1] ?? '127.0.0.1';
    const endPoint = new gossipPb.EndPoint();
    endPoint.setAddress(wildcards.has(context.host) ? called : context.host);
    endPoint.setPort(context.port());
    const id = new sharedPb.UUID();
    id.setString(context.instanceId);
    const member = new gossipPb.MemberInfo();
    member.setInstanceId(id);
    member.setTimeStamp(`${Date.now()}0000`);
    member.setState(gossipPb.MemberInfo.VNodeState.LEADER);
    member.setIsAlive(true);
    member.setHttpEndPoint(endPoint);
    const cluster = new gossipPb.ClusterInfo();
    cluster.addMembers(member);
    return Promise.resolve(cluster);
  }),
});
