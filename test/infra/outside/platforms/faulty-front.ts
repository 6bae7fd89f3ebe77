import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Lab } from './lab.ts';

/** An answer as it went over the wire, to be given again elsewhere. */
export type WireAnswer = Readonly<{ status: number; headers: Readonly<Record<string, string>>; body: Buffer }>;

/** One request the platform was sent. */
export type Exchange = {
  readonly index: number;
  /** Method and path in the platform's own words, ids left out. */
  readonly call: string;
  /** Whether it carries a token. */
  readonly signed: boolean;
  /** Length of the body in bytes, as far as it has come. */
  bytes: number;
  /** The declared length. */
  readonly announced: number;
  answer?: WireAnswer;
};

/**
 * What the network or the platform does to one request. `stored`: whether the platform gets to act on it. `then`: what the caller
 * sees; nothing at all, a reset, an answer in place of the real one, or the real one (late).
 */
export type Meddling = Readonly<{
  stored: boolean;
  then: 'silence' | 'reset' | 'late' | WireAnswer;
  /** Runs once the platform is done with the request, and before the caller sees anything. */
  first?: () => Promise<void> | void;
}>;

const lateMs = 20;

/** Ids, tokens and names of people say nothing about which call it is. */
const templated = (segment: string, index: number, all: readonly string[]): string =>
  /\d{4}|[:%]|.{28}/.test(segment) || all[index - 1] === 'user' ? ':id' : segment;

const callOf = ({ method = '', url = '' }: IncomingMessage): string => {
  const { pathname, searchParams } = new URL(url, 'http://front');
  const native = pathname.split('/').slice(4).map(templated).join('/');
  const action = searchParams.get('action') ?? searchParams.get('command');
  return `${method} /${native}${action === null ? '' : `?${action}`}`;
};

const isSigned = ({ headers, url = '' }: IncomingMessage): boolean =>
  headers.authorization !== undefined || headers['access-token'] !== undefined || url.includes('/bot');

const collected = async (stream: IncomingMessage): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
};

const headersOf = (incoming: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(incoming.headers).flatMap(([name, value]) =>
      typeof value === 'string' && !/^(connection|keep-alive|transfer-encoding|content-length)$/.test(name)
        ? [[name, value]]
        : [],
    ),
  );

/**
 * Between the publishers and the simulated platforms, on a socket of its own; breaks the requests
 * that it is set to break.
 */
export class FaultyFront {
  readonly exchanges: Exchange[] = [];
  /** Asked of every request as it arrives. */
  meddle: (exchange: Exchange) => Meddling | undefined = () => undefined;
  /** After how many bytes of a request's body the line breaks, to both sides; undefined where it holds. */
  cutAfter: (exchange: Exchange) => number | undefined = () => undefined;
  /**
   * Called for a request whose connection broke, once the platform has its part and before the
   * caller notices.
   */
  cut: (exchange: Exchange) => Promise<void> | void = () => undefined;
  /** Called for every request on which the platform has acted. */
  acted: (exchange: Exchange) => Promise<void> | void = () => undefined;
  readonly #server: Server;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #behind: URL;

  private constructor(behind: string) {
    this.#behind = new URL(behind);
    this.#server = createServer((incoming, outgoing) => {
      this.#handle(incoming, outgoing).catch(() => incoming.socket.resetAndDestroy());
    });
  }

  /** Puts a front before a started lab: everything that is called from now on goes through it. */
  static async before(lab: Lab): Promise<FaultyFront> {
    const front = new FaultyFront(lab.origin);
    await new Promise<void>((resolve) => front.#server.listen(0, '127.0.0.1', resolve));
    lab.origin = `http://127.0.0.1:${(front.#server.address() as AddressInfo).port}`;
    return front;
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const exchange: Exchange = {
      index: this.exchanges.length,
      call: callOf(incoming),
      signed: isSigned(incoming),
      bytes: 0,
      announced: Number(incoming.headers['content-length'] ?? 0),
    };
    this.exchanges.push(exchange);
    const meddling = this.meddle(exchange);
    if (meddling?.stored === false) {
      await meddling.first?.();
      if (meddling.then === 'reset') return void incoming.socket.resetAndDestroy();
      if (meddling.then === 'silence') return void incoming.resume();
      await collected(incoming);
      return this.#say(outgoing, meddling.then as WireAnswer);
    }
    const limit = this.cutAfter(exchange);
    if (limit !== undefined) {
      await this.#passedInPart(incoming, exchange, limit);
      await this.cut(exchange);
      return void incoming.socket.resetAndDestroy();
    }
    const answer = await this.#passedOn(incoming, exchange);
    exchange.answer = answer;
    await this.acted(exchange);
    await meddling?.first?.();
    if (meddling?.then === 'reset') return void incoming.socket.resetAndDestroy();
    if (meddling?.then === 'silence') return;
    if (meddling?.then === 'late') await new Promise((resolve) => setTimeout(resolve, lateMs));
    return this.#say(outgoing, meddling === undefined || meddling.then === 'late' ? answer : meddling.then);
  }

  #say(outgoing: ServerResponse, { status, headers, body }: WireAnswer): void {
    outgoing.writeHead(status, { ...headers, 'content-length': body.length });
    outgoing.end(body);
  }

  /** Hands on so much of a request, and breaks the line to the platform. */
  async #passedInPart(incoming: IncomingMessage, exchange: Exchange, limit: number): Promise<void> {
    const { hostname, port } = this.#behind;
    const { method, url: path, headers } = incoming;
    const onward = httpRequest({ hostname, port, method, path, headers, agent: this.#agent });
    onward.on('error', () => undefined);
    for await (const piece of incoming.iterator({ destroyOnReturn: false })) {
      exchange.bytes += (piece as Buffer).length;
      await new Promise<void>((sent) => onward.write(piece as Buffer, () => sent()));
      if (exchange.bytes >= limit) break;
    }
    onward.destroy();
  }

  #passedOn(incoming: IncomingMessage, exchange: Exchange): Promise<WireAnswer> {
    const { hostname, port } = this.#behind;
    const { method, url: path, headers } = incoming;
    return new Promise((resolve, reject) => {
      const onward = httpRequest({ hostname, port, method, path, headers, agent: this.#agent }, (response) => {
        collected(response).then((body) => {
          // Where the platform has answered before the end, the rest is read and dropped, as it
          // would be.
          incoming.unpipe(onward).resume();
          resolve({ status: response.statusCode ?? 0, headers: headersOf(response), body });
        }, reject);
      });
      onward.on('error', reject);
      incoming.on('data', (piece: Buffer) => (exchange.bytes += piece.length));
      incoming.pipe(onward);
    });
  }
}
