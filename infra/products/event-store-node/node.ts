import { setTimeout as wait } from 'node:timers/promises';
import { Server, ServerCredentials, type ServiceDefinition, type UntypedServiceImplementation } from '@grpc/grpc-js';
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import monitoringGrpc from '@eventstore/db-client/generated/monitoring_grpc_pb.js';
import operationsGrpc from '@eventstore/db-client/generated/operations_grpc_pb.js';
import projectionsGrpc from '@eventstore/db-client/generated/projections_grpc_pb.js';
import usersGrpc from '@eventstore/db-client/generated/users_grpc_pb.js';
import { EventLog } from './log/event-log.ts';
import { operationsService } from './operations/operations-service.ts';
import { Scavenge } from './operations/scavenge.ts';
import { Groups } from './persistent/groups.ts';
import { persistentDefinition, persistentService } from './persistent/persistent-service.ts';
import { ProjectionRun } from './projections/projection-run.ts';
import { projectionsService } from './projections/projections-service.ts';
import { systemProjections } from './projections/system-projections.ts';
import { type Access, openAccess } from './security/access.ts';
import { BasicAccess } from './security/basic-access.ts';
import { SecretAccess } from './security/secret-access.ts';
import { FrontDoor, type TlsIdentity } from './server/front-door.ts';
import { gossipService } from './server/gossip.ts';
import { httpPages } from './server/http-pages.ts';
import { monitoringService } from './server/monitoring.ts';
import type { NodeContext } from './server/node-context.ts';
import { serverFeatures } from './server/server-features.ts';
import { streamsDefinition, streamsService } from './streams/streams-service.ts';
import { UserDirectory } from './users/user-directory.ts';
import { usersService } from './users/users-service.ts';

export type NodeOptions = Readonly<{
  /** The folder of the store. It is created when absent. */
  dir: string;
  /** 0 (default): any free port. */
  port?: number;
  /** Default 127.0.0.1. */
  host?: string;
  /** PEM texts. With TLS, callers need credentials; without, they need none. */
  tls?: TlsIdentity;
  /** The password of the one user `service`, without which every call is refused. The users in the log do not count then. */
  secret?: string;
  /** Runs the system projections (`$by_category` and the others). */
  projections?: boolean;
  /** The most bytes an append may carry; default 1 MiB. */
  maxAppendSize?: number;
  /** Passwords to set at the first start, by login name; default admin and ops with `changeit`. */
  passwords?: Readonly<Record<string, string>>;
  /** Stores nothing and acknowledges everything: the upper bound for benchmarks. */
  nullStore?: boolean;
  /** Called when a client asks the node to shut down; the default stops it. */
  onShutdown?: () => void;
  /** Called with what an operator should change, a sentence each; the default writes it to stderr. */
  onWarning?: (warning: string) => void;
  /** Called when the disk fails. The node cannot go on; the default ends the process. */
  onFatal?: (error: Error) => void;
}>;

export type RunningNode = Readonly<{
  port: number;
  /** Ends all calls, waits until every accepted append is durable and closes the files. */
  stop: () => Promise<void>;
}>;

const maxMessageBytes = 17 * 1024 * 1024;

/** How long calls have to end by themselves when the node stops. */
const grace = 200;

const writeWarning = (warning: string): void => void process.stderr.write(`${JSON.stringify({ warning })}\n`);

const accessOf = ({ tls, secret }: NodeOptions, log: EventLog, users: UserDirectory): Access => {
  if (secret !== undefined) return new SecretAccess(secret);
  return tls === undefined ? openAccess : new BasicAccess(log, users);
};

/** Warns at each start until the passwords that every installation begins with are changed. */
const openUsers = async (
  users: UserDirectory,
  { passwords = {}, onWarning = writeWarning }: Pick<NodeOptions, 'passwords' | 'onWarning'>,
): Promise<void> => {
  await users.createDefaults(passwords);
  for (const name of await users.withDefaultPassword())
    onWarning(`the user ${name} still has the password that every installation begins with: change it`);
};

const endProcess = (error: Error): void => {
  process.stderr.write(`${JSON.stringify({ fatal: error.message })}\n`);
  process.exit(1);
};

/** All services of the node. The list of supported methods is made of it. */
const addServices = (
  grpc: Server,
  context: NodeContext,
  {
    scavenge,
    groups,
    projections,
  }: Readonly<{ scavenge: Scavenge; groups: Groups; projections: readonly ProjectionRun[] | undefined }>,
): void => {
  const services: [ServiceDefinition, UntypedServiceImplementation][] = [
    [streamsDefinition, streamsService(context)],
    [persistentDefinition, persistentService(context, groups)],
    [usersGrpc.UsersService, usersService(context)],
    [operationsGrpc.OperationsService, operationsService(context, scavenge)],
    [gossipGrpc.GossipService, gossipService(context)],
    [monitoringGrpc.MonitoringService, monitoringService(context)],
  ];
  if (projections !== undefined) {
    services.push([projectionsGrpc.ProjectionsService, projectionsService(context, projections)]);
  }
  const definitions = [...services.map(([definition]) => definition), featuresGrpc.ServerFeaturesService];
  for (const [definition, implementation] of services) grpc.addService(definition, implementation);
  grpc.addService(featuresGrpc.ServerFeaturesService, serverFeatures(definitions));
};

/** Starts a node. Throws `UnusableFolder` when the folder is foreign, damaged or in use. */
export const startNode = async (options: NodeOptions): Promise<RunningNode> => {
  const log = await EventLog.open(options.nullStore === true ? undefined : options.dir, options.onFatal ?? endProcess);
  const users = new UserDirectory(log);
  const scavenge = new Scavenge(log);
  const groups = new Groups(log);
  const projections = options.projections
    ? systemProjections.map((projection) => new ProjectionRun(log, projection))
    : undefined;
  const host = options.host ?? '127.0.0.1';
  let port = 0;
  let isLive = true;
  let stopping: Promise<void> | undefined;
  const context: NodeContext = {
    log,
    users,
    access: accessOf(options, log, users),
    maxAppendSize: options.maxAppendSize ?? 1024 * 1024,
    instanceId: log.storage.id,
    host,
    port: () => port,
    requestShutdown: () => (options.onShutdown ?? (() => void stop()))(),
    restartPersistentSubscriptions: () => groups.restart(),
  };
  const grpc = new Server({
    'grpc.max_receive_message_length': maxMessageBytes,
    'grpc.max_send_message_length': -1,
  });
  addServices(grpc, context, { scavenge, groups, projections });
  const injector = grpc.createConnectionInjector(ServerCredentials.createInsecure());
  const pages = httpPages(context, () => isLive);
  const door = new FrontDoor(injector, pages, options.tls);

  const stop = (): Promise<void> => (stopping ??= shutDown());
  const shutDown = async (): Promise<void> => {
    isLive = false;
    door.shut();
    await groups.close();
    for (const run of projections ?? []) await run.stop();
    const ended = new Promise<void>((resolve) => grpc.tryShutdown(() => resolve()));
    await Promise.race([ended, wait(grace, undefined, { ref: false })]);
    injector.destroy();
    grpc.forceShutdown();
    door.clear();
    await scavenge.close();
    await log.close();
  };
  try {
    if (options.tls !== undefined && options.secret === undefined) await openUsers(users, options);
    await groups.start();
    for (const run of projections ?? []) await run.start();
    port = await door.listen(host, options.port ?? 0);
  } catch (error) {
    await shutDown();
    throw error;
  }
  return { port, stop };
};
