import { defined } from '../../../domain/kernel/defined.ts';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../../../read-api/contract/caller.ts';
import { envelope, errorAnswer } from './errors.ts';

/** The state that the edge keeps of one request and its answer. */
export class Exchange {
  /** Answered as X-Request-Id, logged, and the correlation id of everything the request causes. */
  readonly requestId: string;
  readonly startedAt = performance.now();
  /** Headers of the answer, in lower case, set before its body is known. */
  readonly headers: Record<string, string> = {};
  /**
   * The endpoint's path pattern, the label in logs and metrics: the path itself may contain a
   * secret.
   */
  route: string | undefined;
  caller: Caller | undefined;
  /** The client's address, with trusted proxies left out. */
  address: string | undefined;

  constructor(requestId: string) {
    this.requestId = requestId;
  }
}

const exchanges = new WeakMap<IncomingMessage, Exchange>();
const acceptable = /^[A-Za-z0-9_-]{8,64}$/;

/**
 * Starts the record of a request. A client's own X-Request-Id is kept if it has the allowed form.
 */
export const openExchange = (req: IncomingMessage): Exchange => {
  const given = req.headers['x-request-id'];
  const requestId = typeof given === 'string' && acceptable.test(given) ? given : randomUUID();
  const exchange = new Exchange(requestId);
  exchanges.set(req, exchange);
  return exchange;
};

export const exchangeOf = (req: IncomingMessage): Exchange => exchanges.get(req) ?? openExchange(req);

/** A request as the router hands it on. */
export type Arrived = Readonly<{
  req: IncomingMessage;
  url: string;
  /** The pattern of the endpoint's path; absent where there is no endpoint. */
  path: string | undefined;
  /** Decoded: what a path names is read from here, never from `url`. */
  params: Readonly<Record<string, unknown>>;
  exchange: Exchange;
  /** A signal that aborts when the connection ends before the answer is sent. */
  leaving: () => AbortSignal;
}>;

/** The path of a request line, without its query. */
export const pathOf = (url = '/'): string => {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
};

/**
 * API answers are never framed, sniffed, cached or sent as referrers. The service's own pages
 * override the policy.
 */
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

/** Gives an answer that something else writes the headers that every answer carries. Its own ones win. */
export const putHeaders = (res: ServerResponse, exchange: Exchange): void => {
  for (const [name, value] of Object.entries(headersOf(exchange))) res.setHeader(name, value);
};

/**
 * Writes an answer. A body that is text or bytes goes out unchanged, under its own Content-Type; anything else as JSON;
 * `undefined` sends none.
 */
export const send = (
  res: ServerResponse,
  exchange: Exchange,
  {
    status,
    body,
    headers,
  }: Readonly<{ status: number; body?: unknown | undefined; headers?: Readonly<Record<string, string>> | undefined }>,
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
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) all[name.toLowerCase()] = value;
  }
  if (payload !== undefined) all['content-length'] = Buffer.byteLength(payload);
  else if (status !== 204 && status !== 304) all['content-length'] = 0;
  res.writeHead(status, all);
  res.end(payload);
};

/** An error answer ready to send. `fault`: the service is at fault. */
export const errorReply = (error: unknown, requestId: string) => {
  const answered = errorAnswer(error);
  const headers: Record<string, string> = {};
  if (answered.retryAfter !== undefined) headers['retry-after'] = String(answered.retryAfter);
  if (answered.status === 401) headers['www-authenticate'] = 'Bearer';
  return { status: answered.status, body: envelope(answered, requestId), headers, fault: answered.fault };
};

/**
 * Answers with the error envelope for a thrown value. Returns whether the service is at fault. A challenge that a handler
 * set, which says where a credential comes from, takes the place of the plain one.
 */
export const sendError = (res: ServerResponse, exchange: Exchange, error: unknown): boolean => {
  const { status, body, headers, fault } = errorReply(error, exchange.requestId);
  const challenge = exchange.headers['www-authenticate'];
  send(res, exchange, { status, body, headers: { ...headers, ...defined({ 'www-authenticate': challenge }) } });
  return fault;
};
