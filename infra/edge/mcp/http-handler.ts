import type { IncomingMessage } from 'node:http';
import { restAt } from '@social-publishing/agent-tools/rest';
import type { Dispatcher } from 'undici';
import { Refused } from '../../../domain/kernel/refused.ts';
import { TransportRefusal } from '../http/transport-refusal.ts';
import { exchangeOf } from '../http/exchange.ts';
import { readJson } from '../http/read-body.ts';
import type { PlainHandler } from '../http/plain-handler.ts';
import { defined } from '../../../domain/kernel/defined.ts';

export const mcpPath = '/mcp';

type Options = Readonly<{
  /** The internal address of the service's own API. */
  inside: Dispatcher;
  /** The origin clients reach the service at. */
  publicUrl: string;
  /** Throws where the credential is not valid, or not from this address. */
  checkCredential: (req: IncomingMessage) => Promise<unknown>;
}>;

/** Pages of other sites may not use a person's agent tools through their browser. */
const refuseForeignOrigin = (req: IncomingMessage, publicUrl: string): void => {
  const { origin } = req.headers;
  if (origin !== undefined && origin !== new URL(publicUrl).origin) {
    throw new Refused('FORBIDDEN', 'Pages of other origins may not use the tools');
  }
};

/**
 * The agents' tools over streamable HTTP, without sessions: each POST is independent and carries
 * its own credential, which the API checks as for any other request.
 */
export const mcpHandler =
  ({ inside, publicUrl, checkCredential }: Options): PlainHandler =>
  async (req, res) => {
    refuseForeignOrigin(req, publicUrl);
    await checkCredential(req);
    const { authorization = '' } = req.headers;
    if (req.method !== 'POST') {
      res.setHeader('allow', 'POST');
      throw new TransportRefusal(405, 'Only POST is possible here', { allowed: 'POST' });
    }
    const { value } = await readJson(req);
    const [{ StreamableHTTPServerTransport }, { toolServer }] = await Promise.all([
      import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
      import('@social-publishing/agent-tools'),
    ]);
    const workspace = req.headers['x-workspace-id'];
    const { address } = exchangeOf(req);
    const server = toolServer(
      restAt({
        origin: 'http://inside',
        authorization,
        dispatcher: inside,
        headers: {
          // The API applies it to its allow-lists and its log, for agents too.
          ...defined({ 'x-forwarded-for': address }),
          ...(typeof workspace === 'string' ? { 'x-workspace-id': workspace } : {}),
        },
      }),
    );
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    res.once('close', () => void server.close());
    res.setHeader('cache-control', 'no-store');
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    await transport.handleRequest(req, res, value);
  };
