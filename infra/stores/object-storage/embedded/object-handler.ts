import type { Mode } from '../../../../domain/kernel/mode.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { isPublicKey } from '../../../../domain/media/object-storage.ts';
import { rangeIn } from '../byte-range.ts';
import { answerPreflight, keyIn, type ObjectHandler, type OnFault, openToPages, refuse } from '../object-request.ts';
import { openObject, type Place, writeObject } from './object-file.ts';
import { permissionIn } from './signed-url.ts';

export type HandlerParts = Readonly<{
  secret: Buffer;
  placeOf(key: string): Place;
  now(clock: Mode): Date;
  /** Called after an upload is complete and on disk. */
  onUploaded?(key: string): void;
  onFault?: OnFault;
}>;

/** Types that browsers may display. All others are offered as downloads. */
const shown = /^(image|video)\/|^application\/pdf$/;

const headersFor = (facts: { contentType: string; etag: string; modifiedAt: string }) => ({
  ...openToPages,
  'content-type': facts.contentType,
  etag: facts.etag,
  'last-modified': new Date(facts.modifiedAt).toUTCString(),
  'accept-ranges': 'bytes',
  'cache-control': 'public, max-age=300',
  // Users upload the files, so their content must not run here.
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'content-disposition': shown.test(facts.contentType) ? 'inline' : 'attachment',
});

const matches = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((given) => given.trim() === etag || given.trim() === '*');

const serve = async (req: IncomingMessage, res: ServerResponse, file: string): Promise<void> => {
  const object = await openObject(file);
  if (!object) return refuse(req, res, { status: 404, code: 'NOT_FOUND', message: 'there is no such object' });
  const { facts } = object;
  const headers = headersFor(facts);
  const ifRange = req.headers['if-range'];
  const wanted = ifRange === undefined || ifRange === facts.etag ? req.headers.range : undefined;
  const range = rangeIn(wanted, facts.sizeBytes);
  if (matches(req.headers['if-none-match'], facts.etag)) {
    res.writeHead(304, headers);
  } else if (range === 'unsatisfiable') {
    res.writeHead(416, { ...openToPages, 'content-range': `bytes */${facts.sizeBytes}` });
  } else {
    const { start, end } = range ?? { start: 0, end: facts.sizeBytes };
    res.writeHead(range ? 206 : 200, {
      ...headers,
      'content-length': end - start,
      ...(range ? { 'content-range': `bytes ${start}-${end - 1}/${facts.sizeBytes}` } : {}),
    });
    if (req.method === 'GET') {
      await pipeline(object.bytes({ start, end }), res);
      return;
    }
  }
  await object.close();
  res.end();
};

const receive = async (
  req: IncomingMessage,
  res: ServerResponse,
  { key, query }: { key: string; query: URLSearchParams },
  parts: HandlerParts,
): Promise<void> => {
  const permission = permissionIn(parts.secret, key, query);
  if (!permission)
    return refuse(req, res, { status: 403, code: 'FORBIDDEN', message: 'the signature of this address is not valid' });
  if (permission.expires * 1000 < parts.now(permission.clock).getTime())
    return refuse(req, res, { status: 403, code: 'FORBIDDEN', message: 'this address has expired' });
  if ((req.headers['content-type'] ?? '').toLowerCase() !== permission.contentType)
    return refuse(req, res, {
      status: 403,
      code: 'FORBIDDEN',
      message: `Content-Type must be ${permission.contentType}`,
    });
  const length = req.headers['content-length'];
  if (length === undefined)
    return refuse(req, res, { status: 411, code: 'BAD_REQUEST', message: 'Content-Length is missing' });
  const { sizeBytes: most, exactSize } = permission;
  if (exactSize ? Number(length) !== most : Number(length) > most)
    return refuse(req, res, {
      status: 403,
      code: 'FORBIDDEN',
      message: `Content-Length must be ${exactSize ? '' : 'at most '}${most}`,
    });
  const { etag } = await writeObject(parts.placeOf(key), {
    contentType: permission.contentType,
    bytes: req as AsyncIterable<Uint8Array>,
    now: parts.now('live'),
    complete: (sizeBytes) => {
      if (sizeBytes !== Number(length)) throw new Error('the body ended early');
    },
  });
  res.writeHead(200, { ...openToPages, etag, 'content-length': 0 });
  res.end();
  parts.onUploaded?.(key);
};

/** PUT by signed address; public GET and HEAD, with ranges and ETags. */
export const objectHandler = (parts: HandlerParts): ObjectHandler => {
  const handle = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const asked = keyIn(req);
    if (req.method === 'OPTIONS') return answerPreflight(res);
    if (!asked) return refuse(req, res, { status: 404, code: 'NOT_FOUND', message: 'there is no such object' });
    if (req.method === 'PUT') return receive(req, res, asked, parts);
    if (req.method !== 'GET' && req.method !== 'HEAD')
      return refuse(req, res, { status: 405, code: 'BAD_REQUEST', message: 'GET, HEAD or PUT' });
    if (!isPublicKey(asked.key))
      return refuse(req, res, { status: 404, code: 'NOT_FOUND', message: 'there is no such object' });
    await serve(req, res, parts.placeOf(asked.key).file);
  };
  return (req, res) => {
    handle(req, res).catch((fault: unknown) => {
      // The client disconnected or the disk failed: either way this answer cannot be finished.
      const clientLeft = req.readableAborted || (req.method !== 'PUT' && res.destroyed);
      if (!clientLeft) parts.onFault?.(fault, { method: req.method, key: keyIn(req)?.key });
      if (res.headersSent || res.destroyed) res.destroy();
      else refuse(req, res, { status: 500, code: 'INTERNAL_ERROR', message: 'the object storage failed' });
    });
  };
};
