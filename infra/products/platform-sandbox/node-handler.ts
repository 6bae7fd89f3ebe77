import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sandboxPath, type SandboxApps } from './client-registrations.ts';
import { sandboxPlatforms } from './all.ts';
import { Cut, heldHeader } from './faults.ts';
import type { KnownRedirects } from './known-redirects.ts';
import { answer, type SandboxPlatform, type SandboxReport, type SandboxWorld } from './platform.ts';
import type { SandboxStore } from './store.ts';

export type SandboxHandlerOptions = Readonly<{
  store: SandboxStore;
  clock: Readonly<{ now(): Date }>;
  /** The registrations of the application under test. */
  apps: SandboxApps;
  platforms?: readonly SandboxPlatform[];
  /** Where this service serves its own media, with a trailing slash. */
  mediaBase?: string;
  /** The redirect addresses that consent pages lead back to; without it, to any. */
  redirects?: KnownRedirects;
  /** The address, with a trailing slash, that the developer's dashboard of each platform has for its webhooks. */
  webhooks?: string;
  /** Sends what platforms report after a call. */
  deliver?(report: SandboxReport): void;
  /** How long a `slow` answer is held back, in real time. */
  slowMs?: number;
  /** Called with faults of the sandbox itself; the caller has been answered 500. */
  failed?(error: unknown): void;
}>;

/**
 * The call to the platform itself behind a request under `/sandbox/<platform>/<host>/…`; undefined
 * for any other path.
 */
const called = (platforms: readonly SandboxPlatform[], url: URL) => {
  const platform = platforms.find((each) => url.pathname.startsWith(`${sandboxPath(each.platform)}/`));
  if (!platform) return undefined;
  const native = url.pathname.slice(sandboxPath(platform.platform).length + 1);
  const target = `https://${native}${url.search}`;
  return URL.canParse(target) ? { platform, url: new URL(target) } : undefined;
};

/** Answers one web request. Throws `Cut` where the connection is to be broken. */
export const sandboxFetch =
  ({
    store,
    clock,
    apps,
    platforms = sandboxPlatforms,
    mediaBase,
    redirects,
    webhooks,
    deliver,
  }: SandboxHandlerOptions) =>
  async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const call = called(platforms, url);
    if (!call) return new Response('no such platform\n', { status: 404 });
    let reports: SandboxReport[] = [];
    const worldOf = (store: SandboxStore): SandboxWorld => ({
      store,
      apps,
      now: () => clock.now(),
      origin: url.origin,
      ...(mediaBase !== undefined && { mediaBase }),
      ...(redirects && { redirects }),
      ...(webhooks !== undefined && { webhooks }),
      later: (report) => void reports.push(report),
    });
    try {
      return await store.call((ofCall) => {
        // A first run that relied on what has changed has no effect.
        reports = [];
        return answer(call.platform, { world: worldOf(ofCall), request, url: call.url });
      });
    } finally {
      for (const report of reports) deliver?.(report);
    }
  };

/** Node's headers as the platform would see them. */
const headersOf = (incoming: IncomingMessage): Headers => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers))
    for (const each of [value ?? []].flat()) headers.append(name, each);
  return headers;
};

/** Bytes of a body that is read at once; a longer one, or one of unknown length, streams. */
const shortBody = 64 * 1024;

const bodyOf = async (incoming: IncomingMessage): Promise<RequestInit['body']> => {
  const length = Number(incoming.headers['content-length'] ?? Infinity);
  if (length > shortBody) return Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
  return buffer(incoming);
};

const requestOf = async (incoming: IncomingMessage): Promise<Request> => {
  const method = incoming.method ?? 'GET';
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const init: RequestInit & { duplex: 'half' } = { method, headers: headersOf(incoming), duplex: 'half' };
  if (hasBody) init.body = (await bodyOf(incoming)) ?? null;
  return new Request(`http://${incoming.headers.host ?? 'localhost'}${incoming.url ?? '/'}`, init);
};

/** Reads the rest of a request: an answer sent before its end would be lost with the connection. */
const drained = async ({ body, bodyUsed }: Request): Promise<void> => {
  if (!body || bodyUsed || body.locked) return;
  await body.pipeTo(new WritableStream()).catch(() => undefined);
};

/** Waits, or ends as soon as the caller has disconnected. */
const hold = (milliseconds: number, gone: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      gone.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    timer.unref();
    gone.addEventListener('abort', done);
  });

/**
 * The sandbox as a `node:http` request listener for everything under `/sandbox/`. Applies the
 * transport faults to the real connection: silence, a reset, a delayed answer.
 */
export const sandboxHandler = (options: SandboxHandlerOptions) => {
  const respond = sandboxFetch(options);
  const { slowMs = 20_000, clock } = options;
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const gone = new AbortController();
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) gone.abort();
    });
    try {
      const request = await requestOf(incoming);
      const response = await respond(request);
      await drained(request);
      if (response.headers.get(heldHeader) === 'slow') await hold(slowMs, gone.signal);
      if (gone.signal.aborted) return;
      response.headers.delete(heldHeader);
      // Answers of a platform are short: sent as one piece they cost a fraction of a stream.
      const body = Buffer.from(await response.arrayBuffer());
      outgoing.writeHead(response.status, {
        date: clock.now().toUTCString(),
        ...Object.fromEntries(response.headers),
        ...(response.body && { 'content-length': body.length }),
      });
      outgoing.end(body);
      // The rest of a partly read request is discarded, so that the connection can be used again.
      incoming.resume();
    } catch (error) {
      if (error instanceof Cut) {
        if (error.way === 'reset') incoming.socket.resetAndDestroy();
        return;
      }
      if (gone.signal.aborted) return;
      if (!outgoing.headersSent) outgoing.writeHead(500, { 'content-type': 'text/plain' });
      outgoing.end('the sandbox failed\n');
      options.failed?.(error);
    }
  };
};
