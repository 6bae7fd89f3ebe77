import { catalogue } from '../../domain/events.ts';
import { RateLimit } from '../edge/access/rate-limit.ts';
import { invitationLinks } from '../adapters/workspaces/invitation-links.ts';
import { freePort } from '../products/child-process/free-port.ts';
import { originOf, type Config } from './config.ts';
import { Idempotency } from '../edge/http/idempotency.ts';
import { LastWritesInMemory, LastWritesInRedis } from '../edge/http/last-writes.ts';
import { RequestLog } from '../edge/http/request-log.ts';
import type { PlainHandler } from '../edge/http/plain-handler.ts';
import { createServer } from '../edge/http/server.ts';
import { createWatchServer } from '../edge/http/watch-server.ts';
import { consolePages } from '../edge/console/console-pages.ts';
import { dropExpiredRecords } from '../edge/identity/records.ts';
import { apiAudience } from '../edge/identity/session.ts';
import type { Logger } from '../telemetry/logger.ts';
import { mcpHandler, mcpPath } from '../edge/mcp/http-handler.ts';
import { openInsideDoor } from '../edge/mcp/inside-door.ts';
import { objectPath } from '../stores/object-storage/object-request.ts';
import { connectRedis } from '../stores/redis/client.ts';
import { requestRecords } from '../stores/postgres/request-records.ts';
import { SharedTail } from '../log/tail/shared-tail.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { createSafeDownload } from '../outside/http/safe-download.ts';
import { fetchFile } from '../adapters/media/fetch-file.ts';
import { mediaFiles } from '../adapters/media/post-media.ts';
import { PastReadModels } from '../log/history/past-read-models.ts';
import { endpointSnapshotSubscriber } from '../log/history/endpoint-snapshot-subscriber.ts';
import { EndpointSnapshots } from '../log/history/endpoint-snapshots.ts';
import { snapshotSubscriber } from '../log/history/snapshot-subscriber.ts';
import { StreamSnapshots } from '../log/history/stream-snapshots.ts';
import { openAccess } from './access.ts';
import { allProjections } from '../../projections/all-projections.ts';
import { runAuditTrail } from '../log/audit/audit-trail.ts';
import { auditPages } from './audit-pages.ts';
import { apiEndpoints } from './api.ts';
import { clientDocument } from './client-document.ts';
import { demoWorkspace, forgetConnection, greeting, untilKnown, writeConnection } from '../test-mode/demo-workspace.ts';
import about from '../../package.json' with { type: 'json' };
import { consumerCounts, countConsumersEveryMs } from '../log/subscriptions/consumer-metrics.ts';
import { everyProjection } from './every-projection.ts';
import { keptKey } from '../stores/secrets/kept-key.ts';
import { runEvery } from '../telemetry/run-every.ts';
import { openInfrastructure } from './infrastructure.ts';
import { startStores } from './embedded-stores.ts';
import { stoppable, type Stoppable } from './stoppable.ts';
import { openPlatforms } from './platforms.ts';
import { runProcesses } from './processes.ts';
import { runProjector } from '../log/subscriptions/projector.ts';
import { openStorage } from './storage.ts';
import { readinessOf } from './readiness.ts';
import { openTestMode } from './test-mode.ts';

export type RunningService = Readonly<{ greeting: string; stop(): Promise<void> }>;

const withPort = async (config: Config): Promise<Config> => {
  if (config.port !== 0) return config;
  const port = await freePort();
  const [from, to] = [originOf(config.host, 0), originOf(config.host, port)];
  const moved = (url: string): string => (url === from ? to : url);
  return { ...config, port, publicUrl: moved(config.publicUrl), sandboxUrl: moved(config.sandboxUrl) };
};

const hourMs = 3_600_000;

/** Puts the service together, in the roles the configuration names, and starts it. */
export const startService = async (given: Config, log: Logger): Promise<RunningService> => {
  const config = await withPort(given);
  const parts = stoppable(log);
  try {
    return await compose(config, log, parts);
  } catch (error) {
    await parts.stop();
    throw error;
  }
};

const compose = async (config: Config, log: Logger, parts: Stoppable): Promise<RunningService> => {
  const has = (role: Config['role']): boolean => config.role === 'all' || config.role === role;
  if (has('api')) await forgetConnection(config.dataDir);
  const metrics = createMetrics();
  const stores = await startStores(config, log, metrics);
  parts.add('stores', stores.stop);
  const infrastructure = await openInfrastructure(config, stores, log, metrics);
  parts.add('infrastructure', infrastructure.close);
  const { clocks, database, db, keyring, store } = infrastructure;
  // The projector goes first: it makes the views everything else reads.
  const projector = has('projector')
    ? await runProjector({ ...infrastructure, store: infrastructure.live.opened }, await everyProjection(config))
    : undefined;
  if (projector) parts.add('projector', projector.stop);
  const snapshots = new StreamSnapshots({ store, db: database.kysely, projections: allProjections });
  const endpoints = new EndpointSnapshots({ store, db: database.kysely });
  const makingSnapshots = [snapshotSubscriber(snapshots), endpointSnapshotSubscriber(endpoints)];
  const auditTrail = has('projector') ? await runAuditTrail(infrastructure, makingSnapshots) : undefined;
  if (auditTrail) parts.add('audit trail', auditTrail.stop);
  const access = await openAccess(infrastructure);
  parts.add('freshness', () => access.freshness.close());

  const redis =
    config.redisUrl === undefined
      ? undefined
      : connectRedis(config.redisUrl, (error) => log.warn({ error }, 'Redis is away'));
  if (redis) parts.add('redis', async () => redis.disconnect());
  const lastWrites = redis ? new LastWritesInRedis(redis) : new LastWritesInMemory();

  const platforms = openPlatforms(infrastructure, access);
  parts.add('platforms', platforms.close);
  const storage = await openStorage(infrastructure, access);
  parts.add('storage', async () => storage.close?.());
  const download = createSafeDownload({ exempt: config.webhookAllowedRanges });
  parts.add('downloads', () => download.close());
  const fetch = fetchFile(download);

  const processes = has('processes')
    ? await runProcesses(
        infrastructure,
        access,
        platforms,
        { media: mediaFiles(storage, fetch), storage, fetch },
        lastWrites,
      )
    : undefined;
  if (processes) parts.add('processes', processes.stop);
  const counting = runEvery(
    countConsumersEveryMs,
    consumerCounts(metrics, infrastructure, { projection: projector, process: processes?.scan, audit: auditTrail }),
    (error) => log.warn({ error }, 'how far behind consumers are could not be counted'),
  );
  parts.add('counts', counting);
  const readiness = readinessOf(infrastructure, {
    projector,
    processes: processes?.scan,
    makesPosters: processes?.makesPosters,
    auditTrail,
  });
  if (!has('api')) {
    const watched = createWatchServer({ log, readiness, metrics, metricsToken: config.metricsToken });
    parts.add('http', watched.close);
    await watched.listen(config.port, config.host);
    processes?.begin();
    return { greeting: `Running as ${config.role}; /v1/ready and /metrics at ${config.publicUrl}\n`, stop: parts.stop };
  }

  const pages: Record<string, PlainHandler> = {
    ...clientDocument(config),
    ...auditPages(database.kysely),
    ...consolePages({
      issuer: config.oidc?.issuer ?? `${config.publicUrl}/oidc`,
      clientId: config.consoleClientId,
      audience: config.oidc?.audience ?? apiAudience,
    }),
  };
  const prefixes: Record<string, PlainHandler> = { [`${objectPath}/`]: storage.handler };
  const { issuer } = access;
  if (issuer) {
    const dropping = runEvery(
      hourMs,
      () => dropExpiredRecords(database),
      (error) => log.warn({ error }, 'expired sign-ins could not be dropped'),
    );
    parts.add('expired sign-ins', dropping);
    prefixes['/oidc/'] = (req, res) => {
      const originalUrl = req.url ?? '';
      // The provider finds out by the two what it is mounted at, and so the addresses it tells.
      return issuer.handle(Object.assign(req, { originalUrl, url: originalUrl.slice('/oidc'.length) }), res);
    };
  }
  const links = invitationLinks(await keptKey(infrastructure, 'invitation-links'), config.publicUrl);
  const clock = (mode: 'live' | 'test'): number => clocks.now(mode).getTime();
  const requestLog = new RequestLog({
    database,
    clock,
    onFault: (error, waiting, dropped) =>
      log.warn({ error, waiting, dropped }, 'the request history could not be written'),
  });
  // Before the server, so that it is closed after it: what was answered last is written too.
  parts.add('request log', () => requestLog.close());
  const requests = requestRecords(database.kysely, () => requestLog.flush());
  const tail = new SharedTail({
    log: infrastructure.sealedLog,
    catalogue,
    onFault: (error) => log.warn({ error }, 'the tail of the log met a fault and goes on'),
    counted: (listeners) => metrics.eventStreamListeners.set(listeners),
  });
  parts.add('tail', () => tail.close());
  const api = await apiEndpoints(infrastructure, platforms, access, {
    ...{ storage, fetch, links, requests, tail, lastWrites },
  });

  const played =
    platforms.sandbox && issuer
      ? openTestMode(infrastructure, access, platforms, {
          ...{ world: platforms.sandbox, issuer, requestLog, processes },
          sandboxPageKey: Buffer.from(await keptKey(infrastructure, 'sandbox-page'), 'base64url'),
        })
      : undefined;
  Object.assign(pages, played?.pages);
  Object.assign(prefixes, played?.prefixes);

  const idempotency = new Idempotency({
    database,
    keyring,
    onFault: (error) => log.warn({ error }, 'an idempotency record could not be brought up to date'),
  });
  parts.add('idempotency', () => idempotency.close());
  const edge = {
    writes: [...api.writes, ...(played?.writes ?? [])],
    reads: [...api.reads, ...(played?.reads ?? [])],
    log,
    ports: {
      commands: access.commands,
      db,
      past: new PastReadModels({ store, db, projections: allProjections, snapshots, endpoints }),
      directory: access.directory,
      rateLimit: new RateLimit(redis ? { redis } : {}),
      clock,
      idempotency,
      lastWrites,
      freshness: access.freshness,
    },
    readiness,
    version: about.version,
    observers: [requestLog.record],
    metrics,
  };
  const proxies = typeof config.trustProxy === 'number' ? config.trustProxy : 0;
  const inside = await openInsideDoor(createServer({ ...edge, trustProxy: proxies + 1 }));
  parts.add('inside door', inside.close);
  prefixes[mcpPath] = mcpHandler({
    inside: inside.dispatcher,
    publicUrl: config.publicUrl,
    trustForwarded: proxies > 0,
  });
  const server = createServer({
    ...edge,
    prefixes,
    pages,
    trustProxy: config.trustProxy,
    ...(config.metricsToken === undefined ? {} : { metricsToken: config.metricsToken }),
  });
  parts.add('http', server.close);
  await server.listen(config.port, config.host);
  if (processes) {
    processes.begin();
    parts.add('actions', processes.rest);
  }
  if (!played) return { greeting: `Listening at ${config.publicUrl}/v1\n`, stop: parts.stop };

  const connection = await demoWorkspace(infrastructure, played.workspaces);
  await untilKnown(infrastructure, access.freshness);
  parts.add('connection', () => forgetConnection(config.dataDir));
  await writeConnection(config.dataDir, connection);
  return { greeting: greeting(connection), stop: parts.stop };
};
