import type { Fetch, FetchInit, FetchReply } from '../../outside/http/agent-fetch.ts';
import { scrubbed } from '../../outside/platforms/scrub.ts';

/** One native request and its answer. Bodies are JSON, form fields or text; bytes of files are counted only. */
export type Exchange = Readonly<{
  step: string;
  request: Readonly<{ method: string; url: string; headers: Readonly<Record<string, string>>; body?: unknown }>;
  answer: Readonly<{ status: number; headers: Readonly<Record<string, string>>; body: unknown }> | { failed: string };
}>;

const keptOfRequests =
  /^(content-type|content-length|content-range|x-upload-.*|linkedin-version|x-restli-.*|idempotency-key|user-agent|offset|file_size)$/i;
const keptOfAnswers = [
  'content-type',
  'location',
  'range',
  'retry-after',
  'x-restli-id',
  'x-rate-limit-remaining',
  'x-ratelimit-remaining',
  'x-app-usage',
];

/** Fields whose values open something, in requests and answers. */
const isSecret = (name: string): boolean =>
  /^(?:.*_)?(?:token|secret|password|assertion|signature|policy|credential|nonce|request_uri)$/i.test(name) ||
  /(?:token|secret|password|jwt|dpopKey)$/i.test(name);
/** In answers these name an error or a state, in requests they prove something. */
const isSecretOfRequests = (name: string): boolean =>
  isSecret(name) || /^(?:code|code_verifier|code_challenge|state)$/i.test(name);
const shortest = 6;

const parsed = (text: string): unknown => {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
};

const answerText = async ({ body }: FetchReply): Promise<string> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of body ?? []) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
};

/** Sends requests, and keeps each with its answer. Secrets are collected on the way and leave with `written`. */
export class Recorder {
  readonly #exchanges: Exchange[] = [];
  readonly #secrets = new Set<string>();
  readonly #send: Fetch;
  step = '';

  constructor(send: Fetch) {
    this.#send = send;
  }

  /** Marks values that may be nowhere in what is written. */
  hide(values: Iterable<string | undefined>): void {
    for (const value of values) if (value !== undefined && value.length >= shortest) this.#secrets.add(value);
  }

  readonly fetch: Fetch = async (url, init) => {
    const request = this.#request(url, init);
    const { step } = this;
    try {
      const reply = await this.#send(url, init);
      const text = await answerText(reply);
      this.#collect(parsed(text), isSecret);
      const headers = Object.fromEntries(
        keptOfAnswers.flatMap((name) => {
          const value = reply.headers.get(name);
          return value === null ? [] : [[name, value]];
        }),
      );
      this.#hideQueryOf(headers['location']);
      const body = parsed(text);
      this.#exchanges.push({ step, request, answer: { status: reply.status, headers, body } });
      const bytes = Buffer.from(text);
      return {
        status: reply.status,
        headers: {
          get: (name) => (/^content-encoding$/i.test(name) ? null : reply.headers.get(name)),
          has: (name) => !/^content-encoding$/i.test(name) && reply.headers.has(name),
        },
        body: (async function* () {
          yield bytes;
        })(),
        text: async () => text,
      };
    } catch (error) {
      this.#exchanges.push({ step, request, answer: { failed: error instanceof Error ? error.message : 'failed' } });
      throw error;
    }
  };

  /** Everything, as JSON, without the secrets. */
  written(more: Readonly<Record<string, unknown>>): string {
    // Longest first: a secret may be part of another.
    const secrets = [...this.#secrets].sort((one, other) => other.length - one.length);
    const escaped = secrets.map((secret) => JSON.stringify(secret).slice(1, -1));
    const text = JSON.stringify({ ...more, exchanges: this.#exchanges }, null, 2);
    return `${scrubbed(text, [...new Set([...secrets, ...escaped])])}\n`;
  }

  /** A text for the screen. */
  shown(text: string): string {
    return scrubbed(text, [...this.#secrets]);
  }

  #request(url: string, { method, headers, body }: FetchInit): Exchange['request'] {
    const query = Object.fromEntries(new URL(url).searchParams);
    this.#collect(query, isSecretOfRequests);
    for (const [name, value] of Object.entries(headers))
      if (/^(authorization|dpop|access-token)$/i.test(name)) this.hide([value.replace(/^\w+ /, '')]);
    const type = headers['content-type'] ?? '';
    const given =
      typeof body !== 'string'
        ? body && `<${headers['content-length'] ?? 'some'} bytes of ${type}>`
        : type.includes('urlencoded')
          ? Object.fromEntries(new URLSearchParams(body))
          : parsed(body);
    this.#collect(given, isSecretOfRequests);
    const kept = Object.entries(headers).filter(([name]) => keptOfRequests.test(name));
    return { method, url, headers: Object.fromEntries(kept), ...(given != null && { body: given }) };
  }

  #hideQueryOf(url: unknown): void {
    if (typeof url === 'string' && URL.canParse(url)) this.hide([new URL(url).search.slice(1)]);
  }

  #collect(value: unknown, isHidden: (name: string) => boolean): void {
    if (value === null || typeof value !== 'object') return;
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner === 'string' && isHidden(name)) this.hide([inner]);
      if (/upload_?url$/i.test(name)) this.#hideQueryOf(inner);
      this.#collect(inner, isHidden);
    }
  }
}
