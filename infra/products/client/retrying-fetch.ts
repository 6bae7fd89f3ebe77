import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isRepeatable } from './repeatable.ts';

export type Fetch = (request: Request) => Promise<Response>;

export type RetryOptions = Readonly<{
  /** How often a request is sent again at most; 4 by default, 0 turns it off. */
  retries?: number;
  /** How long one try may take, in milliseconds; 60,000 by default. Longer counts as a fault of the network. */
  timeoutMs?: number;
  /** A Retry-After beyond this is not waited for: the refusal is given to the caller. Milliseconds; 60,000 by default. */
  longestWaitMs?: number;
  /** Waits, or rejects when the signal is aborted. For tests. */
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}>;

/** Too many requests; a part of the service, or the way to it, is away for the moment. */
const passing: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** Of these it is certain that nothing was carried out. */
const untouched: ReadonlySet<number> = new Set([429]);
const firstWaitMs = 500;
const longestBackOffMs = 8000;
const inProgressMs = 2000;

const realWait = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  await pause(milliseconds, undefined, { signal });
};

/** Milliseconds of a Retry-After in seconds or as a date; `undefined` where there is none. */
const retryAfterOf = ({ headers }: Response): number | undefined => {
  const said = headers.get('retry-after')?.trim();
  if (said === undefined || said === '') return undefined;
  if (/^\d+$/.test(said)) return Number(said) * 1000;
  const at = Date.parse(said);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
};

/** Doubles with each try; the jitter keeps many clients from coming back at once. */
const backOff = (attempt: number): number =>
  Math.min(firstWaitMs * 2 ** attempt, longestBackOffMs) * (0.5 + Math.random() / 2);

/** A resend may find its own first try still under way: that is no conflict, but the same request. */
const isUnderWay = async (response: Response): Promise<boolean> => {
  if (response.status !== 409) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const { error } = (body ?? {}) as { error?: { details?: { idempotencyCode?: unknown } } };
  return error?.details?.idempotencyCode === 'IN_PROGRESS';
};

/** Milliseconds until a response is worth asking for again; `undefined` where it is an answer. */
const waitAfter = async (response: Response, attempt: number, repeatable: boolean): Promise<number | undefined> => {
  if ((repeatable ? passing : untouched).has(response.status)) return retryAfterOf(response) ?? backOff(attempt);
  return (await isUnderWay(response)) ? (retryAfterOf(response) ?? inProgressMs) : undefined;
};

/**
 * A fetch that sends a request again after a fault that may pass. Every POST carries an Idempotency-Key, one for all its tries, so that
 * what was carried out although its answer was lost is not carried out twice. The one POST that takes none, a new API key, is sent again only
 * after a 429.
 */
export const retryingFetch = (
  send: Fetch,
  { retries = 4, timeoutMs = 60_000, longestWaitMs = 60_000, wait = realWait }: RetryOptions = {},
): Fetch => {
  return async (given) => {
    const request = new Request(given);
    if (request.method === 'POST' && !request.headers.has('idempotency-key')) {
      request.headers.set('idempotency-key', randomUUID());
    }
    const repeatable = isRepeatable(request.method, new URL(request.url).pathname);
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= retries;
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
      let pauseMs: number;
      try {
        const response = await send(new Request(request.clone(), { signal }));
        const after = isLast ? undefined : await waitAfter(response, attempt, repeatable);
        if (after === undefined || after > longestWaitMs) return response;
        // Frees the connection; not waited for, since a body that was read elsewhere too may never say that it ended.
        response.body?.cancel().catch(() => {});
        pauseMs = after;
      } catch (fault) {
        // The caller's own abort is no fault of the network.
        if (isLast || !repeatable || request.signal.aborted) throw fault;
        pauseMs = backOff(attempt);
      }
      await wait(pauseMs, request.signal);
    }
  };
};
