import { createServer as createHttpServer, type RequestListener, type Server as HttpServer } from 'node:http';
import { createServer as createNetServer, type AddressInfo, type Server as NetServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import type { ConnectionInjector } from '@grpc/grpc-js';

const portOf = (address: string | AddressInfo | null): number => {
  if (address === null || typeof address === 'string') throw new Error('the server does not listen at a port');
  return address.port;
};

/** PEM texts. */
export type TlsIdentity = Readonly<{ cert: string; key: string }>;

const preface = Buffer.from('PRI * HTTP/2.0');

/** A connection that sends nothing for this long is closed. */
const silence = 10_000;

/**
 * One port for two protocols. gRPC uses HTTP/2 and goes to the gRPC server; anything else is
 * answered as HTTP/1.1. The first bytes of a connection decide, or with TLS the protocol that the
 * client asked for.
 */
export class FrontDoor {
  private readonly http: HttpServer;
  private readonly server: NetServer;
  private readonly sockets = new Set<Socket>();
  private readonly grpc: ConnectionInjector;

  constructor(grpc: ConnectionInjector, onRequest: RequestListener, tls: TlsIdentity | undefined) {
    this.grpc = grpc;
    this.http = createHttpServer(onRequest);
    this.server =
      tls === undefined
        ? createNetServer({ noDelay: true }, (socket) => this.greet(socket))
        : createTlsServer({ ...tls, ALPNProtocols: ['h2', 'http/1.1'], noDelay: true }, (socket) => this.admit(socket));
    this.server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
      // A reset, or bytes of neither protocol, end this connection only.
      socket.on('error', () => socket.destroy());
    });
    this.server.on('tlsClientError', (_error: Error, socket: TLSSocket) => socket.destroy());
  }

  /** Resolves with the port, also when 0 left the choice to the system. */
  listen(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, () => {
        this.server.off('error', reject);
        resolve(portOf(this.server.address()));
      });
    });
  }

  /** Stops accepting connections. Open connections stay. */
  shut(): void {
    this.server.close();
  }

  /** Ends every connection. */
  clear(): void {
    this.http.closeAllConnections();
    for (const socket of this.sockets) socket.destroy();
  }

  private admit(socket: TLSSocket): void {
    socket.on('error', () => socket.destroy());
    if (socket.alpnProtocol === 'h2') this.grpc.injectConnection(socket);
    else this.greet(socket);
  }

  private greet(socket: Socket): void {
    socket.setTimeout(silence, () => socket.destroy());
    let seen: Buffer = Buffer.alloc(0);
    const readPreface = (): void => {
      const chunk = socket.read() as Buffer | null;
      if (chunk === null) {
        if (socket.readableEnded) socket.destroy();
        else socket.once('readable', readPreface);
        return;
      }
      seen = Buffer.concat([seen, chunk]);
      const compared = Math.min(seen.length, preface.length);
      const isHttp2 = seen.compare(preface, 0, compared, 0, compared) === 0;
      if (isHttp2 && compared < preface.length) {
        socket.once('readable', readPreface);
        return;
      }
      socket.off('end', hangUp);
      socket.setTimeout(0);
      socket.removeAllListeners('timeout');
      socket.unshift(seen);
      if (isHttp2) this.grpc.injectConnection(socket);
      else this.http.emit('connection', socket);
    };
    const hangUp = (): void => void socket.destroy();
    socket.once('end', hangUp);
    socket.once('readable', readPreface);
  }
}
