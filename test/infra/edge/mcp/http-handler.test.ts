import { expect } from 'chai';
import { Agent, buildConnector } from 'undici';
import { z } from 'zod';
import { authenticate } from '../../../../infra/edge/http/authenticate.ts';
import { exchangeOf } from '../../../../infra/edge/http/exchange.ts';
import { mcpHandler } from '../../../../infra/edge/mcp/http-handler.ts';
import { mcpPath } from '../../../../infra/edge/mcp/mcp-path.ts';
import { newApiKey } from '../../../../infra/edge/access/api-key.ts';
import { readEndpoint } from '../../../../read-api/kernel/endpoint.ts';
import { startEdge } from '../../../support/edge.ts';

const listAccounts = readEndpoint({
  method: 'GET',
  path: '/v1/accounts',
  id: 'listAccounts',
  summary: 'The address of the caller, as the edge established it',
  reply: z.unknown(),
  run: (_asked, { caller }) => Promise.resolve({ body: { data: [], address: caller.address } }),
});

describe('the agent tools behind a proxy', () => {
  let inside: Awaited<ReturnType<typeof startEdge>>;
  let edge: Awaited<ReturnType<typeof startEdge>>;
  let dispatcher: Agent;
  before(async () => {
    inside = await startEdge({ reads: [listAccounts], trustProxy: 1 });
    const { credentials, port } = inside;
    const connect = buildConnector({});
    dispatcher = new Agent({
      connect: (target, connected) => connect({ ...target, hostname: '127.0.0.1', port: String(port) }, connected),
    });
    const tools = mcpHandler({
      inside: dispatcher,
      publicUrl: 'https://api.example.com',
      authenticate: (req) =>
        authenticate(req, { inPath: undefined, address: exchangeOf(req).address }, credentials, Date.now),
    });
    edge = await startEdge({
      reads: [listAccounts],
      trustProxy: 'loopback',
      prefixes: { [mcpPath]: tools },
      ports: { directory: credentials },
    });
  });
  after(async () => {
    await dispatcher.close();
    await edge.stop();
    await inside.stop();
  });

  const call = (token: string, method: string, params: object, forwardedFor: string) =>
    edge.send(`POST ${mcpPath}`, {
      token,
      headers: { 'x-forwarded-for': forwardedFor, accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method, params },
    });
  const accounts = { name: 'list_accounts', arguments: {} };

  it('refuse a client whose address the proxy names and the allow-list of its key does not', async () => {
    const { secret } = inside.credentials.addKey({ allowedIps: ['127.0.0.0/8'] });
    const outsider = { 'x-forwarded-for': '198.51.100.1' };
    expect((await edge.send('GET /v1/accounts', { token: secret, headers: outsider })).status).to.equal(403);
    expect((await call(secret, 'tools/call', accounts, '198.51.100.1')).status).to.equal(403);
  });

  it('hand the address on that the edge computed, whatever else the client claims', async () => {
    const { secret } = inside.credentials.addKey({ allowedIps: ['203.0.113.7'] });
    const { status, body } = await call(secret, 'tools/call', accounts, '127.0.0.1, 203.0.113.7');
    expect([status, body.result.structuredContent?.address ?? body]).to.deep.equal([200, '203.0.113.7']);
  });

  it('answer nothing to a credential that is not valid', async () => {
    const { status, body } = await call(newApiKey('test').key, 'tools/list', {}, '203.0.113.7');
    expect([status, body.error.code]).to.deep.equal([401, 'AUTHENTICATION_ERROR']);
  });
});
