import type { Mode } from '../../domain/kernel/mode.ts';
import { catalogue } from '../../domain/events.ts';
import about from '../../package.json' with { type: 'json' };
import { Refused } from '../../domain/kernel/refused.ts';
import { acceptStripeEvent, stripeWebhookPath } from '../adapters/billing/stripe-webhook.ts';
import type { LagSeconds } from '../adapters/operations/operations.ts';
import { consoleClientId, consolePages } from '../edge/console/console-pages.ts';
import { authenticate } from '../edge/http/authenticate.ts';
import { exchangeOf, send } from '../edge/http/exchange.ts';
import { Idempotency } from '../edge/http/idempotency.ts';
import type { PlainHandler } from '../edge/http/plain-handler.ts';
import type { Readiness } from '../edge/http/readiness.ts';
import { MonthlyUsage } from '../edge/access/monthly-usage.ts';
import { unsubscribePage, unsubscribePrefix } from '../edge/notifications/unsubscribe-page.ts';
import { unsubscribeLinks } from '../adapters/notifications/unsubscribe-links.ts';
import { defaultBodyLimit } from '../edge/http/read-body.ts';
import { UnprovedBodies } from '../edge/http/unproved-bodies.ts';
import { RequestLog } from '../edge/http/request-log.ts';
import { platformWebhooks, platformWebhooksPrefix } from '../edge/http/platform-webhooks.ts';
import { createServer } from '../edge/http/server.ts';
import { apiAudience } from '../edge/identity/session.ts';
import { docsSite } from '../edge/docs-site/site-pages.ts';
import { frontPages } from '../edge/http/front-pages.ts';
import { connectorDirectory } from '../edge/mcp/connector-directory.ts';
import { metadataUrl } from '../edge/mcp/connector-metadata.ts';
import { mcpHandler } from '../edge/mcp/http-handler.ts';
import { mcpPath } from '../edge/mcp/mcp-path.ts';
import { openInsideDoor } from '../edge/mcp/inside-door.ts';
import { PastReadModels } from '../log/history/past-read-models.ts';
import { SharedTail } from '../log/tail/shared-tail.ts';
import { objectPath } from '../stores/object-storage/object-request.ts';
import { requestRecords } from '../stores/postgres/request-records.ts';
import { keptKey } from '../stores/secrets/kept-key.ts';
import { allProjections } from '../../projections/all-projections.ts';
import { apiEndpoints, platformReports } from './capabilities.ts';
import { auditPages } from './audit-pages.ts';
import { eventDocument } from './event-document.ts';
import { clientDocument } from './client-document.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { SharedParts, Snapshots } from './shared-parts.ts';
import type { Stoppable } from './stoppable.ts';
import { openTestMode, type TestMode, type TestModeProcesses } from './test-mode.ts';
import { defined } from '../../domain/kernel/defined.ts';
import { entryPages } from './entry-pages.ts';
import { connectorPages, issuerPages } from './issuer-pages.ts';

type Beside = Readonly<{
  snapshots: Snapshots;
  /** The processes that run in this Node process. The sandbox's clock waits for them. */
  processes: TestModeProcesses | undefined;
  readiness(): Promise<Readiness>;
  lagSeconds: LagSeconds;
}>;

export type ApiRole = Readonly<{
  /** Present where test mode is on. */
  testMode: TestMode | undefined;
  listen(): Promise<unknown>;
}>;

/**
 * Puts the HTTP server together: the API, its pages, the object storage, the local issuer, MCP and
 * test mode.
 */
export const openApiRole = async (
  infrastructure: Infrastructure,
  shared: SharedParts,
  { snapshots, processes, readiness, lagSeconds }: Beside,
  parts: Stoppable,
): Promise<ApiRole> => {
  const { config, log, clocks, database, db, keyring, metrics, store } = infrastructure;
  const { access, platforms, payments, storage, lastWrites, rateLimit, capabilityParts } = shared;
  const clock = (mode: Mode): number => clocks.now(mode).getTime();

  // Each part is added before the server, so that it closes after the server: the last answers
  // still reach it.
  const requestLog = new RequestLog({
    database,
    clock,
    onFault: (error, waiting, dropped) =>
      log.warn({ error, waiting, dropped }, 'the request history could not be written'),
  });
  parts.add('request log', () => requestLog.close());
  const requests = requestRecords(database.kysely, () => requestLog.flush());
  const monthlyUsage = new MonthlyUsage({
    stored: async (workspaceId, { start, end }) => {
      const lastDay = new Date(Date.parse(end) - 1).toISOString().slice(0, 10);
      return (await requests.total({ workspaceId, from: start.slice(0, 10), to: lastDay })).requests;
    },
    onFault: (error) => log.warn({ error }, 'the API requests of a month could not be read'),
  });
  const tail = new SharedTail({
    log: store.view({ as: 'lifted' }),
    catalogue,
    onFault: (error) => log.warn({ error }, 'reading the tail of the log met a fault and is retried'),
    counted: (listeners) => metrics.eventStreamListeners.set(listeners),
  });
  parts.add('tail', () => tail.close());
  const idempotency = new Idempotency({
    database,
    keyring,
    clock,
    onFault: (error) => log.warn({ error }, 'an idempotency record could not be brought up to date'),
  });
  parts.add('idempotency', () => idempotency.close());

  const api = await apiEndpoints(infrastructure, shared, {
    tail,
    requests,
    endpointHistory: snapshots.endpoints,
    lagSeconds,
  });
  const testMode =
    platforms.sandbox && access.issuer
      ? openTestMode(infrastructure, access, platforms, {
          world: platforms.sandbox,
          issuer: access.issuer,
          requestLog,
          monthlyUsage,
          processes,
          played: payments.played,
          credits: capabilityParts.credits,
          batchOfDelivery: capabilityParts.batchOfDelivery,
          sandboxPageKey: Buffer.from(await keptKey(infrastructure, 'sandbox-page'), 'base64url'),
        })
      : undefined;

  const edge = {
    writes: [...api.writes, ...(testMode?.writes ?? [])],
    reads: [...api.reads, ...(testMode?.reads ?? [])],
    log,
    ports: {
      commands: access.commands,
      db,
      past: new PastReadModels({
        store,
        sealed: store.view({ as: 'lifted' }),
        db,
        projections: allProjections,
        snapshots: snapshots.streams,
      }),
      directory: access.directory,
      rateLimit,
      monthlyUsage,
      clock,
      idempotency,
      lastWrites,
      freshness: access.freshness,
    },
    readiness,
    version: about.version,
    publicUrl: config.publicUrl,
    observers: [requestLog.record],
    metrics,
  };
  const connectors = connectorDirectory(access.directory, access.issuer?.verifyApplication);
  // The only client of this socket is /mcp, which names the address that the edge computed.
  const inside = await openInsideDoor(
    createServer({
      ...edge,
      ports: { ...edge.ports, directory: connectors },
      prefixes: { [`${objectPath}/`]: storage.handler },
      trustProxy: 1,
    }),
  );
  parts.add('inside door', inside.close);
  const unproved = new UnprovedBodies();
  const docs = docsSite();
  const consoleSite = consolePages({
    issuer: access.door ? `${config.publicUrl}/oidc` : (config.oidc?.issuer ?? `${config.publicUrl}/oidc`),
    clientId: access.door ? consoleClientId : config.consoleClientId,
    audience: access.door ? apiAudience : (config.oidc?.audience ?? apiAudience),
  });
  const server = createServer({
    ...edge,
    pages: {
      ...frontPages({
        securityContact: config.securityContact,
        now: () => clocks.now('live'),
        documentation: docs.list,
      }),
      '/docs': docs.handle,
      ...eventDocument({ version: about.version, publicUrl: config.publicUrl }),
      ...clientDocument(config, platforms.apps),
      ...auditPages(database.kysely),
      ...consoleSite.pages,
      ...(access.issuer && connectorPages(access.issuer, config)),
      ...testMode?.pages,
    },
    prefixes: {
      '/docs/': docs.handle,
      ...consoleSite.prefixes,
      [`${objectPath}/`]: storage.handler,
      [stripeWebhookPath]: stripeWebhook(shared, unproved),
      ...issuerPages(infrastructure, shared, parts),
      ...(await entryPages(infrastructure, shared, parts)),
      [unsubscribePrefix]: unsubscribePage({
        commands: access.commands,
        now: (mode) => clocks.now(mode),
        links: unsubscribeLinks(await keptKey(infrastructure, 'unsubscribe-links'), config.publicUrl),
      }),
      ...testMode?.prefixes,
      [platformWebhooksPrefix]: platformWebhooks({ answer: platformReports(infrastructure, shared) }, unproved),
      [mcpPath]: mcpHandler({
        inside: inside.dispatcher,
        publicUrl: config.publicUrl,
        authenticate: (req) =>
          authenticate(req, { inPath: undefined, address: exchangeOf(req).address }, connectors, clock),
        metadata: access.issuer && metadataUrl(config.publicUrl, mcpPath),
      }),
    },
    trustProxy: config.trustProxy,
    ...defined({ metricsToken: config.metricsToken }),
  });
  parts.add('http', server.close);
  return { testMode, listen: () => server.listen(config.port, config.host) };
};

/** Stripe's events: a public path, because they are signed. */
const stripeWebhook = (
  { payments, capabilityParts: { reconcilePayments } }: SharedParts,
  unproved: UnprovedBodies,
): PlainHandler => {
  const accept = acceptStripeEvent({ readEvent: payments.readEvent, reconcile: reconcilePayments });
  return async (req, res) => {
    if (req.method !== 'POST') throw new Refused('NOT_FOUND', 'Events are sent with POST');
    const signature = req.headers['stripe-signature'];
    if (typeof signature !== 'string') throw new Refused('BAD_REQUEST', 'The request has no Stripe-Signature');
    await unproved.read(req, defaultBodyLimit, (body) => accept(body, signature));
    send(res, exchangeOf(req), { status: 200, body: { received: true } });
  };
};
