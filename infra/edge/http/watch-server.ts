import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { Refused } from '../../../domain/kernel/refused.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { closeWithin, listenAtPort, refuseMalformed, timeouts } from './connections.ts';
import { exchangeOf, openExchange, pathOf, send, sendError } from './exchange.ts';
import { metricsPage } from './metrics.ts';
import type { PlainHandler } from './plain-handler.ts';
import { answerReadiness, type Readiness } from './readiness.ts';

const closeWithinMs = 2_000;

type Options = Readonly<{
  log: Logger;
  readiness: () => Promise<Readiness>;
  metrics: Metrics;
  metricsToken: string | undefined;
}>;

/** The server of a process without the API: readiness and metrics. */
export const createWatchServer = ({ log, readiness, metrics, metricsToken }: Options) => {
  const underWay = new Set<ServerResponse>();
  let closing: Promise<void> | undefined;
  const pages = new Map<string, PlainHandler>([
    ['/v1/health', (req, res) => send(res, exchangeOf(req), { status: 200, body: { status: 'ok' } })],
    [
      '/v1/ready',
      (req, res) => answerReadiness(req, res, readiness, { isClosing: closing !== undefined, token: metricsToken }),
    ],
    ['/metrics', metricsPage(metrics, metricsToken)],
  ]);
  const server = createHttpServer(timeouts, (req, res) => {
    const exchange = openExchange(req);
    underWay.add(res);
    res.once('close', () => underWay.delete(res));
    const answer = async (): Promise<void> => {
      const page = pages.get(pathOf(req.url));
      if (!page) throw new Refused('NOT_FOUND', 'This process serves no API');
      await page(req, res);
    };
    answer().catch((error: unknown) => {
      if (sendError(res, exchange, error)) log.error({ error }, 'request failed');
    });
  });
  server.on('clientError', refuseMalformed);
  return {
    listen: (port: number, host: string) => listenAtPort(server, port, host),
    close: () => (closing ??= closeWithin(server, underWay, closeWithinMs)),
  };
};
