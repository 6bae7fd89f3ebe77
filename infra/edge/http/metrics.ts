import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Refused } from '../../../domain/kernel/refused.ts';
import { isWithin, rangesFrom } from '../../outside/network/address-ranges.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { exchangeOf, send } from './exchange.ts';
import type { Answered, PlainHandler } from './plain-handler.ts';

/** Counts each answer by endpoint, never by path. */
export const countAnswers =
  ({ httpRequests, rateLimited, staleReads }: Metrics) =>
  ({ exchange, method, status, milliseconds }: Answered): void => {
    httpRequests.observe({ method, route: exchange.route ?? 'none', status }, milliseconds / 1000);
    if (status === 429) rateLimited.inc({ plan: exchange.caller?.plan ?? 'none' });
    if (exchange.headers['x-stale'] !== undefined) staleReads.inc();
  };

const loopback = rangesFrom('127.0.0.0/8,::1');
/** Every proxy adds at least one of them. */
const forwarded = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];

const isFromHere = ({ socket, headers }: IncomingMessage): boolean =>
  isWithin(socket.remoteAddress ?? '', loopback) && !forwarded.some((name) => headers[name] !== undefined);

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

const bears = ({ headers }: IncomingMessage, token: string): boolean =>
  timingSafeEqual(sha256(headers.authorization ?? ''), sha256(`Bearer ${token}`));

/**
 * The metrics for Prometheus: for bearers of the token, or, without a token, for requests from this
 * machine that did not come through a proxy.
 */
export const metricsPage =
  ({ registry }: Metrics, token: string | undefined): PlainHandler =>
  async (req, res) => {
    const allowed = token === undefined ? isFromHere(req) : bears(req, token);
    if (!allowed) throw new Refused('FORBIDDEN', 'You may not read the metrics');
    send(res, exchangeOf(req), 200, await registry.metrics(), { 'content-type': registry.contentType });
  };
