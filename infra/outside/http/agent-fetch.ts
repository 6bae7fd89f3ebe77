import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import type { Agent } from 'undici';
import { requestWithin } from './guarded-agent.ts';

/** Sends a request, and rejects where no answer came. Follows no redirects. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchReply>;

export type FetchInit = {
  method: string;
  redirect: 'manual';
  signal: AbortSignal;
  headers: Record<string, string>;
  body?: string | ReadableStream<Uint8Array>;
  duplex?: 'half';
};

export type ReplyHeaders = Pick<Headers, 'get' | 'has'>;

/** What is read of an answer: a `Response` is one. */
export type FetchReply = Readonly<{
  status: number;
  headers: ReplyHeaders;
  body: AsyncIterable<Uint8Array> | null;
  text(): Promise<string>;
}>;

const decoders: Readonly<Record<string, () => Transform>> = { gzip: createGunzip, br: createBrotliDecompress };

const headersFrom = (given: Readonly<Record<string, string | string[] | undefined>>): ReplyHeaders => ({
  get: (name) => {
    const value = given[name.toLowerCase()];
    return value === undefined ? null : [value].flat().join(', ');
  },
  has: (name) => given[name.toLowerCase()] !== undefined,
});

/** The decoded body. A fault of either stream ends the other. */
const decoded = (body: Readable, encoding: string | null): Readable => {
  const decoder = decoders[encoding?.toLowerCase() ?? '']?.();
  return decoder ? pipeline(body, decoder, () => undefined) : body;
};

/**
 * Requests over the connections of an agent. The `fetch` of Node 20 makes streams, signals and copies for each request, which take
 * three times the processor time, and live until the next collection of the whole heap.
 */
export const fetchBy =
  (agent: Agent): Fetch =>
  async (url, { method, headers, body = null, signal }) => {
    const { origin, pathname, search } = new URL(url);
    const answer = await requestWithin(
      agent,
      {
        origin,
        path: `${pathname}${search}`,
        method: method as 'POST',
        headers: { 'accept-encoding': Object.keys(decoders).join(', '), ...headers },
        body: body as string | Readable | null,
      },
      signal,
    );
    const replyHeaders = headersFrom(answer.headers);
    return {
      status: answer.statusCode,
      headers: replyHeaders,
      body: decoded(answer.body, replyHeaders.get('content-encoding')),
      text: () => answer.body.text(),
    };
  };
