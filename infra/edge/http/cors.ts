import type { IncomingMessage, ServerResponse } from 'node:http';
import { send, type Exchange } from './exchange.ts';

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const requestHeaders =
  'Authorization, Content-Type, Idempotency-Key, Prefer, X-After-Position, X-Callback-Url, X-Request-Id, X-Workspace-Id';
const exposedHeaders = [
  'Idempotent-Replayed',
  'Preference-Applied',
  'Retry-After',
  'X-Ignored-Fields',
  'X-Position',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'X-Stale',
].join(', ');

/**
 * Lets pages of configured origins read answers. Credentials are Bearer tokens, never cookies, so
 * cookies are not allowed. Returns whether the request was a preflight, which is then answered.
 */
export const answerCors = (
  req: IncomingMessage,
  res: ServerResponse,
  exchange: Exchange,
  allowed: ReadonlySet<string>,
): boolean => {
  exchange.headers['vary'] = 'Origin';
  const { origin } = req.headers;
  if (origin === undefined || !allowed.has(origin)) return false;
  exchange.headers['access-control-allow-origin'] = origin;
  exchange.headers['cross-origin-resource-policy'] = 'cross-origin';
  if (req.method !== 'OPTIONS' || req.headers['access-control-request-method'] === undefined) {
    exchange.headers['access-control-expose-headers'] = exposedHeaders;
    return false;
  }
  send(res, exchange, {
    status: 204,
    headers: {
      'access-control-allow-methods': methods,
      'access-control-allow-headers': requestHeaders,
      'access-control-max-age': '86400',
    },
  });
  return true;
};
