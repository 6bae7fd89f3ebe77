import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { documentationUrlOf } from './error-guide.ts';

/** Time limits against slow senders. An upload of media may take half an hour. */
export const timeouts = { headersTimeout: 10_000, requestTimeout: 30 * 60_000, keepAliveTimeout: 65_000 };

const reasons: Readonly<Record<string, readonly [string, string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive'],
};

/** Bytes that are not HTTP never become a request. The answer uses the same error envelope. */
export const refuseMalformed = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, message] = reasons[error.code ?? ''] ?? ['400 Bad Request', 'The request is not valid HTTP'];
  const requestId = randomUUID();
  const body = JSON.stringify({
    error: { code: 'BAD_REQUEST', message, requestId, documentationUrl: documentationUrlOf('BAD_REQUEST') },
  });
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nX-Request-Id: ${requestId}\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
};

const portOf = (address: string | AddressInfo | null): number => {
  if (address === null || typeof address === 'string') throw new Error('the server does not listen at a port');
  return address.port;
};

/** Listens at a port, 0 for a free one; settles when connections are accepted. */
export const listenAtPort = (server: Server, port: number, host: string): Promise<{ port: number }> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve({ port: portOf(server.address()) });
    });
  });

/**
 * Stops accepting connections, waits for requests in progress, and closes the rest after the time
 * limit.
 */
export const closeWithin = async (
  server: Server,
  underWay: ReadonlySet<ServerResponse>,
  milliseconds: number,
): Promise<void> => {
  for (const res of underWay) res.shouldKeepAlive = false;
  const cut = setTimeout(() => server.closeAllConnections(), milliseconds);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(cut);
};
