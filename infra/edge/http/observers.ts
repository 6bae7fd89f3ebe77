import type { Logger } from 'pino';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Answered } from './plain-handler.ts';

/** One line for each answer. Paths may carry tokens and bodies may carry anything, so neither is in it. */
export const accessLog = (log: Logger) => {
  // Redaction costs more than writing the line, and these fields never hold secrets.
  const lines = log.child({}, { redact: [] });
  return ({ exchange, method, status, milliseconds }: Answered): void => {
    const { requestId, route, caller } = exchange;
    lines.info(
      {
        requestId,
        method,
        route,
        status,
        ms: Math.round(milliseconds * 10) / 10,
        workspaceId: caller?.workspaceId,
        actor: caller?.keyId ?? caller?.userId,
      },
      'answered',
    );
  };
};

/** Counts each answer by endpoint, never by path. */
export const countAnswers =
  ({ httpRequests, rateLimited, staleReads }: Metrics) =>
  ({ exchange, method, status, milliseconds }: Answered): void => {
    httpRequests.observe({ method, route: exchange.route ?? 'none', status }, milliseconds / 1000);
    if (status === 429) rateLimited.inc({ plan: exchange.caller?.plan ?? 'none' });
    if (exchange.headers['x-stale'] !== undefined) staleReads.inc();
  };
