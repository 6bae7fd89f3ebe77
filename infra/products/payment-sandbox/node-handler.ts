import type { IncomingMessage, ServerResponse } from 'node:http';
import { visitCheckout } from './checkout.ts';
import { playPayments } from './payment-sandbox.ts';
import type { PaymentSandboxOptions } from './played-call.ts';

/** Where the simulated payment provider is served. */
export const paymentSandboxPath = '/sandbox/stripe';

const maxBody = 256 * 1024;

/** What goes wrong with a call, for tests. */
export type PaymentFault = 'reset_before' | 'reset_after' | 'server_error' | undefined;

type Options = PaymentSandboxOptions &
  Readonly<{
    fault?: (path: string, method: string | undefined) => PaymentFault;
    /** Called with faults of the sandbox itself; the caller has been answered 500. */
    failed?(error: unknown): void;
  }>;

const textOf = async (incoming: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of incoming) {
    if (!Buffer.isBuffer(piece)) throw new TypeError('the request is read as text');
    size += piece.length;
    if (size > maxBody) throw new Error('the request is too large for the simulated payment provider');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
};

/** The simulated payment provider as a `node:http` request listener for everything under its path. */
export const paymentSandboxHandler = (options: Options) => {
  const answer = playPayments(options);
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const url = new URL(incoming.url ?? '/', 'http://sandbox');
    const path = url.pathname.slice(paymentSandboxPath.length);
    if (path.startsWith('/portal/')) {
      outgoing.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
      outgoing.end('The billing portal of test mode: nothing has to be paid here.\n');
      return;
    }
    if (path.startsWith('/checkout/')) {
      const visit = await visitCheckout(decodeURIComponent(path.slice('/checkout/'.length)), options);
      if (visit.outcome === 'paid') return void outgoing.writeHead(303, { location: visit.to }).end();
      outgoing.writeHead(visit.outcome === 'declined' ? 402 : 410, { 'content-type': 'text/plain; charset=utf-8' });
      outgoing.end(visit.outcome === 'declined' ? 'Your card was declined.\n' : 'This page is closed.\n');
      return;
    }
    const fault = options.fault?.(path, incoming.method);
    const body = await textOf(incoming);
    if (fault === 'reset_before') return void incoming.socket.resetAndDestroy();
    const key = incoming.headers['idempotency-key'];
    const given = { method: incoming.method ?? 'GET', path, query: url.searchParams, body };
    const { status, body: answered } = await answer({
      ...given,
      idempotencyKey: typeof key === 'string' ? key : undefined,
    });
    if (fault === 'reset_after') return void incoming.socket.resetAndDestroy();
    outgoing.writeHead(fault === 'server_error' ? 500 : status, { 'content-type': 'application/json' });
    outgoing.end(JSON.stringify(fault === 'server_error' ? { error: { type: 'api_error' } } : answered));
  };
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    try {
      await serve(incoming, outgoing);
    } catch (error) {
      if (!outgoing.headersSent) outgoing.writeHead(500, { 'content-type': 'text/plain' });
      outgoing.end('the sandbox failed\n');
      options.failed?.(error);
    }
  };
};
