import { isPublicHttpsUrl } from './address-guard.ts';
import { guardedAgent, requestWithin, type GuardOptions } from './guarded-agent.ts';

const redirectStatuses = new Set([301, 302, 303, 307, 308]);
const maxRedirects = 5;

/** Why a download ended without the whole file. */
export class DownloadFailed extends Error {
  override readonly name = 'DownloadFailed';
  readonly reason: 'blocked' | 'too_large' | 'status' | 'redirects';

  constructor(reason: DownloadFailed['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** A file being fetched. `bytes` throws `DownloadFailed` when more than the allowed bytes arrive, and passes network errors on. */
export type Download = Readonly<{
  contentType: string | undefined;
  /** As the source states it, where it does. */
  sizeBytes: number | undefined;
  bytes: AsyncIterable<Uint8Array>;
}>;

export type SafeDownload = ((url: string, maxBytes: number, signal?: AbortSignal) => Promise<Download>) &
  Readonly<{ close(): Promise<void> }>;

/**
 * Streams a file from an address that a caller gave. Redirects are followed, at most five, each target checked like the first;
 * a pause of 30 seconds between two chunks ends it, and so does `totalTimeoutMs` (ten minutes by default).
 */
export const createSafeDownload = (options: GuardOptions, totalTimeoutMs = 600_000): SafeDownload => {
  const agent = guardedAgent(options);
  const open = async (url: string, maxBytes: number, signal: AbortSignal, redirects: number): Promise<Download> => {
    if (!isPublicHttpsUrl(url, options.exempt))
      throw new DownloadFailed('blocked', 'the address is not a public HTTPS address');
    const target = new URL(url);
    const answer = await requestWithin(
      agent,
      {
        origin: target.origin,
        path: `${target.pathname}${target.search}`,
        method: 'GET',
        headers: { 'user-agent': 'social-publishing-service', accept: '*/*', 'accept-encoding': 'identity' },
        headersTimeout: 30_000,
        bodyTimeout: 30_000,
      },
      signal,
    );
    answer.body.on('error', () => undefined);
    const location = headerOf(answer.headers, 'location');
    if (redirectStatuses.has(answer.statusCode) && location !== undefined) {
      answer.body.destroy();
      if (redirects === maxRedirects) throw new DownloadFailed('redirects', `more than ${maxRedirects} redirects`);
      if (!URL.canParse(location, url)) throw new DownloadFailed('blocked', 'a redirect to something that is no URL');
      return open(new URL(location, url).href, maxBytes, signal, redirects + 1);
    }
    const announced = Number(headerOf(answer.headers, 'content-length') ?? Number.NaN);
    if (answer.statusCode !== 200 || announced > maxBytes) {
      answer.body.destroy();
      if (answer.statusCode !== 200) throw new DownloadFailed('status', `the address answered ${answer.statusCode}`);
      throw new DownloadFailed('too_large', `the file has ${announced} bytes, more than ${maxBytes}`);
    }
    return {
      contentType: headerOf(answer.headers, 'content-type'),
      sizeBytes: Number.isFinite(announced) ? announced : undefined,
      bytes: atMost(answer.body, maxBytes),
    };
  };
  const download = (url: string, maxBytes: number, signal?: AbortSignal): Promise<Download> => {
    const overdue = AbortSignal.timeout(totalTimeoutMs);
    return open(url, maxBytes, signal ? AbortSignal.any([signal, overdue]) : overdue, 0);
  };
  return Object.assign(download, { close: () => agent.destroy() });
};

async function* atMost(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new DownloadFailed('too_large', `the file has more than ${maxBytes} bytes`);
    yield chunk;
  }
}

const headerOf = (
  headers: Readonly<Record<string, string | string[] | undefined>>,
  name: string,
): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
};
