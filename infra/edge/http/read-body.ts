import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { Refused } from '../../../domain/kernel/refused.ts';
import { TransportRefusal } from './transport-refusal.ts';
import { errorOf } from '../../../domain/kernel/error-of.ts';

/** The largest body that an endpoint accepts by default. */
export const defaultBodyLimit = 1024 * 1024;

/** A JSON body is small: a client that takes longer sends it slowly on purpose. */
const patienceMs = 30_000;

const jsonType = /^application\/(?:[\w.-]+\+)?json\s*(?:;\s*(?:charset\s*=\s*)?"?utf-8"?\s*)?$/i;

const tooLarge = (limit: number): Refused =>
  new TransportRefusal(413, `The request body is larger than ${limit} bytes`, { limit });

/**
 * The raw body of a request. Refuses with 413 as soon as the limit is exceeded, and with 408 when
 * it takes too long. The server discards the rest of the body, so that the client can read the
 * answer. `admit` is called with the bytes of each piece, and throws to end the reading.
 */
export const readBody = (
  req: IncomingMessage,
  limit: number,
  withinMs = patienceMs,
  admit: (bytes: number) => void = () => undefined,
): Promise<Buffer> => {
  if (Number(req.headers['content-length'] ?? 0) > limit) return Promise.reject(tooLarge(limit));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer): void => {
      try {
        size += chunk.length;
        if (size > limit) throw tooLarge(limit);
        admit(chunk.length);
        chunks.push(chunk);
      } catch (refusal) {
        req.off('data', onData);
        req.resume();
        reject(errorOf(refusal));
      }
    };
    req.on('data', onData);
    const late = setTimeout(() => {
      req.off('data', onData);
      req.resume();
      reject(new TransportRefusal(408, 'The request body took too long to arrive'));
    }, withinMs);
    const onCut = (): void => {
      clearTimeout(late);
      reject(new Refused('BAD_REQUEST', 'The request was cut off'));
    };
    req.once('end', () => {
      clearTimeout(late);
      req.off('close', onCut);
      const [only] = chunks;
      resolve(only && chunks.length === 1 ? only : Buffer.concat(chunks));
    });
    req.once('close', onCut);
    req.once('error', onCut);
    if (req.destroyed) onCut();
  });
};

/** Whether a request announces a body at all. */
const hasBody = (req: IncomingMessage): boolean =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;

export type JsonBody = Readonly<{ bytes: Buffer; value: unknown }>;

const noBytes = Buffer.alloc(0);

const readUtf8 = async (req: IncomingMessage, limit: number): Promise<Buffer> => {
  const encoding = req.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new TransportRefusal(415, 'The request body must not be compressed');
  }
  const bytes = await readBody(req, limit);
  if (!isUtf8(bytes)) throw new Refused('BAD_REQUEST', 'The request body is not UTF-8');
  return bytes;
};

/** `text/csv; charset=utf-8`: the type without its parameters, and whether a charset other than UTF-8 is among these. */
const mediaTypeOf = (req: IncomingMessage): Readonly<{ type: string; isOtherCharset: boolean }> => {
  const [type = '', ...parameters] = (req.headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith('charset='));
  return { type: type.trim(), isOtherCharset: charset !== undefined && !/^charset="?utf-8"?$/.test(charset) };
};

/** The body of an endpoint that also takes a text: a text becomes the one property of the JSON body that it is short for. */
export const readJsonOrText = async (
  req: IncomingMessage,
  limit: number,
  text: Readonly<{ type: string; property: string }> | undefined,
): Promise<JsonBody> => {
  const { type, isOtherCharset } = mediaTypeOf(req);
  if (text?.type !== type) return readJson(req, limit);
  if (isOtherCharset) throw new TransportRefusal(415, `The request body must be ${type} in UTF-8`);
  const bytes = await readUtf8(req, limit);
  return { bytes, value: { [text.property]: bytes.toString('utf8') } };
};

/**
 * A JSON body. An absent body counts as `{}`, so that the endpoint's schema names the missing
 * fields.
 */
export const readJson = async (req: IncomingMessage, limit = defaultBodyLimit): Promise<JsonBody> => {
  if (!hasBody(req)) return { bytes: noBytes, value: {} };
  if (!jsonType.test(req.headers['content-type'] ?? '')) {
    throw new TransportRefusal(415, 'The request body must be application/json in UTF-8');
  }
  const bytes = await readUtf8(req, limit);
  if (bytes.length === 0) return { bytes, value: {} };
  try {
    return { bytes, value: JSON.parse(bytes.toString('utf8')) };
  } catch {
    throw new Refused('BAD_REQUEST', 'The request body is not valid JSON');
  }
};
