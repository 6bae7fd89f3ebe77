import type { IncomingMessage } from 'node:http';
import type { MayCall } from '@social-publishing/agent-tools';
import { restAt } from '@social-publishing/agent-tools/rest';
import type { Dispatcher } from 'undici';
import { requiredScope } from '../../../domain/access/scopes.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { z } from 'zod';
import type { Caller } from '../../../read-api/contract/caller.ts';
import { requireScope } from '../http/admission.ts';
import { challenge } from './connector-metadata.ts';
import { connectorScopes, scopeOfCall, toolCallsOf } from './connector-scopes.ts';
import { TransportRefusal } from '../http/transport-refusal.ts';
import { exchangeOf } from '../http/exchange.ts';
import { readJson } from '../http/read-body.ts';
import type { PlainHandler } from '../http/plain-handler.ts';
import { defined } from '../../../domain/kernel/defined.ts';

type Options = Readonly<{
  /** The internal address of the service's own API. */
  inside: Dispatcher;
  /** The origin clients reach the service at. */
  publicUrl: string;
  /** The caller of a request. Throws where the credential is not valid, or not from this address. */
  authenticate: (req: IncomingMessage) => Promise<Caller>;
  /** The address that says how a program gets a token; absent where programs can connect with an API key alone. */
  metadata?: string | undefined;
}>;

/** A file of `upload_media` in base64, and what is around it. */
const bodyLimit = 6 * 1024 * 1024;

/** Whether the credential and the role of a caller let a call through; the rest is decided when it is made. */
const mayCall =
  (caller: Caller): MayCall =>
  (call) => {
    const [method = '', path = ''] = call.split(' ');
    try {
      requireScope(caller, requiredScope(method, path));
      return true;
    } catch (error) {
      if (error instanceof Refused) return false;
      throw error;
    }
  };

/** Names where a token comes from, and whether the one that was sent is the reason. */
const unauthenticated = (req: IncomingMessage, metadata: string | undefined): string => {
  if (metadata === undefined) return 'Bearer';
  return challenge(metadata, connectorScopes, req.headers.authorization === undefined ? undefined : 'invalid_token');
};

const Call = z.object({ method: z.literal('tools/call'), params: z.object({ name: z.string() }) });

/** The scope that an application needs for the tool it calls and was not given. Its host can ask the person for more. */
const scopeLacking = ({ application }: Caller, body: unknown): string | undefined => {
  const call = Call.safeParse(body);
  const called = application && call.success ? toolCallsOf(call.data.params.name) : undefined;
  if (!application || !called) return undefined;
  const needed = called.flatMap((each) => scopeOfCall(each) ?? []);
  return needed.some((scope) => application.scopes.includes(scope)) ? undefined : needed[0];
};

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
  ({ inside, publicUrl, authenticate, metadata }: Options): PlainHandler =>
  async (req, res) => {
    refuseForeignOrigin(req, publicUrl);
    const caller = await authenticate(req).catch((error: unknown) => {
      if (error instanceof Refused && error.code === 'AUTHENTICATION_ERROR')
        exchangeOf(req).headers['www-authenticate'] = unauthenticated(req, metadata);
      throw error;
    });
    const { authorization = '' } = req.headers;
    if (req.method !== 'POST') {
      res.setHeader('allow', 'POST');
      throw new TransportRefusal(405, 'Only POST is possible here', { allowed: 'POST' });
    }
    const { value } = await readJson(req, bodyLimit);
    const lacking = scopeLacking(caller, value);
    if (lacking !== undefined) {
      const scopes = [...(caller.application?.scopes ?? []), lacking];
      if (metadata !== undefined)
        exchangeOf(req).headers['www-authenticate'] = challenge(metadata, scopes, 'insufficient_scope');
      throw new Refused('AUTHORIZATION_ERROR', `This application lacks the scope ${lacking}`, {
        requiredScope: lacking,
      });
    }
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
        publicUrl,
        headers: {
          // The API applies it to its allow-lists and its log, for agents too.
          ...defined({ 'x-forwarded-for': address }),
          ...(typeof workspace === 'string' ? { 'x-workspace-id': workspace } : {}),
        },
      }),
      { may: mayCall(caller) },
    );
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    res.once('close', () => void server.close());
    res.setHeader('cache-control', 'no-store');
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    await transport.handleRequest(req, res, value);
  };
