import type { PlainHandler } from './plain-handler.ts';
import { exchangeOf, send } from './exchange.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { pathOf } from './connections.ts';
import { readBody } from './read-body.ts';

/** A request of a platform, with its body as it was received. */
export type PlatformRequest = Readonly<{
  method: string;
  query: URLSearchParams;
  header(name: string): string | undefined;
  body: Buffer;
}>;

/** What a platform is answered. */
export type PlatformAnswer = Readonly<{ type: 'text/plain' | 'application/json'; text: string }>;

export type PlatformWebhookPorts = Readonly<{
  /**
   * Answers a platform, once what it reported is in the log. `name` is what follows the prefix in
   * the path. Undefined where the platform is unknown, or the request cannot be proved to be its own.
   */
  answer(name: string, request: PlatformRequest): Promise<PlatformAnswer | undefined>;
}>;

export const platformWebhooksPrefix = '/v1/platform-webhooks/';

/** Meta's largest bodies have a thousand changes. */
const bodyLimit = 4 * 1024 * 1024;

/** Webhooks of platforms: public, because each proves itself by a signature over the raw body. */
export const platformWebhooks =
  ({ answer }: PlatformWebhookPorts): PlainHandler =>
  async (req, res) => {
    const name = pathOf(req.url).slice(platformWebhooksPrefix.length);
    const isPost = req.method === 'POST';
    if (!isPost && req.method !== 'GET') throw new Refused('FORBIDDEN', 'Platforms send GET and POST here');
    const reply = await answer(name, {
      method: req.method ?? 'GET',
      get query() {
        return new URL(req.url ?? '/', 'http://service').searchParams;
      },
      header: (header) => [req.headers[header] ?? []].flat()[0],
      body: isPost ? await readBody(req, bodyLimit) : Buffer.alloc(0),
    });
    if (!reply) throw new Refused('FORBIDDEN', 'This request does not come from the platform');
    if (reply.text === '') return send(res, exchangeOf(req), 200, {});
    res.writeHead(200, { 'content-type': reply.type, 'x-content-type-options': 'nosniff' });
    res.end(reply.text);
  };
