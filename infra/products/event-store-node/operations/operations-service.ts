import { status as Status } from '@grpc/grpc-js';
import type { ServerUnaryCall, UntypedServiceImplementation } from '@grpc/grpc-js';
import operationsPb from '@eventstore/db-client/generated/operations_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import { RpcError } from '../protocol/rpc-error.ts';
import { admins, operators } from '../security/access.ts';
import type { NodeContext } from '../server/node-context.ts';
import { unary } from '../server/unary.ts';
import type { Scavenge, ScavengeResult } from './scavenge.ts';

const { ScavengeResp } = operationsPb;
type Empty = InstanceType<typeof sharedPb.Empty>;
type EmptyCall = ServerUnaryCall<Empty, Empty>;

const answer = ({ id, result }: ScavengeResult): InstanceType<typeof ScavengeResp> => {
  if (result === 'not-found') {
    throw new RpcError(Status.NOT_FOUND, 'Scavenge id was invalid.', {
      exception: 'scavenge-not-found',
      'scavenge-id': id,
    });
  }
  const kinds = { started: 'STARTED', 'in-progress': 'INPROGRESS', stopped: 'STOPPED' } as const;
  const response = new ScavengeResp();
  response.setScavengeId(id);
  response.setScavengeResult(ScavengeResp.ScavengeResult[kinds[result]]);
  return response;
};

/** The `Operations` service, for administrators and operators. */
export const operationsService = (context: NodeContext, scavenge: Scavenge): UntypedServiceImplementation => {
  const check = async (call: ServerUnaryCall<unknown, unknown>): Promise<void> => {
    context.access.checkRole(await context.access.authenticate(call.metadata), admins, operators);
  };
  const nothing = (act: () => Promise<void> | void) =>
    unary(async (call: EmptyCall) => {
      await check(call);
      await act();
      return new sharedPb.Empty();
    });
  return {
    startScavenge: unary(
      async (
        call: ServerUnaryCall<InstanceType<typeof operationsPb.StartScavengeReq>, InstanceType<typeof ScavengeResp>>,
      ) => {
        await check(call);
        return answer(scavenge.start());
      },
    ),
    stopScavenge: unary(
      async (
        call: ServerUnaryCall<InstanceType<typeof operationsPb.StopScavengeReq>, InstanceType<typeof ScavengeResp>>,
      ) => {
        await check(call);
        return answer(scavenge.stop(call.request.getOptions()?.getScavengeId() ?? ''));
      },
    ),
    // The answer is sent before the node stops.
    shutdown: nothing(() => void setImmediate(context.requestShutdown)),
    mergeIndexes: nothing(() => context.log.storage.compactIndex()),
    // A single node has no other node to resign to, and no elections in which a priority counts.
    resignNode: nothing(() => undefined),
    setNodePriority: nothing(() => undefined),
    restartPersistentSubscriptions: nothing(() => context.restartPersistentSubscriptions()),
  };
};
