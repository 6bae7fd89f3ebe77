import { envelopeIn, isRecord } from './api-error.ts';
import { passing, retryAfterOf } from './passing.ts';
import { pause } from './pause.ts';
import { isRepeatable } from './repeatable.ts';

export { isRepeatable };

export type Fetch = (request: Request) => Promise<Response>;

export type RetryOptions = Readonly<{
  /** The most repetitions of a request; 4 by default, 0 turns them off. */
  retries?: number;
  /**
   * The time limit of one attempt, in milliseconds; 60,000 by default. Longer counts as a fault of
   * the network.
   */
  timeoutMs?: number;
  /**
   * The longest Retry-After that is waited for; above it the caller gets the refusal. Milliseconds;
   * 60,000 by default.
   */
  maxWaitMs?: number;
  /** Waits, or rejects when the signal is aborted. For tests. */
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}>;

/** With these statuses the request was certainly not executed. */
const untouched: ReadonlySet<number> = new Set([429]);
const firstWaitMs = 500;
const maxBackOffMs = 8000;
const inProgressMs = 2000;

/** Doubles with each attempt; the jitter spreads the retries of many clients. */
const backOff = (attempt: number): number =>
  Math.min(firstWaitMs * 2 ** attempt, maxBackOffMs) * (0.5 + Math.random() / 2);

/**
 * A resend may find its own first attempt still in progress: this is the same request, not a
 * conflict.
 */
const isUnderWay = async (response: Response): Promise<boolean> => {
  if (response.status !== 409) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const { details } = envelopeIn(body);
  return isRecord(details) && details['idempotencyCode'] === 'IN_PROGRESS';
};

/** A read model that is behind may not have what was just written. */
const isBehind = ({ status, headers }: Response): boolean => status === 404 && headers.get('x-stale') === 'true';

/**
 * Milliseconds until the request is worth repeating; `undefined` where the response is an answer.
 */
const waitAfter = async (
  response: Response,
  attempt: number,
  { repeatable }: Readonly<{ repeatable: boolean }>,
): Promise<number | undefined> => {
  if ((repeatable ? passing : untouched).has(response.status)) return retryAfterOf(response) ?? backOff(attempt);
  if (isBehind(response)) return backOff(attempt);
  return (await isUnderWay(response)) ? (retryAfterOf(response) ?? inProgressMs) : undefined;
};

/** Ends an attempt that takes too long. A live feed has no end: its limit is that of its first byte. */
const timeLimit = (milliseconds: number, { headers }: Request): { signal: AbortSignal; answered(): void } => {
  if (headers.get('accept') !== 'text/event-stream')
    return { signal: AbortSignal.timeout(milliseconds), answered: () => {} };
  const aborting = new AbortController();
  const timer = setTimeout(() => aborting.abort(new DOMException('no answer came', 'TimeoutError')), milliseconds);
  return { signal: aborting.signal, answered: () => clearTimeout(timer) };
};

/**
 * A fetch that sends a request again after a transient fault. Every POST carries an
 * Idempotency-Key, one for all its attempts, so that a POST with a lost answer is not executed
 * twice. The one POST without a key, a new API key, is sent again only after a 429.
 */
export const retryingFetch = (
  send: Fetch,
  { retries = 4, timeoutMs = 60_000, maxWaitMs = 60_000, wait = pause }: RetryOptions = {},
): Fetch => {
  return async (given) => {
    const request = new Request(given);
    if (request.method === 'POST' && !request.headers.has('idempotency-key')) {
      request.headers.set('idempotency-key', crypto.randomUUID());
    }
    const repeatable = isRepeatable(request.method, new URL(request.url).pathname);
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= retries;
      const limit = timeLimit(timeoutMs, request);
      let pauseMs: number;
      try {
        const signal = AbortSignal.any([request.signal, limit.signal]);
        const response = await send(new Request(request.clone(), { signal }));
        limit.answered();
        const after = isLast ? undefined : await waitAfter(response, attempt, { repeatable });
        if (after === undefined || after > maxWaitMs) return response;
        // Frees the connection. It is not awaited, because a body that is also read elsewhere may
        // never report its end.
        response.body?.cancel().catch(() => {});
        pauseMs = after;
      } catch (fault) {
        // The caller's own abort is no network fault.
        if (isLast || !repeatable || request.signal.aborted) throw fault;
        pauseMs = backOff(attempt);
      }
      await wait(pauseMs, request.signal);
    }
  };
};
