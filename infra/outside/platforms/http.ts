import { PlatformError, type FailureKind, type PlatformErrorCode } from '../../../domain/platforms/platform-error.ts';
import { retryAfterSeconds } from './retry-hint.ts';
import { scrubbed, secretsOf } from './scrub.ts';
import { SourceFailed, TimedOut, transportFailure, type Effect } from './transport-failure.ts';
import type { Upload } from './upload.ts';

/** What sends: the global fetch, or one that looks where it goes. */
export type Fetch = (url: string, init: FetchInit) => Promise<Response>;

export type FetchInit = {
  method: string;
  redirect: 'manual';
  signal: AbortSignal;
  headers: Record<string, string>;
  body?: string | ReadableStream<Uint8Array>;
  duplex?: 'half';
};

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
  /** Secrets that stand where their name does not tell (Telegram's token in the path). */
  secrets?: readonly string[];
  /** Who answers, as people call it: messages reach people, to whom the address that was called says nothing. */
  speaker?: string;
}>;

export type PlatformReply = Readonly<{
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body; undefined where it is no JSON. */
  json: unknown;
}>;

/** How a platform's refusal is to be told. `kind` is `refused` unless said otherwise. */
export type Refusal = Readonly<{
  kind?: FailureKind;
  code: PlatformErrorCode;
  message: string;
  platformCode?: string;
  retryAfterSeconds?: number;
}>;

/** One platform's reading of an answer: a refusal, or undefined where the general rules by status do. Also sees 2xx answers. */
export type Explain = (reply: PlatformReply) => Refusal | undefined;

export interface PlatformHttp {
  /** Sends one request and returns the answer, or throws `PlatformError` and nothing else. Follows no redirects. */
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

/** Restarts `timer` with every piece, and tells a broken source from a broken platform. */
async function* watched(source: AsyncIterable<Uint8Array>, moved: () => void): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of source) {
      moved();
      yield piece;
    }
  } catch (error) {
    throw new SourceFailed('the media could not be read', { cause: error });
  }
}

/** Bytes of an answer that are read in one piece where it says beforehand that it is no longer. */
const shortReply = 64 * 1024;

const readReply = async (response: Response, limit: number, moved: () => void): Promise<string> => {
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

/** What a status means where the platform's own reading has nothing to say. */
const byStatus = (status: number): Refusal => {
  if (status === 401) return { kind: 'unauthorized', code: 'ACCOUNT_DISCONNECTED', message: 'the token was refused' };
  if (status === 429) return { kind: 'not_stored', code: 'PLATFORM_RATE_LIMIT', message: 'too many requests' };
  if (status >= 500) return { kind: 'not_stored', code: 'PUBLISH_ERROR', message: 'server error' };
  return { code: 'PUBLISH_ERROR', message: 'request refused' };
};

/** A 5xx, a request timeout, or a success nobody can read: after a send, nobody knows. */
const leavesDoubt = (status: number): boolean => status >= 500 || status === 408;

/** The longest a platform may be silent before a call is given up. What it still stores later was sent by then. */
export const requestTimeoutMs = 30_000;

export const platformHttp = ({
  fetch = globalThis.fetch,
  timeoutMs = requestTimeoutMs,
  maxReplyBytes = 4 * 1024 * 1024,
  userAgent = 'social-publishing-service/1.0',
  now = Date.now,
}: PlatformHttpOptions = {}): PlatformHttp => {
  const exchange = async (request: PlatformRequest, url: string): Promise<PlatformReply> => {
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(new TimedOut(`no answer in ${timeoutMs} ms`)), timeoutMs);
    const moved = () => void timer.refresh();
    try {
      const { upload, form, json } = request;
      const init: FetchInit = {
        method: request.method,
        redirect: 'manual',
        signal: request.signal ? AbortSignal.any([silence.signal, request.signal]) : silence.signal,
        headers: {
          accept: 'application/json',
          'user-agent': userAgent,
          ...(upload && { 'content-type': upload.contentType, 'content-length': String(upload.length) }),
          ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...request.headers,
        },
      };
      if (upload) {
        init.body = ReadableStream.from(watched(await upload.open(), moved));
        init.duplex = 'half';
      } else if (form) init.body = new URLSearchParams(form).toString();
      else if (json !== undefined) init.body = JSON.stringify(json);
      const response = await fetch(url, init);
      moved();
      const text = await readReply(response, maxReplyBytes, moved);
      return { status: response.status, headers: response.headers, text, json: parsed(text) };
    } finally {
      clearTimeout(timer);
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
      // A read that met a connection the platform had just closed is simply asked again.
      const reply = await attempt(request, url, speaker).catch((error: unknown) => {
        const again = request.effect === 'read' && error instanceof PlatformError && error.platformCode !== 'TIMED_OUT';
        if (!again || request.signal?.aborted) throw error;
        return attempt(request, url, speaker);
      });
      const { status } = reply;
      const told = explain(reply);
      if (!told && ((status >= 200 && status < 300) || request.accepts?.includes(status))) return reply;

      const refusal = told ?? byStatus(status);
      const secrets = secretsOf({
        url,
        headers: request.headers ?? {},
        fields: { ...request.form, ...(request.json !== null && typeof request.json === 'object' ? request.json : {}) },
        secrets: request.secrets ?? [],
      });
      const message = scrubbed(`${speaker} answered ${status}: ${refusal.message}`, secrets);
      const platformCode = refusal.platformCode ?? String(status);
      const wait = refusal.retryAfterSeconds ?? retryAfterSeconds(reply.headers, now());
      const more = { platformCode, ...(wait !== undefined && { retryAfterSeconds: wait }) };
      if (leavesDoubt(status) && request.effect === 'send')
        throw new PlatformError('unknown', 'OUTCOME_UNKNOWN', message, more);
      const kind = refusal.kind ?? (status >= 500 ? 'not_stored' : 'refused');
      throw new PlatformError(kind, refusal.code, message, more);
    },
  };
};

/** The same, telling every failure in the name of one platform. */
export const speaking = (http: PlatformHttp, speaker: string): PlatformHttp => ({
  call: (request, explain) => http.call({ speaker, ...request }, explain),
});
