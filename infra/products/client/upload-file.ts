import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { ServiceError } from './api-error.ts';

/** A file: its path, or its content with a name. */
export type FileToUpload =
  | string
  | Readonly<{ content: Blob | Uint8Array; filename: string; contentType?: string; altText?: string }>
  | Readonly<{ path: string; filename?: string; contentType?: string; altText?: string }>;

export type UploadProgress = Readonly<{ filename: string; sentBytes: number; totalBytes: number }>;

export type UploadOptions = Readonly<{
  onProgress?: (progress: UploadProgress) => void;
  signal?: AbortSignal;
  /** The most repetitions of a transfer that broke; 2 by default. */
  retries?: number;
}>;

/** A file whose bytes can be read from the beginning as often as a transfer breaks. */
export type OpenedFile = Readonly<{
  filename: string;
  contentType: string;
  sizeBytes: number;
  altText: string | undefined;
  bytes(): Readable;
}>;

const types: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
  '.avi': 'video/x-msvideo',
  '.webm': 'video/webm',
  '.pdf': 'application/pdf',
  '.srt': 'application/x-subrip',
  '.vtt': 'text/vtt',
  '.txt': 'text/plain',
};

const typeOf = (filename: string): string => {
  const known = types[path.extname(filename).toLowerCase()];
  if (known === undefined) throw new TypeError(`the type of ${filename} is not known: give a contentType`);
  return known;
};

export const openFile = async (file: FileToUpload): Promise<OpenedFile> => {
  const given = typeof file === 'string' ? { path: file } : file;
  const filename = 'content' in given ? given.filename : (given.filename ?? path.basename(given.path));
  const contentType = given.contentType ?? typeOf(filename);
  const known = { filename, contentType, altText: given.altText };
  if ('content' in given) {
    const blob = given.content instanceof Blob ? given.content : new Blob([given.content as Uint8Array<ArrayBuffer>]);
    return { ...known, sizeBytes: blob.size, bytes: () => Readable.fromWeb(blob.stream() as never) };
  }
  // A file that cannot be read fails here, before a place for it is asked for.
  await (await open(given.path)).close();
  const { size } = await stat(given.path);
  return { ...known, sizeBytes: size, bytes: () => createReadStream(given.path) };
};

export type Place = Readonly<{ url: string; headers: Readonly<Record<string, string>> }>;

/** One transfer, at the speed that the other side takes. `fetch` reports no progress and cannot state a stream's length. */
const transfer = async (file: OpenedFile, { url, headers }: Place, options: UploadOptions): Promise<void> => {
  const { filename, sizeBytes: totalBytes } = file;
  const send = new URL(url).protocol === 'http:' ? httpRequest : httpsRequest;
  const signal = options.signal ? { signal: options.signal } : {};
  const put = send(url, { method: 'PUT', headers: { ...headers, 'content-length': totalBytes }, ...signal });
  const answered = new Promise<{ status: number; body: string }>((resolve, reject) => {
    put.once('error', reject);
    put.once('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
  });
  let sentBytes = 0;
  options.onProgress?.({ filename, sentBytes, totalBytes });
  const counted = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      sentBytes += chunk.length;
      options.onProgress?.({ filename, sentBytes, totalBytes });
      done(null, chunk);
    },
  });
  const sent = pipeline(file.bytes(), counted, put);
  // A refusal may come before the last byte was sent: it says more than the broken connection.
  sent.catch(() => {});
  const { status, body } = await answered;
  if (status >= 300) throw new ServiceError(new Response(null, { status: Math.max(status, 400) }), parsed(body));
  await sent;
};

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return { error: { message: body.slice(0, 500) } };
  }
};

/** Puts the bytes where the service said. A transfer that broke, or met a fault of the storage, begins again. */
export const putFile = async (file: OpenedFile, place: Place, options: UploadOptions): Promise<void> => {
  for (let left = options.retries ?? 2; ; left--) {
    try {
      return await transfer(file, place, options);
    } catch (fault) {
      const isRefusal = fault instanceof ServiceError && fault.status < 500;
      if (isRefusal || left <= 0 || options.signal?.aborted) throw fault;
    }
  }
};
