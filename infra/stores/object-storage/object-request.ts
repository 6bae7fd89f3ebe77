import type { IncomingMessage, ServerResponse } from 'node:http';
import { isObjectKey } from '../../../domain/media/object-storage.ts';

/** Answers requests for objects under one path of the service. Independent of any framework. */
export type ObjectHandler = (req: IncomingMessage, res: ServerResponse) => void;

/** Called with the reason of an answer that the storage could not give. */
export type OnFault = (
  fault: unknown,
  request: Readonly<{ method: string | undefined; key: string | undefined }>,
) => void;

/** The path below which the server passes requests to `ObjectHandler`. Not part of the API. */
export const objectPath = '/media-objects';

/** Any page may show media and upload them: the address alone is the permission. */
export const openToPages = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag, content-range, accept-ranges',
} as const;

const maxDrainedBytes = 4 * 1024 * 1024;

/**
 * Ends a request with an error in the API's envelope. A client that is still sending gets a write
 * error before it reads the answer, so some more of its bytes are read and dropped.
 */
export const refuse = (
  req: IncomingMessage,
  res: ServerResponse,
  { status, code, message }: Readonly<{ status: number; code: string; message: string }>,
): void => {
  if (res.headersSent) return void res.destroy();
  res.writeHead(status, { ...openToPages, 'content-type': 'application/json', connection: 'close' });
  res.end(JSON.stringify({ error: { code, message } }));
  let drained = 0;
  req.on('data', (chunk: Buffer) => {
    drained += chunk.length;
    if (drained > maxDrainedBytes) req.destroy();
  });
  req.on('error', () => undefined);
};

/**
 * The key in a request's address, with or without `objectPath`; undefined for an impossible key.
 */
export const keyIn = (req: IncomingMessage): { key: string; query: URLSearchParams } | undefined => {
  const [path = '', query = ''] = (req.url ?? '').split('?', 2);
  const below = path.startsWith(`${objectPath}/`) ? path.slice(objectPath.length) : path;
  const key = below.slice(1);
  return isObjectKey(key) ? { key, query: new URLSearchParams(query) } : undefined;
};

export const answerPreflight = (res: ServerResponse): void => {
  res.writeHead(204, {
    ...openToPages,
    'access-control-allow-methods': 'GET, HEAD, PUT',
    'access-control-allow-headers': 'content-type, range',
    'access-control-max-age': '86400',
  });
  res.end();
};
