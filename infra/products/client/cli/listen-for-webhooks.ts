import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { apiError, orThrow } from '../api-error.ts';
import type { Schemas, ServiceClient } from '../client.ts';
import { verifyWebhook } from '../verify-webhook.ts';
import { selfSigned } from './certificate.ts';
import { UsageError } from './fault.ts';

const portOf = (address: string | AddressInfo | null): number => {
  if (address === null || typeof address === 'string') throw new Error('the server does not listen at a port');
  return address.port;
};

type EventType = Schemas['WebhookEventType'];

const years = 10;

/** The receiver's certificate: kept, so that the service trusts it in every run. Its key is for its owner alone. */
const keptCertificate = (folder: string): Readonly<{ key: string; cert: string; file: string }> => {
  const [file, keyFile] = [path.join(folder, 'listen.crt'), path.join(folder, 'listen.key')];
  try {
    return { cert: readFileSync(file, 'utf8'), key: readFileSync(keyFile, 'utf8'), file };
  } catch {
    const made = selfSigned(['localhost', '127.0.0.1'], years * 365);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(keyFile, made.key, { mode: 0o600 });
    writeFileSync(file, made.cert);
    return { ...made, file };
  }
};

type Described = Readonly<{ components?: { schemas?: Record<string, { enum?: EventType[] } | undefined> } }>;

/** The types of events that the service has, which may be newer than this tool. */
const knownEvents = async (url: string, wanted: readonly string[], signal: AbortSignal): Promise<EventType[]> => {
  const origin = url.replace(/\/+$/, '').replace(/\/v1$/, '');
  const response = await fetch(`${origin}/v1/openapi.json`, { signal });
  if (!response.ok) throw apiError(response, undefined);
  const all = ((await response.json()) as Described).components?.schemas?.['WebhookEventType']?.enum ?? [];
  const unknown = wanted.find((name) => !all.some((known) => known === name));
  if (unknown !== undefined) throw new UsageError(`There is no event ${unknown}: ${all.join(', ')}`);
  return wanted.length > 0 ? all.filter((known) => wanted.includes(known)) : all;
};

/** A delivery that was handed on, and what its receiver answered; 502 where none answered. */
export type HandedOn = Readonly<{ event: string; eventId: string; deliveryId: string; status: number }>;

export type ListenOptions = Readonly<{
  /** The address of the service. */
  url: string;
  forwardTo: string;
  events: readonly string[];
  count: number;
  /** Where the certificate is kept. */
  folder: string;
  signal: AbortSignal;
  onReady: (ready: Readonly<{ certificate: string; secret: string }>) => void;
  onDelivery: (delivery: HandedOn) => void;
}>;

const headersOf = (incoming: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(incoming.headers).flatMap(([name, value]) =>
      typeof value === 'string' && (name.startsWith('x-service-') || name === 'content-type') ? [[name, value]] : [],
    ),
  );

/**
 * Registers an endpoint on this machine for as long as it listens. The service delivers to it as to any receiver, with
 * signatures and retries. What it gets it hands on, byte by byte, and answers with the status of the answer.
 */
export const listenForWebhooks = async (client: ServiceClient, options: ListenOptions): Promise<void> => {
  const events = await knownEvents(options.url, options.events, options.signal);
  const { key, cert, file } = keptCertificate(options.folder);
  const ended = new AbortController();
  let secret = '';
  let left = options.count;

  const handOn = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await buffer(incoming);
    const headers = headersOf(incoming);
    // The clock of a test workspace may be days ahead or behind: the signature alone counts here.
    const genuine = verifyWebhook({
      body,
      signature: headers['x-service-signature'],
      secret,
      toleranceSeconds: Number.POSITIVE_INFINITY,
    });
    if (!genuine) return void outgoing.writeHead(401).end();
    const request = { method: 'POST', headers, body: new Uint8Array(body), signal: options.signal };
    const status = await fetch(options.forwardTo, request).then(
      async (response) => {
        await response.body?.cancel();
        return response.status;
      },
      () => 502,
    );
    outgoing.writeHead(status).end();
    const {
      'x-service-event': event = '',
      'x-service-event-id': eventId = '',
      'x-service-delivery-id': id = '',
    } = headers;
    options.onDelivery({ event, eventId, deliveryId: id, status });
    if (--left <= 0) outgoing.once('close', () => ended.abort());
  };

  const secretPath = `/${randomUUID()}`;
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    if (incoming.url !== secretPath) return void outgoing.writeHead(404).end();
    handOn(incoming, outgoing).catch(() => outgoing.destroy());
  };
  const server = createServer({ key, cert }, listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const port = portOf(server.address());
  try {
    const body = { url: `https://localhost:${port}${secretPath}`, events, description: 'social webhooks listen' };
    const endpoint = orThrow(await client.POST('/v1/webhooks', { body }));
    secret = endpoint.secret;
    try {
      options.onReady({ certificate: file, secret });
      const either = AbortSignal.any([options.signal, ended.signal]);
      if (!either.aborted) await once(either, 'abort');
    } finally {
      await client.DELETE('/v1/webhooks/{id}', { params: { path: { id: endpoint.id } } });
    }
  } finally {
    server.closeAllConnections();
    server.close();
  }
};
