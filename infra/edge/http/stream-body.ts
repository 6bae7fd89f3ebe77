import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Streamed } from '../../../read-api/contract/endpoint.ts';
import { headersOf, type Exchange } from './exchange.ts';

/** A reader that takes nothing for so long is cut off. */
const stalledMs = 60_000;

/** Settles when more can be written, the reader left, or it took nothing for too long (then it is cut off). */
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
 * Writes a body at the pace of its reader: the next piece is asked for when the last one is on its way, so nothing piles up here.
 * `ending` aborts when the server closes. A fault after the first piece destroys the connection, so that the body lacks
 * its last chunk: a client sees that it was cut off, and never takes a part for the whole.
 */
export const sendStream = async (
  req: IncomingMessage,
  res: ServerResponse,
  exchange: Exchange,
  { type, body }: Readonly<{ type: string; body: Streamed }>,
  { ending, stalled = stalledMs }: Readonly<{ ending: AbortSignal; stalled?: number }>,
): Promise<void> => {
  const left = new AbortController();
  res.once('close', () => left.abort());
  if (res.destroyed) return;
  // Asked for before the headers go out: a refusal is still an answer of its own.
  const pieces = body(AbortSignal.any([left.signal, ending]));
  // Proxies must not collect what is to arrive at once. The connection is kept: of an answer that says `connection: close`
  // some clients (undici, so Node's `fetch`) take any end for the end of the body, though its last chunk never came.
  const headers = { ...headersOf(exchange), 'content-type': type, 'x-accel-buffering': 'no' };
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
    // An end that the reader or the server asked for is no fault.
    if (!left.signal.aborted && !ending.aborted) throw error;
  } finally {
    left.abort();
  }
};
