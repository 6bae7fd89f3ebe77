import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What happens to one request on its way to the service. */
export type Fault = Readonly<{
  /** It is refused without reaching the service. */
  status?: number;
  retryAfter?: number;
  /** The refusal says that its read model is behind. */
  stale?: boolean;
  /** It is carried out, and the connection breaks before the answer. */
  lostAnswer?: boolean;
  /** The connection breaks after the head of the answer. */
  cutAnswer?: boolean;
}>;

type Seen = Readonly<{ at: number; key: string | undefined }>;

/** What is between the clients and the service: it breaks what it is asked to, and remembers what arrived. */
export const startProxy = async (target: () => string) => {
  let faults: Fault[] = [];
  let seen: Seen[] = [];
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse, fault: Fault): Promise<void> => {
    const body = await buffer(incoming);
    if (fault.status !== undefined) {
      if (fault.retryAfter !== undefined) outgoing.setHeader('retry-after', String(fault.retryAfter));
      if (fault.stale) outgoing.setHeader('x-stale', 'true');
      return void outgoing.writeHead(fault.status).end('a fault');
    }
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = incoming.headers;
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort());
    const response = await fetch(new URL(incoming.url ?? '/', target()), {
      method: incoming.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(body.length > 0 ? { body } : {}),
      signal: gone.signal,
    });
    if (fault.lostAnswer) return void outgoing.destroy();
    const {
      'content-encoding': _encoding,
      'content-length': _size,
      ...answered
    } = Object.fromEntries(response.headers);
    outgoing.writeHead(response.status, answered).flushHeaders();
    if (fault.cutAnswer) return void outgoing.destroy();
    for await (const piece of response.body ?? []) outgoing.write(piece);
    outgoing.end();
  };
  const server = createServer((incoming, outgoing) => {
    const key = incoming.headers['idempotency-key'];
    seen.push({ at: performance.now(), key: typeof key === 'string' ? key : undefined });
    pass(incoming, outgoing, faults.shift() ?? {}).catch(() => outgoing.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    fault: (next: readonly Fault[]): void => {
      faults = [...next];
      seen = [];
    },
    seen: (): readonly Seen[] => seen,
    stop: (): void => {
      server.closeAllConnections();
      server.close();
    },
  };
};
export type Proxy = Awaited<ReturnType<typeof startProxy>>;
