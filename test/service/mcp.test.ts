import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { expect } from 'chai';
import { newApiKey } from '../../infra/edge/access/api-key.ts';
import { freshId } from '../support/edge.ts';
import { comment, publish, sync } from './commenting.ts';
import { useAgents } from './agents.ts';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';

/** Tools driven by the protocol's own client, as an agent's host drives them. */
describe('the agent tools of a running service', function () {
  this.timeout(60_000);
  const service = useRunningService();
  const { overHttp, overStdio, call, refusalOf, namesOf } = useAgents(service);
  const address = (): URL => new URL('/mcp', service().demo.baseUrl);

  /** The whole way of a post, whichever way the client is connected. */
  const publishes = async (client: Client, workspace: TestWorkspace): Promise<void> => {
    expect(await namesOf(client)).to.include.members(['list_accounts', 'create_post', 'get_post', 'get_analytics']);
    const { reported: accounts } = await call(client, 'list_accounts', { platform: 'MASTODON' });
    const accountIds = accounts.accounts.map(({ id }: { id: string }) => id);
    expect(accountIds).to.deep.equal([workspace.accounts['MASTODON']]);

    const long = 'x'.repeat(501);
    const { reported: verdict } = await call(client, 'validate_content', { content: long, platforms: ['MASTODON'] });
    expect(verdict.valid).to.equal(false);
    expect(verdict.platforms.MASTODON.errors[0].code).to.equal('CONTENT_TOO_LONG');

    const scheduledFor = new Date((await workspace.now()) + 3_600_000).toISOString();
    const { isError, reported: post } = await call(client, 'create_post', {
      content: 'From an agent #tools',
      accountIds,
      mediaUrls: ['https://media.example.com/picture.jpg'],
      scheduledFor,
      detail: 'full',
    });
    expect(isError).to.equal(false);
    expect(post.status).to.equal('scheduled');
    expect(post.media[0].publicUrl).to.equal('https://media.example.com/picture.jpg');
    expect((await call(client, 'get_post', { postId: post.id })).reported.scheduledFor).to.equal(scheduledFor);
    expect((await refusalOf(client, 'retry_post', { postId: post.id })).code).to.equal('CONFLICT');
  };

  it('publish over HTTP with an API key', async () => {
    const workspace = await service().workspace();
    await publishes(await overHttp(workspace.apiKey), workspace);
  });

  it('publish over standard input and output, with the address and key given or found', async () => {
    const workspace = await service().workspace();
    const { baseUrl, apiKey } = workspace;
    await publishes(await overStdio({ SERVICE_URL: baseUrl, API_KEY: apiKey }), workspace);
    const found = await overStdio({ DATA_DIR: service().dataDir });
    const { reported } = await call(found, 'list_accounts', { limit: 100 });
    expect(reported.accounts.map(({ id }: { id: string }) => id)).to.have.members(
      Object.values(service().demo.accounts),
    );
  });

  it('retry what has failed', async () => {
    const { apiKey, accounts, send, awaited } = await service().workspace();
    const client = await overHttp(apiKey);
    await send('POST /sandbox/faults', { platform: 'MASTODON', operation: 'publish', fault: 'forbidden' });
    const accountIds = [accounts['MASTODON']];
    const { reported: post } = await call(client, 'create_post', { content: 'Will fail once', accountIds });
    await send(`POST /posts/${post.id}/publish`);
    await awaited(`GET /posts/${post.id}`, ({ status }) => status === 'failed');
    expect((await call(client, 'retry_post', { postId: post.id })).reported.status).to.equal('publishing');
  });

  it('list what waits for an approval, approve and reject', async () => {
    const { apiKey, accounts, send, byOwner, userId, workspaceId } = await service().workspace();
    const client = await overHttp(apiKey);
    const steps = [{ order: 1, role: 'Editor', approverIds: [userId] }];
    const { body } = await send(`POST /workspaces/${workspaceId}/approval-workflows`, { name: 'Legal', steps });
    const { reported: post } = await call(client, 'create_post', {
      content: 'Ask first',
      accountIds: [accounts['MASTODON']],
    });
    const start = () => send(`POST /posts/${post.id}/start-approval`, { workflowId: (body.data as { id: string }).id });
    await start();
    const { reported: waiting } = await call(client, 'list_approvals', { limit: 5 });
    expect(waiting.data.map(({ postId }: { postId: string }) => postId)).to.deep.equal([post.id]);
    expect((await refusalOf(client, 'reject', { postId: post.id })).details.field).to.equal('comment');
    const byBot = await refusalOf(client, 'approve', { postId: post.id });
    expect(byBot.code).to.equal('AUTHORIZATION_ERROR');
    const keys = `/workspaces/${workspaceId}/api-keys`;
    const [key] = (await byOwner(`GET ${keys}`)).body.data as { id: string }[];
    await byOwner(`PATCH ${keys}/${key?.id}`, { canApprove: true });
    const rejected = await call(client, 'reject', { postId: post.id, comment: 'Shorter' });
    expect(rejected.reported.status).to.equal('draft');
    await start();
    const approved = await call(client, 'approve', { postId: post.id, comment: 'Fine' });
    expect(approved.reported.status).to.equal('approved');
    expect((await refusalOf(client, 'approve', { postId: post.id })).code).to.equal('NO_PENDING_STEP');
  });

  it('list comments and contacts with an API key, and reply for a person', async () => {
    const workspace = await service().workspace();
    const { apiKey, sessionToken, accounts } = workspace;
    const post = await publish(workspace, 'MASTODON');
    await comment(workspace, post, 'MASTODON', 'Hello');
    await sync(workspace, 'MASTODON');
    await workspace.send('POST /contacts', { platform: 'FACEBOOK', platformId: '1', username: 'ana', tags: ['vip'] });
    const client = await overHttp(apiKey);
    const found = (await call(client, 'list_comments', { accountId: accounts['MASTODON'], replied: false })).reported;
    expect(found.data.map(({ content }: { content: string }) => content)).to.deep.equal(['Hello']);
    const contacts = (await call(client, 'list_contacts', { tags: ['vip'], search: 'an' })).reported;
    expect([contacts.total, contacts.contacts[0].username]).to.deep.equal([1, 'ana']);
    const reply = { commentId: found.data[0].id, content: 'Thank you' };
    expect((await refusalOf(client, 'reply_to_comment', reply)).code).to.equal('AUTHORIZATION_ERROR');
    expect((await refusalOf(client, 'list_comments')).code).to.equal('AUTHORIZATION_ERROR');
    const person = await overHttp(sessionToken, workspace.workspaceId);
    expect((await call(person, 'reply_to_comment', reply)).reported.success).to.equal(true);
    const { reported } = await call(person, 'list_comments', { platform: 'mastodon' });
    expect(reported.data[0]).to.include({ content: 'Hello', replied: true });
  });

  it('write a text, suggest a time and report figures', async () => {
    const { apiKey, accounts, send } = await service().workspace();
    const client = await overHttp(apiKey);
    const absent = 'c000000000000000000000000';
    const prompt = 'Our green tea is back';
    const { reported: text } = await call(client, 'generate_post', { prompt, platform: 'MASTODON' });
    expect(text.content).to.include(prompt);
    const { body: persona } = await send('POST /personas/wizard', {
      name: 'Tess',
      modules: { voice: { tone: 'dry' } },
    });
    const { reported: voiced } = await call(client, 'generate_post', { prompt, personaId: persona['id'] });
    expect(voiced.content).to.include(prompt).and.to.include('Tess');
    expect((await refusalOf(client, 'generate_post', { prompt, personaId: absent })).code).to.equal('NOT_FOUND');
    const { reported: time } = await call(client, 'suggest_time', { accountId: accounts['MASTODON'] });
    expect(time).to.include.keys('suggestedTime', 'confidence', 'reasoning');
    expect((await call(client, 'get_analytics', {})).reported).to.include.keys('totals', 'previous');
    expect((await call(client, 'get_analytics', { from: '2026-01-01', to: '2026-01-31' })).isError).to.equal(false);
    const ofAccount = await call(client, 'get_analytics', { accountId: accounts['MASTODON'] });
    expect(ofAccount.isError, JSON.stringify(ofAccount.reported)).to.equal(false);
    expect((await refusalOf(client, 'get_analytics', { postId: absent })).code).to.equal('NOT_FOUND');
  });

  it('create one post for one idempotency key', async () => {
    const { apiKey, accounts, send } = await service().workspace();
    const client = await overHttp(apiKey);
    const given = {
      content: 'Only once',
      accountIds: [accounts['MASTODON']],
      mediaUrls: ['https://media.example.com/a.png'],
      idempotencyKey: 'agent-1',
    };
    const [one, again] = [await call(client, 'create_post', given), await call(client, 'create_post', given)];
    expect(again.reported).to.deep.equal(one.reported);
    expect((await send('GET /posts')).body.posts).to.have.length(1);
  });

  it('refuse with the codes of the API', async () => {
    const { apiKey, accounts } = await service().workspace();
    const client = await overHttp(apiKey);
    const accountIds = [accounts['MASTODON']];
    const create = (more: object) => refusalOf(client, 'create_post', { content: 'x', accountIds, ...more });
    expect((await refusalOf(client, 'get_post', { postId: freshId() })).code).to.equal('NOT_FOUND');
    expect((await refusalOf(client, 'get_post', { postId: 'nonsense' })).code).to.equal('BAD_REQUEST');
    expect((await refusalOf(client, 'get_post')).details.field).to.equal('postId');
    expect((await create({ accountIds: [freshId()] })).code).to.equal('NOT_FOUND');
    for (const url of ['/home/me/picture.jpg', 'file:///home/me/picture.jpg', 'http://example.com/a.jpg']) {
      const { code, details } = await create({ mediaUrls: [url] });
      expect([code, details.field]).to.deep.equal(['VALIDATION_ERROR', 'mediaUrls.0']);
    }
    expect((await create({ mediaUrls: ['https://10.0.0.1/a.jpg'] })).code).to.equal('VALIDATION_ERROR');
    expect((await create({ mediaUrls: ['https://example.com/file'] })).message).to.match(/contentType/);
    const typed = { url: 'https://example.com/file', contentType: 'image/jpeg' };
    const { isError } = await call(client, 'create_post', { content: 'x', accountIds, mediaUrls: [typed] });
    expect(isError).to.equal(false);
  });

  it('have the scopes, the allowed addresses and the book-keeping of the key they are used with', async () => {
    const { sessionToken, workspaceId, send } = await service().workspace();
    const newKey = async (more: object) => {
      const made = await service().ask(sessionToken, `POST /workspaces/${workspaceId}/api-keys`, {
        name: 'Agent',
        scopes: ['posts:read'],
        ...more,
      });
      expect(made.status).to.equal(201);
      return String(made.body.data.key);
    };
    const reader = await overHttp(await newKey({}));
    expect((await refusalOf(reader, 'list_accounts')).code).to.equal('AUTHORIZATION_ERROR');
    expect((await refusalOf(reader, 'get_post', { postId: freshId() })).code).to.equal('NOT_FOUND');
    const elsewhere = await overHttp(await newKey({ allowedIps: ['203.0.113.7'] })).catch(String);
    expect(elsewhere).to.match(/may not be used from this address/);
    const here = await overHttp(await newKey({ allowedIps: ['127.0.0.1'], scopes: ['*'] }));
    expect((await call(here, 'list_accounts')).isError).to.equal(false);
    const { reported: post } = await call(here, 'create_post', {
      content: 'Kept in the books',
      accountIds: [(await call(here, 'list_accounts')).reported.accounts[0].id],
    });
    const { body } = await send(`GET /audit-logs?resource=post/${post.id}`);
    expect(body.data[0].actor.address).to.equal('127.0.0.1');
  });

  it('take no request without a credential, from a page of another origin, or too large', async () => {
    const post = (headers: Record<string, string>, body = '{}') =>
      fetch(address(), { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
    const authorization = `Bearer ${service().demo.apiKey}`;
    expect((await post({})).status).to.equal(401);
    expect((await post({ authorization, origin: 'https://evil.example' })).status).to.equal(403);
    expect((await post({ authorization }, JSON.stringify('x'.repeat(7 * 1024 * 1024)))).status).to.equal(413);
    expect((await fetch(address(), { headers: { authorization } })).status).to.equal(405);
    expect((await post({ authorization: `Bearer ${newApiKey('test').key}` })).status).to.equal(401);
  });
});
