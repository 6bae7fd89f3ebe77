import { Refused } from '../../../domain/kernel/refused.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { exchangeOf, send } from './exchange.ts';
import { bears, isFromHere } from './operators-machine.ts';
import type { PlainHandler } from './plain-handler.ts';

/**
 * The metrics for Prometheus: for bearers of the token, or, without a token, for requests from this
 * machine that did not come through a proxy.
 */
export const metricsPage =
  ({ registry }: Metrics, token: string | undefined): PlainHandler =>
  async (req, res) => {
    const allowed = token === undefined ? isFromHere(req) : bears(req, token);
    if (!allowed) throw new Refused('FORBIDDEN', 'You may not read the metrics');
    send(res, exchangeOf(req), {
      status: 200,
      body: await registry.metrics(),
      headers: { 'content-type': registry.contentType },
    });
  };
