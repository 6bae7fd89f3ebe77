import { status as Status } from '@grpc/grpc-js';
import type { ServerUnaryCall, ServerWritableStream, UntypedServiceImplementation } from '@grpc/grpc-js';
import structPb from 'google-protobuf/google/protobuf/struct_pb.js';
import projectionsPb from '@eventstore/db-client/generated/projections_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import { RpcError, toRpcError, unknownError } from '../protocol/rpc-error.ts';
import { admins, operators } from '../security/access.ts';
import type { NodeContext } from '../server/node-context.ts';
import { unary } from '../server/unary.ts';
import type { ProjectionRun } from './projection-run.ts';

const { StatisticsReq, StatisticsResp } = projectionsPb;
const { ModeCase } = StatisticsReq.Options;

type Call<Request, Response> = ServerUnaryCall<Request, Response>;
type StatisticsCall = ServerWritableStream<InstanceType<typeof StatisticsReq>, InstanceType<typeof StatisticsResp>>;
type Named = { getOptions(): { getName(): string } | undefined };

const notFound = (name: string): RpcError => new RpcError(Status.NOT_FOUND, `Projection '${name}' not found`);

const notSupported = (): RpcError =>
  new RpcError(
    Status.UNIMPLEMENTED,
    'This node runs the system projections only; projections in JavaScript are not supported.',
  );

/** The refusal of changes to a system projection. */
const refused = (): RpcError => unknownError('Envelope callback expected Updated, received OperationFailed instead');

const detailsOf = (run: ProjectionRun, head: number): InstanceType<typeof StatisticsResp> => {
  const { name } = run.projection;
  const details = new StatisticsResp.Details();
  details.setName(name);
  details.setEffectivename(name);
  details.setMode('Continuous');
  details.setStatus(run.isRunning ? 'Running' : 'Stopped');
  details.setPosition(`C:${run.position}/P:${run.position}`);
  details.setLastcheckpoint(`C:${run.checkpoint}/P:${run.checkpoint}`);
  details.setProgress(head === 0 ? 100 : Math.min(100, (100 * run.position) / head));
  details.setEventsprocessedafterrestart(String(run.processed));
  const response = new StatisticsResp();
  response.setDetails(details);
  return response;
};

/**
 * The `Projections` service. System projections can be watched, stopped and started; others cannot
 * be created.
 */
export const projectionsService = (
  context: NodeContext,
  runs: readonly ProjectionRun[],
): UntypedServiceImplementation => {
  const find = (name: string): ProjectionRun => {
    const run = runs.find(({ projection }) => projection.name === name);
    if (run === undefined) throw notFound(name);
    return run;
  };
  const check = async (call: Call<unknown, unknown> | StatisticsCall, ...roles: string[]): Promise<void> => {
    context.access.checkRole(await context.access.authenticate(call.metadata), ...roles);
  };
  const named = <Request extends Named, Response>(
    act: (run: ProjectionRun) => Promise<void>,
    respond: () => Response,
    ...roles: string[]
  ) =>
    unary(async (call: Call<Request, Response>) => {
      await check(call, ...roles);
      await act(find(call.request.getOptions()?.getName() ?? ''));
      return respond();
    });

  const statistics = async (call: StatisticsCall): Promise<void> => {
    await check(call);
    const options = call.request.getOptions();
    const mode = options?.getModeCase() ?? ModeCase.MODE_NOT_SET;
    const chosen =
      mode === ModeCase.NAME
        ? [find(options?.getName() ?? '')]
        : mode === ModeCase.ALL || mode === ModeCase.CONTINUOUS
          ? runs
          : [];
    for (const run of chosen) call.write(detailsOf(run, context.log.tail.lastPosition));
    call.end();
  };

  return {
    create: unary(async (call: Call<unknown, unknown>) => {
      await check(call);
      throw notSupported();
    }),
    update: named(
      () => Promise.reject(refused()),
      () => new projectionsPb.UpdateResp(),
    ),
    delete: named(
      () => Promise.reject(refused()),
      () => new projectionsPb.DeleteResp(),
      admins,
      operators,
    ),
    enable: named(
      (run) => run.setEnabled(true),
      () => new projectionsPb.EnableResp(),
    ),
    disable: named(
      (run) => run.setEnabled(false),
      () => new projectionsPb.DisableResp(),
    ),
    // The links of a system projection depend on the log alone and exist already, so a reset adds
    // nothing.
    reset: named(
      async (run) => {
        if (!run.isRunning) return;
        await run.stop();
        await run.start();
      },
      () => new projectionsPb.ResetResp(),
    ),
    state: named(
      () => Promise.resolve(),
      () => {
        const response = new projectionsPb.StateResp();
        response.setState(new structPb.Value().setStructValue(new structPb.Struct()));
        return response;
      },
    ),
    result: named(
      () => Promise.resolve(),
      () => {
        const response = new projectionsPb.ResultResp();
        response.setResult(new structPb.Value().setStructValue(new structPb.Struct()));
        return response;
      },
    ),
    restartSubsystem: unary(async (call: Call<unknown, InstanceType<typeof sharedPb.Empty>>) => {
      await check(call, admins, operators);
      for (const run of runs) await run.stop();
      for (const run of runs) await run.start();
      return new sharedPb.Empty();
    }),
    statistics: (call: StatisticsCall): void => {
      statistics(call).catch((error: unknown) => call.emit('error', toRpcError(error)));
    },
  };
};
