import { inPlaceOfGlobals } from './in-place-of.ts';

/** `name` and value as the real `Headers` take them; who gives others is a bug in the code under simulation. */
const nameForm = /^[!#$%&'*+\-.^_`|~\w]+$/;
const valueForm = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;

/** The `Headers` that platforms and their publishers use. */
class LightHeaders {
  readonly #values = new Map<string, string>();

  constructor(init: LightHeaders | Readonly<Record<string, string>> = {}) {
    for (const [name, value] of init instanceof LightHeaders ? init : Object.entries(init)) this.set(name, value);
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  set(name: string, value: string): void {
    if (!nameForm.test(name)) throw new TypeError(`${name} is no name of a header`);
    if (!valueForm.test(value)) throw new TypeError(`${value} cannot be the value of a header`);
    this.#values.set(name.toLowerCase(), value.trim());
  }

  append(name: string, value: string): void {
    const before = this.get(name);
    this.set(name, before === null ? value : `${before}, ${value}`);
  }

  delete(name: string): void {
    this.#values.delete(name.toLowerCase());
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.#values[Symbol.iterator]();
  }
}

type Body = string | AsyncIterable<Uint8Array> | null;

/** A body that is read once, as a stream's is. */
class LightBody {
  readonly headers: LightHeaders;
  readonly #content: Body;
  #isRead = false;

  constructor(content: Body, headers: LightHeaders) {
    this.#content = content;
    this.headers = headers;
    if (typeof content === 'string' && !headers.has('content-type'))
      headers.set('content-type', 'text/plain;charset=UTF-8');
  }

  get body(): AsyncIterable<Uint8Array> | null {
    return this.#content === null ? null : { [Symbol.asyncIterator]: () => this.#pieces() };
  }

  async text(): Promise<string> {
    if (typeof this.#content === 'string') {
      this.#read();
      return this.#content;
    }
    const pieces: Uint8Array[] = [];
    for await (const piece of this.body ?? []) pieces.push(piece);
    return Buffer.concat(pieces).toString('utf8');
  }

  async *#pieces(): AsyncGenerator<Uint8Array> {
    this.#read();
    if (typeof this.#content !== 'string') yield* this.#content ?? [];
    else if (this.#content !== '') yield Buffer.from(this.#content);
  }

  #read(): void {
    if (this.#isRead) throw new TypeError('the body was read before');
    this.#isRead = true;
  }
}

class LightRequest extends LightBody {
  readonly method: string;
  readonly url: string;

  constructor(
    url: string,
    { method = 'GET', headers = {}, body = null }: { method?: string; headers?: Record<string, string>; body?: Body },
  ) {
    super(body, new LightHeaders(headers));
    if (body !== null && (method === 'GET' || method === 'HEAD')) throw new TypeError(`${method} has no body`);
    this.method = method;
    this.url = url;
  }
}

class LightResponse extends LightBody {
  readonly status: number;

  constructor(
    body: Body,
    { status = 200, headers = {} }: { status?: number; headers?: LightHeaders | Record<string, string> } = {},
  ) {
    super(body, new LightHeaders(headers));
    if (body !== null && (status === 204 || status === 304)) throw new TypeError(`a ${status} has no body`);
    this.status = status;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }
}

const light = { Headers: LightHeaders, Request: LightRequest, Response: LightResponse };

/**
 * Puts requests and answers without streams, abort signals and conversions of their own in the place of the real ones, until undone: a
 * run makes so many of them that they cost as much as the service.
 */
export const lightenFetch = (): (() => void) => inPlaceOfGlobals(light);
