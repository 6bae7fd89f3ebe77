import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { selfSigned } from '../../support/certificate.ts';

/** What the source of a file does with its n-th request, from one. */
export type SourceAnswer = (response: ServerResponse, bytes: Buffer, request: number) => Promise<void> | void;

const typed = (response: ServerResponse): void => void response.setHeader('content-type', 'image/jpeg');

/** The ways in which files elsewhere answer. */
export const answers = {
  withLength: (response, bytes) => {
    typed(response);
    response.setHeader('content-length', bytes.length).end(bytes);
  },
  withoutLength: (response, bytes) => {
    typed(response);
    response.write(bytes.subarray(0, 100));
    response.end(bytes.subarray(100));
  },
  slowly: async (response, bytes) => {
    typed(response);
    for (let at = 0; at < bytes.length; at += 2000) {
      response.write(bytes.subarray(at, at + 2000));
      await pause(20);
    }
    response.end();
  },
  gone: (response) => void response.writeHead(404).end(),
  page: (response) => void response.setHeader('content-type', 'text/html').end('<p>Please log in</p>'),
  cutOff: (response, bytes) => {
    typed(response);
    response.setHeader('content-length', bytes.length).write(bytes.subarray(0, 100));
    response.destroy();
  },
  changing: (response, bytes, request) => {
    typed(response);
    const version = request === 1 ? bytes : Buffer.concat([bytes, Buffer.alloc(request)]);
    response.setHeader('content-length', version.length).end(version);
  },
} satisfies Record<string, SourceAnswer>;

/** A server elsewhere with files. Each address has one answer. */
export const fileSource = async () => {
  // Another name than that of the platforms' server: trust is looked up by the name.
  const { key, cert } = selfSigned(['files.example', '127.0.0.1']);
  const files = new Map<string, Readonly<{ answer: SourceAnswer; bytes: Buffer }>>();
  const requests = new Map<string, number>();
  const server = createServer({ key, cert }, (request, response) => {
    const path = request.url ?? '';
    const file = files.get(path) ?? { answer: answers.gone, bytes: Buffer.alloc(0) };
    requests.set(path, (requests.get(path) ?? 0) + 1);
    void file.answer(response, file.bytes, requests.get(path) ?? 1);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    cert,
    put(bytes: Buffer, answer: SourceAnswer): string {
      const path = `/${files.size}.jpg`;
      files.set(path, { answer, bytes });
      return `${origin}${path}`;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
