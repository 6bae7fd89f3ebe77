import { readOnce } from './read-once.ts';
import { received, type Received } from './received.ts';

export type MultipartFile = Received & Readonly<{ name: string; filename: string | undefined; contentType: string }>;

export type Multipart = Readonly<{ fields: Readonly<Record<string, string>>; files: readonly MultipartFile[] }>;

/** The body is not multipart/form-data, or is cut off. */
export class MalformedMultipart extends Error {
  override readonly name = 'MalformedMultipart';
}

const fieldLimit = 1024 * 1024;
const headLimit = 16 * 1024;

/** Cuts a byte stream at delimiters, holding back no more than a delimiter's length. */
class Cutter {
  readonly #source: AsyncIterator<Uint8Array>;
  #buffer = Buffer.alloc(0);
  #ended = false;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async #more(): Promise<boolean> {
    const next = this.#ended ? undefined : await this.#source.next();
    if (!next || next.done) {
      this.#ended = true;
      return false;
    }
    this.#buffer = Buffer.concat([this.#buffer, next.value]);
    return true;
  }

  /** Everything up to the delimiter, piece by piece; the delimiter itself is consumed. */
  async *until(delimiter: Buffer): AsyncGenerator<Uint8Array> {
    for (;;) {
      const found = this.#buffer.indexOf(delimiter);
      if (found >= 0) {
        if (found > 0) yield this.#buffer.subarray(0, found);
        this.#buffer = this.#buffer.subarray(found + delimiter.length);
        return;
      }
      const safe = this.#buffer.length - delimiter.length;
      if (safe > 0) {
        yield this.#buffer.subarray(0, safe);
        this.#buffer = this.#buffer.subarray(safe);
      }
      if (!(await this.#more())) throw new MalformedMultipart('the body ends inside a part');
    }
  }

  async text(delimiter: Buffer, limit: number): Promise<string> {
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of this.until(delimiter)) {
      size += piece.length;
      if (size > limit) throw new MalformedMultipart('a part is too long');
      pieces.push(Uint8Array.from(piece));
    }
    return Buffer.concat(pieces).toString('utf8');
  }

  async peek(length: number): Promise<string> {
    while (this.#buffer.length < length && (await this.#more()));
    return this.#buffer.subarray(0, length).toString('latin1');
  }
}

const parameter = (header: string, name: string): string | undefined =>
  new RegExp(`[;\\s]${name}="([^"]*)"`, 'i').exec(header)?.[1];

const headersOf = (head: string): Record<string, string> =>
  Object.fromEntries(
    head
      .split('\r\n')
      .map((line) => line.split(/:(.*)/s))
      .map(([name = '', value = '']) => [name.trim().toLowerCase(), value.trim()]),
  );

const readParts = async (request: Request): Promise<Multipart> => {
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)"?/i.exec(
    request.headers.get('content-type') ?? '',
  )?.[1];
  if (boundary === undefined || !request.body) throw new MalformedMultipart('the body is not multipart/form-data');
  const cutter = new Cutter(request.body);
  const fields: Record<string, string> = {};
  const files: MultipartFile[] = [];
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  await cutter.text(Buffer.from(`--${boundary}`), headLimit);
  while ((await cutter.peek(2)) === '\r\n') {
    const headers = headersOf((await cutter.text(Buffer.from('\r\n\r\n'), headLimit)).trim());
    const disposition = headers['content-disposition'] ?? '';
    const name = parameter(disposition, 'name') ?? '';
    const filename = parameter(disposition, 'filename');
    if (filename === undefined && headers['content-type'] === undefined)
      fields[name] = await cutter.text(delimiter, fieldLimit);
    else
      files.push({
        name,
        filename,
        contentType: headers['content-type'] ?? 'application/octet-stream',
        ...(await received(cutter.until(delimiter))),
      });
  }
  return { fields, files };
};

/**
 * Reads a multipart/form-data body as it streams: fields as text; of files only their facts, not
 * their bytes.
 */
export const readMultipart = readOnce(readParts);
