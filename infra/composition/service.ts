import { writeSandboxApps } from '@social-publishing/platform-sandbox';
import { freePort } from '@social-publishing/child-process';
import { catalogue } from '../../domain/events.ts';
import { StoreUnavailable } from '../../domain/kernel/event-store.ts';
import { reconcileAll } from '../adapters/billing/reconcile-all.ts';
import { processNames } from '../adapters/processes/process-subscribers.ts';
import { onceASecond } from '../edge/http/readiness.ts';
import { createWatchServer } from '../edge/http/watch-server.ts';
import { countConsumers } from '../log/subscriptions/consumer-metrics.ts';
import { ConsumerWatch, consumerWatchIntervalMs } from '../log/subscriptions/consumer-watch.ts';
import { FollowedLog } from '../stores/event-store/followed-log.ts';
import { EventStoreDb } from '../stores/eventstoredb/store.ts';
import { beginProcessesOnEmptyLog } from '../stores/postgres/process-checkpoints.ts';
import type { Logger } from '../telemetry/logger.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { runEvery } from '../telemetry/run-every.ts';
import type { Connection } from '../test-mode/api/ports.ts';
import { demoWorkspace, forgetConnection, greeting, untilKnown, writeConnection } from '../test-mode/demo-workspace.ts';
import { openApiRole } from './api-role.ts';
import { ConfigurationError, originOf, type Config } from './config.ts';
import { startStores } from './embedded-stores.ts';
import { openInfrastructure, type Infrastructure } from './infrastructure.ts';
import { onceStoresAnswer } from './once-stores-answer.ts';
import { requireOptionalParts } from './optional-parts.ts';
import { requireNamedDatabase, requireOwnFolder, requirePort } from './preflight.ts';
import { knownConsumers } from './known-consumers.ts';
import { runProcesses } from './processes.ts';
import { startProjectorRole } from './projector-role.ts';
import { readinessOf } from './readiness.ts';
import { setUpPrefix } from '../edge/sign-in/set-up-page.ts';
import { isWithoutOwner, setUpToken } from './sign-in.ts';
import { startPhases } from './start-phases.ts';
import { startText } from './start-text.ts';
import { openSharedParts, openSnapshots, type SharedParts } from './shared-parts.ts';
import { stoppable, type Stoppable } from './stoppable.ts';

export type RunningService = Readonly<{ greeting: string; stop(): Promise<void> }>;

/** How often the log is compared with the one that Postgres follows; the first events are remembered then. */
const checkLogEveryMs = 15_000;

const withPort = async (config: Config): Promise<Config> => {
  if (config.port !== 0) return config;
  const port = await freePort();
  const [from, to] = [originOf(config.host, 0), originOf(config.host, port)];
  const moved = (url: string): string => (url === from ? to : url);
  return { ...config, port, publicUrl: moved(config.publicUrl), sandboxUrl: moved(config.sandboxUrl) };
};

/** Puts the service together, in the roles the configuration names, and starts it. `signal`: the start waits for no store any more. */
export const startService = async (
  given: Config,
  log: Logger,
  signal = new AbortController().signal,
): Promise<RunningService> => {
  const config = await withPort(given);
  const parts = stoppable(log);
  try {
    return { greeting: await startRoles(config, { log, signal }, parts), stop: parts.stop };
  } catch (error) {
    await parts.stop();
    throw error;
  }
};

const hourMs = 3_600_000;

/** Makes up for events of the payment provider that never came. */
const reconcileHourly = ({ db, log }: Infrastructure, { capabilityParts: { reconcilePayments } }: SharedParts) => {
  const failed = (error: unknown, ownerId?: string): void =>
    log.warn({ error, ownerId }, 'the payment provider could not be asked');
  return runEvery(hourMs, () => reconcileAll({ db, reconcile: reconcilePayments, failed }), failed);
};

/** An event store that does not answer within this ends the start, with the reason: with the start of Node, 5 s. */
const namedStoreMs = 3_000;

/** The embedded event store may take longer on a busy machine. */
const embeddedStoreMs = 10_000;

/** Ends the start before anything else of it begins, where the event store that the configuration names cannot be used. */
const requireNamedEventStore = async ({ eventStoreUrl }: Config): Promise<void> => {
  if (eventStoreUrl === undefined) return;
  const named = new EventStoreDb(eventStoreUrl, catalogue);
  try {
    await named.eventuallyReachable(namedStoreMs);
  } catch (fault) {
    if (fault instanceof StoreUnavailable) throw new ConfigurationError(`EVENTSTORE_URL: ${fault.message}`);
    throw fault;
  } finally {
    await named.close();
  }
};

type Beside = Readonly<{ log: Logger; signal: AbortSignal }>;

/** Starts the roles in the order of their dependencies. Answers the lines the operator reads. */
const startRoles = async (config: Config, beside: Beside, parts: Stoppable): Promise<string> => {
  const { log } = beside;
  const has = (role: Config['role']): boolean => config.role === 'all' || config.role === role;
  const listensAt = originOf(config.host, config.port);
  requireOptionalParts(config);
  await requirePort(config);
  await requireOwnFolder(config);
  await Promise.all([requireNamedDatabase(config), requireNamedEventStore(config)]);
  // Only now: the file of a service that runs on this folder stays.
  if (has('api')) await forgetConnection(config.dataDir);
  const metrics = createMetrics();
  const started = startPhases(log);
  const stores = await startStores(config, log, metrics);
  parts.add('stores', stores.stop);
  started('stores');
  const infrastructure = await openInfrastructure(config, stores, log, metrics);
  parts.add('infrastructure', infrastructure.close);
  await infrastructure.eventStore.eventuallyReachable(embeddedStoreMs);
  const followedLog = new FollowedLog(infrastructure);
  await followedLog.checkAtStart();
  const checking = runEvery(
    checkLogEveryMs,
    () => followedLog.check(),
    (error) => log.warn({ error }, 'the log is not the one that was followed, or could not be compared'),
  );
  parts.add('followed log', checking);
  await beginProcessesOnEmptyLog(processNames, infrastructure);
  started('event log');

  // The projector starts first, because it makes the views that all others read.
  const snapshots = openSnapshots(infrastructure);
  const { projector, auditTrail } = has('projector') ? await startProjectorRole(infrastructure, snapshots, parts) : {};
  if (projector) started('projector');
  const shared = await openSharedParts(infrastructure, parts);
  const { access, platforms } = shared;
  const processes = has('processes') ? await runProcesses(infrastructure, shared) : undefined;
  if (processes) parts.add('processes', processes.stop);
  started(processes ? 'access, platforms and processes' : 'access and platforms');
  if (processes && config.stripe) parts.add('reconciles payments', reconcileHourly(infrastructure, shared));

  const consumers = new ConsumerWatch({ ...infrastructure, consumers: await knownConsumers(config) });
  const count = (): void => countConsumers(metrics, consumers.states());
  const watch = async (): Promise<void> => {
    const haveChanged = await consumers.refresh().catch((error: unknown) => {
      count();
      throw error;
    });
    if (haveChanged) count();
  };
  const unseen = (error: unknown): void => log.warn({ error }, 'the lag of consumers could not be read');
  parts.add('counts', runEvery(consumerWatchIntervalMs, watch, unseen));
  await watch().catch(unseen);
  let hasStarted = false;
  const readiness = onceASecond(
    readinessOf(infrastructure, {
      projector,
      auditTrail,
      consumers,
      followedLog,
      ...(has('api') && { hasStarted: () => hasStarted }),
      processes: processes?.scan,
      makesPosters: processes?.makesPosters,
    }),
  );

  if (!has('api')) {
    const watched = createWatchServer({ log, readiness, metrics, metricsToken: config.metricsToken });
    parts.add('http', watched.close);
    await watched.listen(config.port, config.host);
    processes?.begin();
    return `Running as ${config.role}; /v1/ready and /metrics at ${listensAt}\n`;
  }

  const { testMode, listen } = await openApiRole(
    infrastructure,
    shared,
    {
      snapshots,
      processes,
      readiness,
      lagSeconds: () => new Map(consumers.states().map(({ name, lagSeconds }) => [name, lagSeconds])),
    },
    parts,
  );
  await listen();
  started('HTTP server');
  if (processes) {
    processes.begin();
    // Added after the server, so that actions end while the platforms of the sandbox still answer.
    parts.add('actions', processes.rest);
  }
  // It answers requests from here on: a store that is away for a while does not end it any more. The next two steps may be repeated.
  if (!testMode) {
    const setUpLink = async (): Promise<string | undefined> => {
      const isOpen = access.door !== undefined && (await isWithoutOwner(infrastructure, access.commands));
      return isOpen ? `${config.publicUrl}${setUpPrefix}${await setUpToken(infrastructure)}` : undefined;
    };
    const link = await onceStoresAnswer(setUpLink, beside);
    hasStarted = true;
    return startText(config, listensAt, link);
  }

  const makeDemo = async (): Promise<Connection> => {
    const made = await demoWorkspace(infrastructure, testMode.workspaces);
    await untilKnown(infrastructure, access.freshness);
    return made;
  };
  const connection = await onceStoresAnswer(makeDemo, beside);
  parts.add('connection', () => forgetConnection(config.dataDir));
  if (platforms.sandbox) await writeSandboxApps(config.dataDir, platforms.sandbox.apps);
  await writeConnection(config.dataDir, connection);
  hasStarted = true;
  return greeting(connection, listensAt);
};
