import type { IncomingMessage } from 'node:http';

export type FileOf = Readonly<{ filename: string; contentType: string; bytes: Buffer }>;

/** A request as it was received, its body read. */
export type Received = Readonly<{
  method: string;
  /** Host and path, as the platform documents them. */
  at: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string>>;
  bytes: Buffer;
}>;

export const receive = async (request: IncomingMessage): Promise<Received> => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'https://server.test');
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return {
    method: request.method ?? 'GET',
    at: pathname.slice(1),
    query: searchParams,
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    bytes: Buffer.concat(pieces),
  };
};

/** Fields of a query or a form. One that is repeated is a list. */
export const fieldsOf = (given: URLSearchParams): Record<string, unknown> =>
  Object.fromEntries(
    [...new Set(given.keys())].map((name) => {
      const values = given.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );

/** The texts and the files of a multipart body; undefined where it is none (RFC 7578). */
export const partsOf = (
  contentType: string,
  body: Buffer,
): Readonly<{ fields: Record<string, unknown>; files: Record<string, FileOf> }> | undefined => {
  const boundary = /^multipart\/form-data; *boundary="?([^";]+)"?$/.exec(contentType)?.[1];
  if (boundary === undefined || !body.subarray(0, boundary.length + 4).equals(Buffer.from(`--${boundary}\r\n`)))
    return undefined;
  const fields: Record<string, unknown> = {};
  const files: Record<string, FileOf> = {};
  const mark = Buffer.from(`\r\n--${boundary}`);
  let at = boundary.length + 4;
  for (;;) {
    const headEnd = body.indexOf('\r\n\r\n', at);
    const end = body.indexOf(mark, headEnd);
    if (headEnd < 0 || end < 0) return undefined;
    const head = body.subarray(at, headEnd).toString('utf8');
    const content = body.subarray(headEnd + 4, end);
    const name = /[ ;]name="([^"]*)"/i.exec(head)?.[1] ?? '';
    const filename = /filename="([^"]*)"/i.exec(head)?.[1];
    if (filename === undefined) fields[name] = content.toString('utf8');
    else files[name] = { filename, contentType: /content-type: *(\S+)/i.exec(head)?.[1] ?? '', bytes: content };
    const after = body.subarray(end + mark.length, end + mark.length + 2).toString('latin1');
    if (after === '--') return { fields, files };
    if (after !== '\r\n') return undefined;
    at = end + mark.length + 2;
  }
};
