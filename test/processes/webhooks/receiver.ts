import { once } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { selfSigned } from '../../support/certificate.ts';

export type ReceivedDelivery = Readonly<{
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  deliveryId: string;
  event: string;
}>;

/** Answers a delivery; a path without an answer of its own gets 200. */
export type AnswerDelivery = (delivery: ReceivedDelivery, response: ServerResponse, socket: Socket) => void;

/** A real HTTPS server on loopback that keeps what it is sent. */
export const startReceiver = async () => {
  const { key, cert } = selfSigned();
  const received: ReceivedDelivery[] = [];
  const answers = new Map<string, AnswerDelivery>();
  const connections = new Map<number, Socket>();
  const server = https.createServer({ key, cert }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '/', headers } = request;
      const body = Buffer.concat(chunks).toString('utf8');
      const deliveryId = String(headers['x-service-delivery-id']);
      const delivery = { path, headers, body, deliveryId, event: String(headers['x-service-event']) };
      received.push(delivery);
      const answer = answers.get(path);
      const raw = connections.get(request.socket.remotePort ?? 0);
      if (answer && raw) answer(delivery, response, raw);
      else response.end('thanks');
    });
  });
  // A reset is a matter of the connection beneath TLS.
  server.on('connection', (raw: Socket) => connections.set(raw.remotePort ?? 0, raw));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    ca: cert,
    received,
    url: (path: string): string => `https://127.0.0.1:${port}${path}`,
    at: (path: string): ReceivedDelivery[] => received.filter((delivery) => delivery.path === path),
    answer: (path: string, answer: AnswerDelivery): void => void answers.set(path, answer),
    stop: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Answers with a status and nothing else. */
export const status =
  (code: number): AnswerDelivery =>
  (_delivery, response) => {
    response.statusCode = code;
    response.end(`status ${code}`);
  };
