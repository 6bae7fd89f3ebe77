import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { expect } from 'chai';
import { connectorScopes } from '../../infra/edge/mcp/connector-scopes.ts';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';
import { until } from '../support/until.ts';
import { answerOf, browserAt, keepingProvider, redirectUri, sent, toConsent } from './oauth-person.ts';

/** A chat program that connects by click, through the protocol's own client. */
describe('a program that connects to the tools', function () {
  this.timeout(60_000);
  const service = useRunningService();
  const opened: Client[] = [];
  afterEach(async () => {
    for (const client of opened.splice(0)) await client.close();
  });

  const origin = (): string => new URL(service().demo.baseUrl).origin;
  const connect = async (provider: ReturnType<typeof keepingProvider>['provider']) => {
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', origin()), { authProvider: provider });
    const client = new Client({ name: 'test', version: '1' });
    opened.push(client);
    return { transport, connected: client.connect(transport as Transport).then(() => client) };
  };
  const refused = async (promise: Promise<unknown>): Promise<unknown> =>
    promise.then(
      () => undefined,
      (error: unknown) => error,
    );

  /** Connects for a person, who agrees for a workspace. */
  const connectedFor = async (
    { userId, workspaceId }: Pick<TestWorkspace, 'userId' | 'workspaceId'>,
    scope?: string,
  ) => {
    const { kept, provider } = keepingProvider(scope === undefined ? {} : { scope });
    const first = await connect(provider);
    expect(await refused(first.connected)).to.be.instanceOf(UnauthorizedError);
    const asked = new URL(kept.asked?.href ?? '');
    if (scope !== undefined) asked.searchParams.set('scope', scope);
    const visit = browserAt(origin());
    const { page, action } = await toConsent(visit, asked.href, { user: userId });
    const answer = answerOf(await visit(action, sent({ decision: 'allow', workspace: workspaceId })));
    const code = answer.get('code');
    expect(code, String(answer)).to.be.a('string');
    await first.transport.finishAuth(code ?? '');
    const client = await (await connect(provider)).connected;
    return { client, kept, provider, page, code: code ?? '' };
  };
  const listed = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
  const postsWith = (token: string | undefined) =>
    fetch(`${origin()}/mcp`, {
      method: 'POST',
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'list_posts', arguments: {} },
      }),
    });

  const jsonOf = async (response: Response) => (await response.json()) as Record<string, unknown>;
  const tokenRequest = (fields: Record<string, string>) => fetch(`${origin()}/oidc/token`, sent(fields));
  const register = (body: object) =>
    fetch(`${origin()}/oidc/reg`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const registered = async (): Promise<string> =>
    String((await jsonOf(await register({ client_name: 'Chat', redirect_uris: [redirectUri] })))['client_id']);

  it('finds, registers, asks, and uses the tools in the workspace that the person chose', async () => {
    const workspace = await service().workspace();
    const { client, page, kept } = await connectedFor(workspace);
    for (const text of ['Chatty &#60;b&#62;', '127.0.0.1:9', 'Write, change, schedule', workspace.workspaceId])
      expect(page).to.include(text);
    expect(await listed(client)).to.include.members(['list_posts', 'create_post', 'reply_to_comment']);
    const made = await client.callTool({
      name: 'create_post',
      arguments: { content: 'By a program', accountIds: [workspace.accounts['MASTODON']] },
    });
    expect(made.isError, JSON.stringify(made)).to.not.equal(true);
    expect((await workspace.send('GET /posts')).body.posts).to.have.length(1);
    expect(kept.tokens?.expires_in).to.equal(900);
    expect(kept.tokens).to.not.have.property('id_token');
    const subjects = async () =>
      ((await workspace.send('GET /sandbox/emails')).body.emails as { subject: string }[]).map(
        ({ subject }) => subject,
      );
    await until('the person gets a mail', async () =>
      (await subjects()).some((each) => /^A program may act/.test(each)),
    );
  });

  it('learns from a refusal where to get a token', async () => {
    const without = await postsWith(undefined);
    const header = without.headers.get('www-authenticate') ?? '';
    expect([without.status, header]).to.deep.equal([
      401,
      `Bearer resource_metadata="${origin()}/.well-known/oauth-protected-resource/mcp", scope="${connectorScopes.join(' ')}"`,
    ]);
    expect((await postsWith('x.y.z')).headers.get('www-authenticate')).to.include('error="invalid_token"');
    for (const path of ['oauth-protected-resource', 'oauth-protected-resource/mcp']) {
      const answer = await fetch(`${origin()}/.well-known/${path}`);
      expect(answer.headers.get('access-control-allow-origin')).to.equal('*');
      expect(await answer.json()).to.include({ resource: `${origin()}/mcp` });
    }
    for (const path of [
      '/.well-known/oauth-authorization-server/oidc',
      '/.well-known/openid-configuration/oidc',
      '/oidc/.well-known/openid-configuration',
    ])
      expect(await (await fetch(`${origin()}${path}`)).json(), path).to.deep.include({
        issuer: `${origin()}/oidc`,
        registration_endpoint: `${origin()}/oidc/reg`,
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
      });
  });

  it('goes on with a new token, and no longer once the person ends it', async () => {
    const workspace = await service().workspace();
    const { client, kept, provider } = await connectedFor(workspace);
    const before = kept.tokens;
    kept.tokens = { ...before, access_token: 'expired' } as typeof before;
    const again = await (await connect(provider)).connected;
    expect(await listed(again)).to.include('list_posts');
    expect(kept.tokens?.refresh_token).to.be.a('string').and.not.equal(before?.refresh_token);
    const { body } = await workspace.byOwner('GET /users/me/applications');
    const [only] = body.data as { id: string; name: string; redirectHost: string; workspaceId: string }[];
    expect(only).to.include({ name: 'Chatty <b>', redirectHost: '127.0.0.1:9', workspaceId: workspace.workspaceId });
    expect((await workspace.byOwner(`DELETE /users/me/applications/${only?.id}`)).status).to.equal(200);
    expect((await workspace.byOwner(`DELETE /users/me/applications/${only?.id}`)).status).to.equal(200);
    expect((await workspace.byOwner('GET /users/me/applications')).body.data).to.deep.equal([]);
    expect((await postsWith(kept.tokens?.access_token)).status).to.equal(401);
    expect(await refused(client.listTools())).to.be.instanceOf(Error);
    const refreshed = await tokenRequest({
      grant_type: 'refresh_token',
      refresh_token: kept.tokens?.refresh_token ?? '',
      client_id: kept.client?.client_id ?? '',
    });
    expect([refreshed.status, (await jsonOf(refreshed))['error']]).to.deep.equal([400, 'invalid_grant']);
    const logs = (await workspace.send('GET /audit-logs?limit=100')).body.data as { type: string; actor: object }[];
    const entries = logs.filter(({ type }) => type.startsWith('Application'));
    expect(entries.map(({ type }) => type)).to.deep.equal(['ApplicationDisconnected', 'ApplicationConnected']);
    expect(entries[1]?.actor).to.include({ kind: 'user', id: workspace.userId });
  });

  it('acts with the role of its person at the moment, in the chosen workspace alone', async () => {
    const workspace = await service().workspace();
    const { workspaceId } = workspace;
    const { userId } = (await workspace.send('POST /sandbox/members', { role: 'EDITOR' })).body as { userId: string };
    const { client, kept } = await connectedFor({ userId, workspaceId });
    const post = { name: 'create_post', arguments: { content: 'x', accountIds: [workspace.accounts['MASTODON']] } };
    expect((await client.callTool(post)).isError).to.not.equal(true);
    await workspace.byOwner(`PATCH /workspaces/${workspaceId}/members/${userId}`, { role: 'VIEWER' });
    await until('the viewer cannot write', async () => (await client.callTool(post)).isError === true);
    expect(await listed(client))
      .to.include('list_posts')
      .and.not.include('create_post');
    const other = await service().workspace();
    const elsewhere = await fetch(`${origin()}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${kept.tokens?.access_token}`,
        'x-workspace-id': other.workspaceId,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'list_posts', arguments: {} },
      }),
    });
    expect(JSON.stringify(await elsewhere.json())).to.include('NOT_FOUND');
    await workspace.byOwner(`DELETE /workspaces/${workspaceId}/members/${userId}`);
    await until('the token stops', async () => (await postsWith(kept.tokens?.access_token)).status === 401);
  });

  it('has the scopes that were asked for, and can ask for more', async () => {
    const workspace = await service().workspace();
    const { client, kept } = await connectedFor(workspace, 'posts:read api-keys:write * nonsense');
    expect(await listed(client)).to.deep.equal(['list_posts', 'get_post', 'get_queue', 'get_analytics']);
    const narrow = await fetch(`${origin()}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${kept.tokens?.access_token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'create_post', arguments: {} },
      }),
    });
    const header = narrow.headers.get('www-authenticate') ?? '';
    expect([narrow.status, header]).to.deep.equal([
      403,
      `Bearer error="insufficient_scope", resource_metadata="${origin()}/.well-known/oauth-protected-resource/mcp", scope="posts:read posts:write"`,
    ]);
    const wider = await tokenRequest({
      grant_type: 'refresh_token',
      refresh_token: kept.tokens?.refresh_token ?? '',
      client_id: kept.client?.client_id ?? '',
      scope: 'posts:read posts:write',
    });
    expect([wider.status, (await jsonOf(wider))['error']]).to.deep.equal([400, 'invalid_scope']);
  });

  it('gets a token that opens nothing but the tools, once for a code', async () => {
    const workspace = await service().workspace();
    const { kept, code } = await connectedFor(workspace);
    const token = kept.tokens?.access_token ?? '';
    expect((await service().ask(token, 'GET /posts')).status).to.equal(401);
    expect((await service().ask(token, 'GET /users/me')).status).to.equal(401);
    expect((await fetch(`${origin()}/oidc/me`, { headers: { authorization: `Bearer ${token}` } })).status).to.equal(
      401,
    );
    const redeem = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: kept.verifier ?? '',
    };
    const replay = await tokenRequest({ ...redeem, client_id: kept.client?.client_id ?? '' });
    expect([replay.status, (await jsonOf(replay))['error']]).to.deep.equal([400, 'invalid_grant']);
    const [header = '', claims = '', signature = ''] = token.split('.');
    const { aud, ...others } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    expect(aud).to.equal(`${origin()}/mcp`);
    expect(others).to.not.have.any.keys('email', 'name', 'session_id');
    const forged = Buffer.from(JSON.stringify({ ...others, aud, scope: '*' })).toString('base64url');
    expect((await postsWith(`${header}.${forged}.${signature}`)).status).to.equal(401);
  });

  it('gets nothing for the code of another program, for another redirect, or without the verifier', async () => {
    const workspace = await service().workspace();
    // One program, because an address registers few in an hour.
    const { kept, provider } = keepingProvider();
    /** What redeems a code that a person has just agreed to. */
    const agreed = async () => {
      await refused((await connect(provider)).connected);
      const visit = browserAt(origin());
      const { action } = await toConsent(visit, kept.asked?.href ?? '', { user: workspace.userId });
      const answer = answerOf(await visit(action, sent({ decision: 'allow', workspace: workspace.workspaceId })));
      return {
        grant_type: 'authorization_code',
        code: answer.get('code') ?? '',
        redirect_uri: redirectUri,
        code_verifier: kept.verifier ?? '',
        client_id: kept.client?.client_id ?? '',
      };
    };
    const refusalOf = async (fields: Record<string, string>) => {
      const answer = await tokenRequest(fields);
      return [answer.status, (await jsonOf(answer))['error']];
    };
    const another = await registered();
    for (const change of [
      { client_id: another },
      { redirect_uri: 'http://127.0.0.1:9/other' },
      { code_verifier: 'x'.repeat(43) },
    ])
      expect(await refusalOf({ ...(await agreed()), ...change }), JSON.stringify(change)).to.deep.equal([
        400,
        'invalid_grant',
      ]);
    const { code_verifier: _, ...unproven } = await agreed();
    expect(await refusalOf(unproven), 'without a verifier').to.deep.equal([400, 'invalid_grant']);
    expect((await tokenRequest(await agreed())).status, 'as it was asked for').to.equal(200);
  });

  it('is refused what it may not ask for', async () => {
    const client = await registered();
    const ask = (fields: Record<string, string>) => {
      const query = { client_id: client, response_type: 'code', redirect_uri: redirectUri, state: 's', ...fields };
      return browserAt(origin())(`/oidc/auth?${new URLSearchParams(query)}`);
    };
    const pkce = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' };
    expect(answerOf(await ask({})).get('error')).to.equal('invalid_request');
    expect(answerOf(await ask({ ...pkce, code_challenge_method: 'plain' })).get('error')).to.equal('invalid_request');
    expect(answerOf(await ask({ ...pkce, scope: 'openid email' })).get('error')).to.equal('invalid_scope');
    for (const resource of ['urn:social-publishing-service:api', 'https://elsewhere.example/mcp'])
      expect(answerOf(await ask({ ...pkce, resource })).get('error'), resource).to.equal('invalid_target');
    const foreign = await ask({ ...pkce, redirect_uri: 'https://evil.example/callback' });
    expect([foreign.status, foreign.headers.get('location')]).to.deep.equal([400, null]);
    expect((await ask({ ...pkce, client_id: 'nobody' })).status).to.equal(400);
  });

  it('registers with redirects to https or this machine alone, as a public client', async () => {
    for (const uri of [
      'http://evil.example/',
      'myapp://callback',
      'https://user:pw@a.example/',
      'https://a.example/#x',
      'javascript:1',
    ]) {
      const answer = await register({ redirect_uris: ['https://a.example/', uri] });
      expect([answer.status, (await jsonOf(answer))['error']], uri).to.deep.equal([400, 'invalid_redirect_uri']);
    }
    expect((await register({})).status).to.equal(400);
    expect((await register({ redirect_uris: [redirectUri], client_name: 'x'.repeat(20_000) })).status).to.equal(413);
    const made = await register({
      redirect_uris: ['https://a.example/callback'],
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['client_credentials'],
      scope: 'openid email',
      jwks_uri: 'http://127.0.0.1/keys',
      logo_uri: 'https://evil.example/logo',
    });
    const body = await jsonOf(made);
    expect([made.status, body['token_endpoint_auth_method'], body['grant_types']]).to.deep.equal([
      201,
      'none',
      ['authorization_code', 'refresh_token'],
    ]);
    expect(body).to.not.have.any.keys('client_secret', 'jwks_uri', 'logo_uri', 'registration_access_token');
  });

  it('is not connected without a form of the person that the page asked', async () => {
    const workspace = await service().workspace();
    const { provider, kept } = keepingProvider();
    await refused((await connect(provider)).connected);
    const asked = kept.asked?.href ?? '';
    const visit = browserAt(origin());
    const { action } = await toConsent(visit, asked, { user: workspace.userId });
    const allow = sent({ decision: 'allow', workspace: workspace.workspaceId });
    expect((await browserAt(origin())(action, allow)).status).to.equal(400);
    const fields = { decision: 'allow', workspace: workspace.workspaceId };
    expect((await visit(action, sent(fields, { 'sec-fetch-site': 'cross-site' }))).status).to.equal(403);
    const other = await service().workspace();
    const foreign = await visit(action, sent({ decision: 'allow', workspace: other.workspaceId }));
    expect([foreign.status, await foreign.text()].join()).to.match(/^400,.*Choose one of your workspaces/s);
    expect((await workspace.byOwner('GET /users/me/applications')).body.data).to.deep.equal([]);
    const denied = answerOf(await visit(action, sent({ decision: 'deny' })));
    expect(denied.get('error')).to.equal('access_denied');
    // A second request asks again: what was agreed to once is not agreed to for ever.
    const again = await toConsent(visit, asked, { user: workspace.userId });
    expect(again.page).to.include('wants to act for you');
  });
});
