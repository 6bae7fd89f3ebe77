import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { exchangeOf, send } from './exchange.ts';

const compress = promisify(gzip);

/** An answer that is made once: a page, a style sheet, a program, a picture. */
export class Resource {
  readonly #body: Buffer;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #etag: string;
  #compressed: Promise<Buffer> | undefined;

  constructor(content: string | Uint8Array, headers: Readonly<Record<string, string>>) {
    this.#body = Buffer.from(content);
    this.#headers = headers;
    this.#etag = createHash('sha256').update(this.#body).digest('base64url').slice(0, 22);
  }

  /**
   * A browser asks each time whether its copy is the newest, so an update of the service is seen at once, unless the headers of the
   * resource say otherwise. The tag is a weak one, because the same page goes out compressed and uncompressed.
   */
  async answer(req: IncomingMessage, res: ServerResponse, status = 200): Promise<void> {
    const tag = `W/"${this.#etag}"`;
    const headers = { 'cache-control': 'no-cache', ...this.#headers, etag: tag, vary: 'accept-encoding' };
    const known = req.headers['if-none-match']?.split(',').map((each) => each.trim()) ?? [];
    if (status === 200 && known.includes(tag)) return send(res, exchangeOf(req), { status: 304, headers });
    if (!/\bgzip\b/.test(String(req.headers['accept-encoding'] ?? '')))
      return send(res, exchangeOf(req), { status, body: this.#body, headers });
    this.#compressed ??= compress(this.#body);
    const body = await this.#compressed;
    send(res, exchangeOf(req), { status, body, headers: { ...headers, 'content-encoding': 'gzip' } });
  }
}
