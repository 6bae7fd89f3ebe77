import type { PlainHandler } from './plain-handler.ts';
import { exchangeOf, pathOf, send } from './exchange.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import type { UnprovedBodies } from './unproved-bodies.ts';

/** A request of a platform, without its body. */
export type PlatformRequest = Readonly<{
  method: string;
  query: URLSearchParams;
  header(name: string): string | undefined;
}>;

/** What a platform is answered. */
export type PlatformAnswer = Readonly<{ type: 'text/plain' | 'application/json'; text: string }>;

export type PlatformWebhookPorts = Readonly<{
  /**
   * Answers a platform, once what it reported is in the log. `name` is what follows the prefix in
   * the path. Undefined where the platform is unknown, or the request cannot be proved to be its own.
   * `withBody` reads the body as it was received: only for a request that may be proved by it.
   */
  answer(
    name: string,
    request: PlatformRequest,
    withBody: <T>(use: (body: Buffer) => Promise<T>) => Promise<T>,
  ): Promise<PlatformAnswer | undefined>;
}>;

export const platformWebhooksPrefix = '/v1/platform-webhooks/';

/** Meta's largest bodies have a thousand changes. */
const bodyLimit = 4 * 1024 * 1024;

/** Webhooks of platforms: public, because each proves itself by a signature over the raw body. */
export const platformWebhooks =
  ({ answer }: PlatformWebhookPorts, bodies: UnprovedBodies): PlainHandler =>
  async (req, res) => {
    const name = pathOf(req.url).slice(platformWebhooksPrefix.length);
    const isPost = req.method === 'POST';
    if (!isPost && req.method !== 'GET') throw new Refused('FORBIDDEN', 'Platforms send GET and POST here');
    const request: PlatformRequest = {
      method: req.method ?? 'GET',
      get query() {
        return new URL(req.url ?? '/', 'http://service').searchParams;
      },
      header: (header) => [req.headers[header] ?? []].flat()[0],
    };
    const reply = await answer(name, request, (use) => bodies.read(req, bodyLimit, use));
    if (!reply) throw new Refused('FORBIDDEN', 'This request does not come from the platform');
    if (reply.text === '') return send(res, exchangeOf(req), { status: 200, body: {} });
    res.writeHead(200, { 'content-type': reply.type, 'x-content-type-options': 'nosniff' });
    res.end(reply.text);
  };
