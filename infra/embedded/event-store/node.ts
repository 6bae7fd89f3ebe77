import { once } from 'node:events';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import { EventLog } from './log/event-log.ts';
import { openAccess } from './security/access.ts';
import { FrontDoor, type TlsIdentity } from './server/front-door.ts';
import { healthPage } from './server/health.ts';
import type { NodeContext } from './server/node-context.ts';
import { serverFeatures } from './server/server-features.ts';
import { streamsDefinition, streamsService } from './streams/streams-service.ts';

export type NodeOptions = Readonly<{
  /** The folder of the store; created when absent. */
  dir: string;
  /** 0 (default): any free port. */
  port?: number;
  /** Default 127.0.0.1. */
  host?: string;
  /** PEM texts. With TLS, callers are asked for credentials; without, nobody is. */
  tls?: TlsIdentity;
  /** Runs the system projections ($by_category and its kin). */
  projections?: boolean;
  /** Bytes an append may carry; default 1 MiB. */
  maxAppendSize?: number;
  /** Passwords to set at the first start, by login name; default admin and ops with `changeit`. */
  passwords?: Readonly<Record<string, string>>;
  /** Stores nothing and acknowledges everything: the ceiling benchmarks compare with. */
  nullStore?: boolean;
  /** Called when the disk fails. The node cannot go on; the default ends the process. */
  onFatal?: (error: Error) => void;
}>;

export type RunningNode = Readonly<{
  port: number;
  /** Ends all calls, waits until every accepted append is durable and closes the files. */
  stop: () => Promise<void>;
}>;

const largestMessage = 17 * 1024 * 1024;

/** Calls get this long to end by themselves when the node stops. */
const grace = 200;

const endProcess = (error: Error): void => {
  process.stderr.write(`${JSON.stringify({ fatal: error.message })}\n`);
  process.exit(1);
};

/** Starts a node. Throws `UnusableFolder` when the folder is foreign, damaged or in use. */
export const startNode = async (options: NodeOptions): Promise<RunningNode> => {
  const log = await EventLog.open(options.nullStore === true ? undefined : options.dir, options.onFatal ?? endProcess);
  const context: NodeContext = { log, access: openAccess, maxAppendSize: options.maxAppendSize ?? 1024 * 1024 };
  const grpc = new Server({
    'grpc.max_receive_message_length': largestMessage,
    'grpc.max_send_message_length': -1,
  });
  grpc.addService(streamsDefinition, streamsService(context));
  const services = [streamsDefinition, featuresGrpc.ServerFeaturesService];
  grpc.addService(featuresGrpc.ServerFeaturesService, serverFeatures(services));

  let isLive = true;
  const injector = grpc.createConnectionInjector(ServerCredentials.createInsecure());
  const door = new FrontDoor(
    injector,
    healthPage(() => isLive),
    options.tls,
  );
  let port: number;
  try {
    port = await door.listen(options.host ?? '127.0.0.1', options.port ?? 0);
  } catch (error) {
    grpc.forceShutdown();
    await log.close();
    throw error;
  }

  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    isLive = false;
    door.shut();
    const closed = once(AbortSignal.timeout(grace), 'abort');
    await Promise.race([new Promise<void>((resolve) => grpc.tryShutdown(() => resolve())), closed]);
    injector.destroy();
    grpc.forceShutdown();
    door.clear();
    await log.close();
  };
  return { port, stop: () => (stopping ??= stop()) };
};
