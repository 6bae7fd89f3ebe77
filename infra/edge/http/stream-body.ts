import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Reply, Streamed } from '../../../read-api/contract/endpoint.ts';
import { headersOf, type Exchange } from './exchange.ts';

/** A reader that accepts no data for this long is disconnected. */
const stalledMs = 60_000;

/**
 * Settles when more can be written, when the reader has left, or after it accepted no data for too
 * long and was disconnected.
 */
const drained = (res: ServerResponse, stalled: number): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      res.off('drain', end).off('close', end);
      resolve();
    };
    const timer = setTimeout(() => {
      res.destroy();
      end();
    }, stalled);
    res.on('drain', end).on('close', end);
    if (res.destroyed) end();
  });

/**
 * Writes a body at the pace of its reader: the next piece is requested after the last one was sent,
 * so no data piles up in memory. `ending` aborts when the server closes. A fault after the first
 * piece destroys the connection, so that the body lacks its last chunk: a client sees the cut and
 * does not take a part for the whole.
 */
export const sendStream = async (
  { req, res }: Readonly<{ req: IncomingMessage; res: ServerResponse }>,
  exchange: Exchange,
  { type, body, headers: own }: Readonly<{ type: string; body: Streamed; headers?: Reply['headers'] | undefined }>,
  { ending, stalled = stalledMs }: Readonly<{ ending: AbortSignal; stalled?: number }>,
): Promise<void> => {
  const left = new AbortController();
  res.once('close', () => left.abort());
  if (res.destroyed) return;
  // Requested before the headers are sent: a refusal still becomes an error answer.
  const pieces = body(AbortSignal.any([left.signal, ending]));
  // `x-accel-buffering` keeps proxies from buffering a live answer. The connection is kept alive:
  // with `connection: close` some clients (undici, so Node's `fetch`) take any end for the end of
  // the body, even without its last chunk.
  const headers = { ...own, ...headersOf(exchange), 'content-type': type, 'x-accel-buffering': 'no' };
  if (req.method === 'HEAD') {
    left.abort();
    res.writeHead(200, headers).end();
    return;
  }
  res.writeHead(200, headers);
  res.flushHeaders();
  try {
    for await (const piece of pieces) {
      if (res.destroyed) return;
      if (!res.write(piece)) await drained(res, stalled);
    }
    res.end();
    // The service stops, so this connection takes no further request.
    if (ending.aborted) req.socket.end();
  } catch (error) {
    res.destroy();
    // An end caused by the reader or by the server is not a fault.
    if (!left.signal.aborted && !ending.aborted) throw error;
  } finally {
    left.abort();
  }
};
