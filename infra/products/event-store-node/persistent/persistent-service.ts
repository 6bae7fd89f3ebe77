import { errorOf } from '../error-of.ts';
import type { ServerUnaryCall, ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js';
import persistentGrpc from '@eventstore/db-client/generated/persistent_grpc_pb.js';
import persistentPb from '@eventstore/db-client/generated/persistent_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import { handlerFault, RpcError } from '../protocol/rpc-error.ts';
import { admins, operators, type Principal } from '../security/access.ts';
import type { NodeContext } from '../server/node-context.ts';
import { unary } from '../server/unary.ts';
import { connect } from './connection.ts';
import { groupInfo } from './group-info.ts';
import { groupFailed } from './group-refusals.ts';
import { createRequest, streamNameOf, updateRequest } from './group-request.ts';
import type { GroupName } from './group-settings.ts';
import type { Groups } from './groups.ts';

const { PersistentSubscriptionsService } = persistentGrpc;

type Call<Request, Response> = ServerUnaryCall<Request, Response>;
type Source = {
  hasAll(): boolean;
  getStreamIdentifier(): InstanceType<typeof sharedPb.StreamIdentifier> | undefined;
  getGroupName(): string;
};

export const persistentDefinition: ServiceDefinition = {
  ...PersistentSubscriptionsService,
  read: { ...PersistentSubscriptionsService.read, responseSerialize: (bytes: Buffer) => bytes },
};

const nameOf = (options: Source | undefined): GroupName => {
  if (options === undefined) throw handlerFault();
  const stream = options.hasAll() ? '$all' : streamNameOf(options.getStreamIdentifier());
  return { stream, group: options.getGroupName() };
};

/** The `PersistentSubscriptions` service. Administrators and operators manage the groups. */
export const persistentService = (context: NodeContext, groups: Groups): UntypedServiceImplementation => {
  const manager = async (call: Call<unknown, unknown>): Promise<Principal> => {
    const principal = await context.access.authenticate(call.metadata);
    context.access.checkRole(principal, admins, operators);
    return principal;
  };
  const known = async (call: Call<unknown, unknown>): Promise<void> => {
    context.access.checkRole(await context.access.authenticate(call.metadata));
  };
  /** Turns the faults of groups into the server's refusals. */
  const asGroupFailure = async (name: GroupName, act: () => Promise<void>): Promise<void> => {
    try {
      await act();
    } catch (error) {
      throw error instanceof RpcError ? error : groupFailed(name, errorOf(error).message);
    }
  };

  return {
    create: unary(
      async (call: Call<InstanceType<typeof persistentPb.CreateReq>, InstanceType<typeof persistentPb.CreateResp>>) => {
        const principal = await manager(call);
        const entry = createRequest(call.request);
        await asGroupFailure(entry, () => groups.create(entry, principal.name));
        return new persistentPb.CreateResp();
      },
    ),
    update: unary(
      async (call: Call<InstanceType<typeof persistentPb.UpdateReq>, InstanceType<typeof persistentPb.UpdateResp>>) => {
        const principal = await manager(call);
        const { name, settings } = updateRequest(call.request);
        await asGroupFailure(name, () => groups.update(name, settings, principal.name));
        return new persistentPb.UpdateResp();
      },
    ),
    delete: unary(
      async (call: Call<InstanceType<typeof persistentPb.DeleteReq>, InstanceType<typeof persistentPb.DeleteResp>>) => {
        const principal = await manager(call);
        const name = nameOf(call.request.getOptions());
        await asGroupFailure(name, () => groups.delete(name, principal.name));
        return new persistentPb.DeleteResp();
      },
    ),
    getInfo: unary(
      async (
        call: Call<InstanceType<typeof persistentPb.GetInfoReq>, InstanceType<typeof persistentPb.GetInfoResp>>,
      ) => {
        await known(call);
        const response = new persistentPb.GetInfoResp();
        response.setSubscriptionInfo(await groupInfo(groups.get(nameOf(call.request.getOptions()))));
        return response;
      },
    ),
    list: unary(
      async (call: Call<InstanceType<typeof persistentPb.ListReq>, InstanceType<typeof persistentPb.ListResp>>) => {
        await known(call);
        const option = call.request.getOptions()?.getListForStream();
        const stream = option === undefined ? undefined : option.hasAll() ? '$all' : streamNameOf(option.getStream());
        const found = stream === undefined ? groups.all() : groups.ofStream(stream);
        const response = new persistentPb.ListResp();
        response.setSubscriptionsList(await Promise.all(found.map(groupInfo)));
        return response;
      },
    ),
    replayParked: unary(
      async (
        call: Call<
          InstanceType<typeof persistentPb.ReplayParkedReq>,
          InstanceType<typeof persistentPb.ReplayParkedResp>
        >,
      ) => {
        await manager(call);
        const options = call.request.getOptions();
        const group = groups.get(nameOf(options));
        const stopAt = options?.hasStopAt() === true ? Number(options.getStopAt()) : undefined;
        if (stopAt !== undefined && stopAt < 0)
          throw groupFailed(group.entry, 'Cannot stop replaying parked message at a negative version.');
        await group.replayParked(stopAt);
        return new persistentPb.ReplayParkedResp();
      },
    ),
    restartSubsystem: unary(
      async (call: Call<InstanceType<typeof sharedPb.Empty>, InstanceType<typeof sharedPb.Empty>>) => {
        await manager(call);
        await groups.restart();
        return new sharedPb.Empty();
      },
    ),
    read: connect(context, groups),
  };
};
