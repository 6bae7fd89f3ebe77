import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../../../read-api/contract/caller.ts';
import { envelope, errorAnswer } from './errors.ts';

/** One request and its answer, as the edge keeps book of it. */
export class Exchange {
  /** Answered as X-Request-Id, logged, and the correlation id of everything the request causes. */
  readonly requestId: string;
  readonly startedAt = performance.now();
  /** Headers the answer will carry, whatever it is; names in lower case. */
  readonly headers: Record<string, string> = {};
  /** The endpoint's path pattern: what logs and metrics are labelled with, for a path may carry a secret. */
  route: string | undefined;
  caller: Caller | undefined;

  constructor(requestId: string) {
    this.requestId = requestId;
  }
}

const exchanges = new WeakMap<IncomingMessage, Exchange>();
const acceptable = /^[A-Za-z0-9_-]{8,64}$/;

/** Opens the book on a request. A client's own X-Request-Id is kept if it is a plain word. */
export const openExchange = (req: IncomingMessage): Exchange => {
  const given = req.headers['x-request-id'];
  const requestId = typeof given === 'string' && acceptable.test(given) ? given : randomUUID();
  const exchange = new Exchange(requestId);
  exchanges.set(req, exchange);
  return exchange;
};

export const exchangeOf = (req: IncomingMessage): Exchange => exchanges.get(req) ?? openExchange(req);

/** An API has no business in frames, sniffers, caches or referrers. Pages of our own override the policy. */
const secureHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'cache-control': 'no-store',
};

/** What every answer carries. */
export const headersOf = (exchange: Exchange): Record<string, string | number> => ({
  'x-request-id': exchange.requestId,
  ...secureHeaders,
  ...exchange.headers,
});

/**
 * Writes an answer. A body that is text or bytes goes out as it is, under its own Content-Type; anything else as JSON;
 * `undefined` sends none.
 */
export const send = (
  res: ServerResponse,
  exchange: Exchange,
  status: number,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
): void => {
  if (res.headersSent) return void res.destroy();
  const all = headersOf(exchange);
  let payload: string | Uint8Array | undefined;
  if (typeof body === 'string' || body instanceof Uint8Array) {
    payload = body;
    all['content-type'] = 'text/plain; charset=utf-8';
  } else if (body !== undefined) {
    payload = JSON.stringify(body);
    all['content-type'] = 'application/json; charset=utf-8';
  }
  for (const name in headers) all[name.toLowerCase()] = headers[name] as string;
  if (payload !== undefined) all['content-length'] = Buffer.byteLength(payload);
  else if (status !== 204 && status !== 304) all['content-length'] = 0;
  res.writeHead(status, all);
  res.end(payload);
};

/** An error as it goes out. `fault`: it was ours. */
export const errorReply = (error: unknown, requestId: string) => {
  const told = errorAnswer(error);
  const headers: Record<string, string> = {};
  if (told.retryAfter !== undefined) headers['retry-after'] = String(told.retryAfter);
  if (told.status === 401) headers['www-authenticate'] = 'Bearer';
  return { status: told.status, body: envelope(told, requestId), headers, fault: told.fault };
};

/** Answers with the error envelope for whatever was thrown. Returns whether it was a fault of ours. */
export const sendError = (res: ServerResponse, exchange: Exchange, error: unknown): boolean => {
  const { status, body, headers, fault } = errorReply(error, exchange.requestId);
  send(res, exchange, status, body, headers);
  return fault;
};
