import type { Dispatcher } from 'undici';
import { isPublicHttpsUrl } from './address-guard.ts';
import { BlockedTarget, guardedAgent, requestWithin, type GuardOptions } from './guarded-agent.ts';
import { errorOf, faultCodeOf } from '../../../domain/kernel/error-of.ts';

/** How much of an answer is kept, in bytes ("Up to 10 KB of the endpoint response body is stored per delivery"). */
export const keptBodyBytes = 10 * 1024;

export type OutboundRequest = Readonly<{
  url: string;
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** For everything together: name service, connection, request and answer. 30 seconds by default. */
  timeoutMs?: number;
  signal?: AbortSignal;
}>;

/**
 * The end of one request. `delivered` means that an HTTP answer came back, whatever its status; redirects are answers and
 * are not followed. `blocked` means that nothing was sent. After `timeout` and `connection_error` it is unknown whether the
 * other side acted.
 */
export type OutboundResult =
  | Readonly<{ outcome: 'delivered'; statusCode: number; body: string; latencyMs: number }>
  | Readonly<{ outcome: 'blocked' | 'timeout' | 'connection_error'; error: string; latencyMs: number }>;

export type SafeFetch = ((request: OutboundRequest) => Promise<OutboundResult>) & Readonly<{ close(): Promise<void> }>;

/** The receiver's developer reads it in the list of deliveries, and the setting is what helps beside a public address. */
const blockedBecause = (reason: string): string => `${reason}; WEBHOOK_ALLOWED_CIDRS exempts ranges`;

/**
 * HTTPS to addresses that other people choose: webhooks and callbacks. Never throws for the
 * receiver's faults.
 */
export const createSafeFetch = (options: GuardOptions): SafeFetch => {
  const agent = guardedAgent(options);
  const safeFetch = async (request: OutboundRequest): Promise<OutboundResult> => {
    const started = performance.now();
    const latency = (): number => Math.round(performance.now() - started);
    const { url, timeoutMs = 30_000 } = request;
    if (!isPublicHttpsUrl(url, options.exempt))
      return {
        outcome: 'blocked',
        error: blockedBecause('the target is not a public HTTPS address'),
        latencyMs: latency(),
      };
    const overdue = AbortSignal.timeout(timeoutMs);
    const signal = request.signal ? AbortSignal.any([request.signal, overdue]) : overdue;
    try {
      const target = new URL(url);
      const answer = await requestWithin(
        agent,
        {
          origin: target.origin,
          path: `${target.pathname}${target.search}`,
          method: request.method ?? 'POST',
          headers: { 'user-agent': 'social-publishing-service', ...request.headers },
          body: request.body ?? null,
          headersTimeout: timeoutMs,
          bodyTimeout: timeoutMs,
        },
        signal,
      );
      return {
        outcome: 'delivered',
        statusCode: answer.statusCode,
        body: await keptBody(answer.body),
        latencyMs: latency(),
      };
    } catch (error) {
      return { ...failureOf(error, { overdue: overdue.aborted }), latencyMs: latency() };
    }
  };
  return Object.assign(safeFetch, { close: () => agent.destroy() });
};

/**
 * The beginning of an answer. The status line is the answer. A body that is cut off or times out is
 * kept as far as it arrived; a longer one is ended by closing the connection instead of reading on.
 */
const keptBody = async (body: Dispatcher.ResponseData['body']): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  body.on('error', () => undefined);
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > keptBodyBytes) break;
    }
  } catch {
    body.destroy();
  }
  const kept = Buffer.concat(chunks).subarray(0, keptBodyBytes);
  // `stream` leaves out a character the cut went through; Postgres cannot hold NUL in text.
  return new TextDecoder().decode(kept, { stream: size > keptBodyBytes }).replaceAll('\0', '\uFFFD');
};

const timeoutCodes = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

const failureOf = (
  error: unknown,
  { overdue }: Readonly<{ overdue: boolean }>,
): Readonly<{ outcome: 'blocked' | 'timeout' | 'connection_error'; error: string }> => {
  if (error instanceof BlockedTarget) return { outcome: 'blocked', error: blockedBecause(error.message) };
  const code = faultCodeOf(error) ?? '';
  const { message } = errorOf(error);
  if (overdue || timeoutCodes.has(code)) return { outcome: 'timeout', error: 'no answer in time' };
  return { outcome: 'connection_error', error: [code, message].filter((part) => part !== '').join(': ') };
};
