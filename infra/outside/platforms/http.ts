import { Agent } from 'undici';
import { PlatformError, type FailureKind, type PlatformErrorCode } from '../../../domain/platforms/platform-error.ts';
import { fetchBy, type Fetch, type FetchInit, type FetchReply, type ReplyHeaders } from '../http/agent-fetch.ts';
import { believedWait, retryAfterSeconds } from './retry-hint.ts';
import { scrubbed, secretsOf } from './scrub.ts';
import { SourceFailed, TimedOut, transportFailure, type Effect } from './transport-failure.ts';
import type { Upload } from './upload.ts';
import { cutText } from '../../../domain/kernel/stored-text.ts';
import { defined } from '../../../domain/kernel/defined.ts';

/** What is repeated of a platform's own words: a reply may have megabytes. */
const maxRefusalCharacters = 1000;

export type PlatformRequest = Readonly<{
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  /** Appended to the URL; undefined values are left out. */
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  headers?: Readonly<Record<string, string>>;
  /** At most one of the three bodies. */
  json?: unknown;
  form?: Readonly<Record<string, string>>;
  upload?: Upload;
  effect: Effect;
  signal?: AbortSignal;
  /** Statuses outside 2xx that are answers here, not failures (308 of a resumable upload, 404 of a look). */
  accepts?: readonly number[];
  /** Secrets in places whose name does not mark them (Telegram's token in the path). */
  secrets?: readonly string[];
  /**
   * The platform's name for people. Messages begin with it, because people do not know the address.
   */
  speaker?: string;
}>;

export type PlatformReply = Readonly<{
  status: number;
  headers: ReplyHeaders;
  text: string;
  /** The parsed body; undefined where it is no JSON. */
  json: unknown;
}>;

/** The service's meaning of a platform's refusal. `kind` is `refused` by default. */
export type Refusal = Readonly<{
  kind?: FailureKind;
  code: PlatformErrorCode;
  message: string;
  platformCode?: string;
  retryAfterSeconds?: number;
}>;

/** Reads an answer of one platform: a refusal, or undefined where the rules by status apply. It also gets 2xx answers. */
export type Explain = (reply: PlatformReply) => Refusal | undefined;

export interface PlatformHttp {
  /**
   * Sends one request and returns the answer, or throws only `PlatformError`. Follows no redirects.
   */
  call(request: PlatformRequest, explain?: Explain): Promise<PlatformReply>;
}

export type PlatformHttpOptions = Readonly<{
  fetch?: Fetch;
  /** Silence allowed before a call is given up; bytes moving in either direction restart it. */
  timeoutMs?: number;
  maxReplyBytes?: number;
  userAgent?: string;
  now?: () => number;
}>;

const requestUrl = ({ url, query = {} }: PlatformRequest): string => {
  const full = new URL(url);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) full.searchParams.append(name, String(value));
  return full.toString();
};

/** How far the source of a body is. */
class Sending {
  /** Whether the next piece is awaited from the source. */
  reading = false;
  failed: SourceFailed | undefined;
}

const unreadable = (cause: unknown): SourceFailed => new SourceFailed('The media could not be read', { cause });

/**
 * Reports each piece as it moves, and marks errors of the source, which are not errors of the
 * platform. One piece is held back until the source has ended with the announced length, so that a
 * source that fails leaves the request incomplete.
 */
async function* watched(
  source: AsyncIterable<Uint8Array>,
  length: number,
  sending: Sending,
  moved: () => void,
): AsyncGenerator<Uint8Array> {
  let held: Uint8Array | undefined;
  let total = 0;
  try {
    sending.reading = true;
    for await (const piece of source) {
      sending.reading = false;
      moved();
      total += piece.length;
      if (total > length) throw new Error(`it has more than the announced ${length} bytes`);
      if (held) yield held;
      held = piece;
      sending.reading = true;
    }
    if (total < length) throw new Error(`it ended after ${total} of ${length} bytes`);
  } catch (error) {
    sending.failed = unreadable(error);
    throw sending.failed;
  } finally {
    sending.reading = false;
  }
  if (held) yield held;
}

/** An answer with a content length of at most this many bytes is read in one piece. */
const shortReply = 64 * 1024;

const readReply = async (response: FetchReply, limit: number, moved: () => void): Promise<string> => {
  const length = Number(response.headers.get('content-length') ?? Infinity);
  const isPlain = !response.headers.has('content-encoding');
  if (isPlain && length <= Math.min(shortReply, limit)) return response.text();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    moved();
    size += piece.length;
    if (size > limit) throw new Error(`the answer is longer than ${limit} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
};

const parsed = (text: string): unknown => {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The meaning of a status that the platform's own `explain` does not cover. */
const byStatus = (status: number): Refusal => {
  if (status === 401) return { kind: 'unauthorized', code: 'ACCOUNT_DISCONNECTED', message: 'the token was refused' };
  if (status === 429) return { kind: 'not_stored', code: 'PLATFORM_RATE_LIMIT', message: 'too many requests' };
  if (status >= 500) return { kind: 'not_stored', code: 'PUBLISH_ERROR', message: 'server error' };
  return { code: 'PUBLISH_ERROR', message: 'request refused' };
};

/** After a send, a 5xx or a request timeout leaves the outcome unknown. */
const leavesDoubt = (status: number): boolean => status >= 500 || status === 408;

/**
 * The longest time without an answer before a call is given up. The platform may still finish a
 * request that was sent by then.
 */
export const requestTimeoutMs = 30_000;

/** To hosts of the operator's choice. */
const anywhere = fetchBy(new Agent());

export const platformHttp = ({
  fetch = anywhere,
  timeoutMs = requestTimeoutMs,
  maxReplyBytes = 4 * 1024 * 1024,
  userAgent = 'social-publishing-service/1.0',
  now = Date.now,
}: PlatformHttpOptions = {}): PlatformHttp => {
  const exchange = async (request: PlatformRequest, url: string): Promise<PlatformReply> => {
    const { upload, form, json } = request;
    // Before the silence counts: preparing a file has its own limits.
    const source = await upload?.open().catch((error: unknown) => Promise.reject(unreadable(error)));
    const silence = new AbortController();
    const sending = new Sending();
    const giveUp = (): void => {
      const late = new TimedOut(`no answer in ${timeoutMs} ms`);
      silence.abort(sending.reading ? unreadable(late) : late);
    };
    const timer = setTimeout(giveUp, timeoutMs);
    const moved = () => void timer.refresh();
    // One signal, because the runtime keeps each one of `AbortSignal.any` beyond its call.
    const asked = request.signal;
    const abort = () => silence.abort(asked?.reason);
    if (asked?.aborted) abort();
    asked?.addEventListener('abort', abort, { once: true });
    try {
      const init: FetchInit = {
        method: request.method,
        redirect: 'manual',
        signal: silence.signal,
        headers: {
          accept: 'application/json',
          'user-agent': userAgent,
          ...(upload && { 'content-type': upload.contentType, 'content-length': String(upload.length) }),
          ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...request.headers,
        },
      };
      if (upload && source) {
        init.body = ReadableStream.from(watched(source, upload.length, sending, moved));
        init.duplex = 'half';
      } else if (form) init.body = new URLSearchParams(form).toString();
      else if (json !== undefined) init.body = JSON.stringify(json);
      const response = await fetch(url, init);
      moved();
      const text = await readReply(response, maxReplyBytes, moved);
      return { status: response.status, headers: response.headers, text, json: parsed(text) };
    } catch (error) {
      throw sending.failed ?? error;
    } finally {
      clearTimeout(timer);
      asked?.removeEventListener('abort', abort);
    }
  };

  const attempt = async (request: PlatformRequest, url: string, speaker: string): Promise<PlatformReply> => {
    try {
      return await exchange(request, url);
    } catch (error) {
      throw transportFailure(error, request.effect, speaker);
    }
  };

  return {
    async call(request, explain = () => undefined) {
      const url = requestUrl(request);
      const { speaker = 'the platform' } = request;
      // A read over a connection that the platform had just closed is sent again.
      const reply = await attempt(request, url, speaker).catch((error: unknown) => {
        const again = request.effect === 'read' && error instanceof PlatformError && error.platformCode !== 'TIMED_OUT';
        if (!again || request.signal?.aborted) throw error;
        return attempt(request, url, speaker);
      });
      const { status } = reply;
      const reported = explain(reply);
      if (!reported && ((status >= 200 && status < 300) || request.accepts?.includes(status))) return reply;

      const refusal = reported ?? byStatus(status);
      const secrets = secretsOf({
        url,
        headers: request.headers ?? {},
        fields: { ...request.form, ...(request.json !== null && typeof request.json === 'object' ? request.json : {}) },
        secrets: request.secrets ?? [],
      });
      // Cut after the secrets are out, so that no half of one remains.
      const message = cutText(
        scrubbed(`${speaker} answered ${status}: ${refusal.message}`, secrets),
        maxRefusalCharacters,
      );
      const platformCode = cutText(refusal.platformCode ?? String(status), 200);
      const wait = believedWait(refusal.retryAfterSeconds) ?? retryAfterSeconds(reply.headers, now());
      const more = { platformCode, ...defined({ retryAfterSeconds: wait }) };
      if (leavesDoubt(status) && request.effect === 'send')
        throw new PlatformError('unknown', 'OUTCOME_UNKNOWN', message, more);
      const kind = refusal.kind ?? (status >= 500 ? 'not_stored' : 'refused');
      throw new PlatformError(kind, refusal.code, message, more);
    },
  };
};

/** The same client whose error messages begin with the name of one platform. */
export const speaking = (http: PlatformHttp, speaker: string): PlatformHttp => ({
  call: (request, explain) => http.call({ speaker, ...request }, explain),
});
