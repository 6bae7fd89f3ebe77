import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { WriteEndpoint } from '../../../commands/kernel/endpoint.ts';
import type { ReadEndpoint } from '../../../read-api/kernel/endpoint.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { answerCors } from './cors.ts';
import { docsPages } from './docs.ts';
import type { EdgePorts } from './edge-ports.ts';
import { exchangeOf, openExchange, pathOf, send, sendError } from './exchange.ts';
import { closeWithin, listenAtPort, refuseMalformed, timeouts } from './connections.ts';
import { metricsPage } from './metrics.ts';
import { mount } from './mount.ts';
import { accessLog, countAnswers } from './observers.ts';
import { openApiDocument } from './openapi/document.ts';
import { answerReadiness, type Readiness } from './readiness.ts';
import { pageForPerson } from './pages-for-people.ts';
import type { Answered, PlainHandler } from './plain-handler.ts';
import { compileRoutes } from './route.ts';
import { noteRequest } from './uncaught.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import express from 'express';

export interface ServerOptions {
  readonly writes: readonly WriteEndpoint[];
  readonly reads: readonly ReadEndpoint[];
  readonly ports: EdgePorts;
  readonly log: Logger;
  /** Asked at each GET /v1/ready. */
  readonly readiness: () => Promise<Readiness>;
  /** The version of the service in the OpenAPI document. */
  readonly version?: string;
  /** The address of the service in the OpenAPI document. */
  readonly publicUrl?: string;
  /**
   * Handlers by prefix, for example `/sandbox/`. They run before the API and get the URL unchanged.
   */
  readonly prefixes?: Readonly<Record<string, PlainHandler>>;
  /** Handlers by exact path, public and uncounted: documents, pages, metrics. GET and HEAD only. */
  readonly pages?: Readonly<Record<string, PlainHandler>>;
  /**
   * Called once for each answer, after it was sent. What one throws is logged. The access log is
   * always written.
   */
  readonly observers?: readonly ((answered: Answered) => void)[];
  /** Origins whose browser pages may call the API; none by default. */
  readonly allowedOrigins?: readonly string[];
  /**
   * Express's `trust proxy`: the number of reverse proxies in front of the service, or their
   * addresses; none by default.
   */
  readonly trustProxy?: TrustProxy;
  /**
   * The registry of the metrics, published at /metrics to this machine only, or to bearers of
   * `metricsToken`.
   */
  readonly metrics?: Metrics;
  readonly metricsToken?: string;
  /** How long `close` lets requests under way finish; 10 seconds by default. */
  readonly closeWithinMs?: number;
}

export interface HttpServer {
  /** Settles when connections are accepted. Port 0 takes a free one. */
  listen(port: number, host: string): Promise<{ port: number }>;
  /** The same on a Unix socket. */
  listenAt(socketPath: string): Promise<void>;
  /**
   * Stops accepting, lets requests in progress finish within the time limit, then closes the rest.
   */
  close(): Promise<void>;
}

/** The status that is logged where the client did not wait for the answer. */
const leftEarly = 499;

/** The HTTP edge of the service: every request on its port. */
export const createServer = (options: ServerOptions): HttpServer => {
  const { log, metrics, closeWithinMs = 10_000, trustProxy = false } = options;
  const observers = [accessLog(log), ...(metrics ? [countAnswers(metrics)] : []), ...(options.observers ?? [])];
  const routes = compileRoutes(options.writes, options.reads);
  const onFault = (error: unknown, requestId: string, route: string | undefined): void =>
    log.error({ error, requestId, route }, 'request failed');
  const ending = new AbortController();
  const app = mount(routes, options.ports, { onFault, ending: ending.signal });
  const addressOf = clientAddress(trustProxy);
  const origins = new Set(options.allowedOrigins);
  const prefixes = Object.entries(options.prefixes ?? {});
  const underWay = new Set<ServerResponse>();
  let closing: Promise<void> | undefined;

  const pages = new Map<string, PlainHandler>([
    ['/v1/health', (req, res) => send(res, exchangeOf(req), { status: 200, body: { status: 'ok' } })],
    [
      '/v1/ready',
      (req, res) =>
        answerReadiness(req, res, options.readiness, {
          isClosing: closing !== undefined,
          token: options.metricsToken,
        }),
    ],
    ...(metrics ? [['/metrics', metricsPage(metrics, options.metricsToken)] as const] : []),
    ...Object.entries(
      docsPages(() => openApiDocument(routes, { version: options.version ?? '0.0.0', publicUrl: options.publicUrl })),
    ),
    ...Object.entries(options.pages ?? {}),
  ]);

  const handlerOf = (req: IncomingMessage, path: string): { route: string; handle: PlainHandler } | undefined => {
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    const page = isRead ? pages.get(path) : undefined;
    if (page) return { route: path, handle: page };
    const prefix = prefixes.find(([start]) => path.startsWith(start));
    if (prefix) return { route: `${prefix[0]}*`, handle: prefix[1] };
    return isRead ? pageForPerson(req, path) : undefined;
  };

  const dispatch = (req: IncomingMessage, res: ServerResponse): void => {
    const exchange = openExchange(req);
    exchange.address = addressOf(req);
    const path = pathOf(req.url);
    underWay.add(res);
    if (closing) res.shouldKeepAlive = false;
    res.once('close', () => {
      underWay.delete(res);
      const milliseconds = performance.now() - exchange.startedAt;
      const status = res.writableFinished ? res.statusCode : leftEarly;
      const answered = { exchange, method: req.method ?? 'GET', path, status, milliseconds };
      for (const observe of observers) {
        try {
          observe(answered);
        } catch (error) {
          // The answer is sent already: what only watches requests never ends the process.
          onFault(error, exchange.requestId, exchange.route);
        }
      }
    });
    const refuse = (error: unknown): void => {
      if (sendError(res, exchange, error)) onFault(error, exchange.requestId, exchange.route);
    };
    noteRequest({ res, refuse });
    try {
      const own = handlerOf(req, path);
      if (own) {
        exchange.route = own.route;
        void Promise.resolve(own.handle(req, res)).catch(refuse);
      } else if (!(origins.size > 0 && answerCors(req, res, exchange, origins))) {
        if (path !== '/v1' && !path.startsWith('/v1/')) {
          throw new Refused('FORBIDDEN', 'Every path of this service begins with /v1');
        }
        app(req, res);
      }
    } catch (error) {
      refuse(error);
    }
  };

  const server = createHttpServer(timeouts, dispatch);
  server.on('clientError', refuseMalformed);

  return {
    listenAt: (socketPath) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(socketPath, () => {
          server.off('error', reject);
          resolve();
        });
      }),
    listen: (port, host) => listenAtPort(server, port, host),
    close: () => {
      ending.abort();
      return (closing ??= closeWithin(server, underWay, closeWithinMs));
    },
  };
};

/** Express's `trust proxy`: a number of proxies, their addresses, or none. */
type TrustProxy = number | string | false;

/** Whether the sender of a hop is a trusted proxy. The first hop is the connection itself. */
type Trust = (address: string | undefined, hop: number) => boolean;

const plain = (address: string): string => address.replace(/^::ffff:/, '');

/**
 * The address of a client: the nearest sender that is not a trusted proxy. Everything that judges
 * or records an address uses this one.
 */
const clientAddress = (trustProxy: TrustProxy) => {
  const trusts = express().set('trust proxy', trustProxy).get('trust proxy fn') as Trust;
  return ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string | undefined => {
    const forwarded = String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')
      .reverse();
    const hops = [socket.remoteAddress, ...forwarded];
    const nearest = hops.findIndex((address, hop) => !trusts(address && plain(address), hop));
    const found = hops.at(nearest);
    return found && plain(found);
  };
};
