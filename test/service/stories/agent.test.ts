import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { expect } from 'chai';
import { useCast } from './cast.ts';

describe('the story of an agent', function () {
  this.timeout(120_000);
  const { found, service } = useCast();
  const opened: Client[] = [];
  after(() => Promise.all(opened.map((client) => client.close())));

  /** A tool that an agent uses, as its host calls it. */
  const agentWith = async (token: string) => {
    const client = new Client({ name: 'agent', version: '1' });
    opened.push(client);
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    const transport: unknown = new StreamableHTTPClientTransport(new URL('/mcp', service().demo.baseUrl), {
      requestInit,
    });
    await client.connect(transport as Transport);
    return async (name: string, given: Record<string, unknown> = {}) => {
      const { structuredContent, isError, content } = await client.callTool({ name, arguments: given });
      // A refusal is words that begin with its code.
      if (isError) return { refusal: JSON.stringify(content) };
      // oxlint-disable-next-line typescript/no-explicit-any -- JSON of a tool, looked into by the story
      return structuredContent as any;
    };
  };

  it('plans a month with tools, sees what waits for people, and ends with its key', async () => {
    const story = await found('pro');
    const { owner, at, accounts, pass, program, history } = story;
    const scopes = ['posts:read', 'posts:write', 'accounts:read', 'queues:read', 'ai:write'];
    const key = await program({ name: 'Agent', scopes });
    const uses = await agentWith(key.token);

    // It finds the account, writes a text and schedules it.
    const { accounts: known } = await uses('list_accounts', { platform: 'MASTODON' });
    expect(known.map(({ id }: { id: string }) => id)).to.deep.equal([accounts['MASTODON']]);
    const { content } = await uses('generate_post', { prompt: 'Write about our new tea.', platform: 'MASTODON' });
    const accountIds = [accounts['MASTODON']];
    const { id } = await uses('create_post', { content, accountIds, scheduledFor: await story.in(10) });
    await pass(11);
    await owner.sees(`GET /posts/${id}`, ({ status }) => status === 'published');
    expect((await uses('get_post', { postId: id })).status).to.equal('published');

    // Where posts need an approval it sees what waits, and cannot approve its own.
    await owner.does(`PATCH ${at}`, { settings: { require_approval: true } });
    const steps = [{ order: 1, role: 'Owner', approverIds: [owner.id] }];
    const { data: workflow } = await owner.does(`POST ${at}/approval-workflows`, { name: 'Owner', steps });
    const next = await uses('create_post', { content: 'Second flush', accountIds });
    await owner.does(`POST /posts/${next.id}/start-approval`, { workflowId: workflow.id });
    expect((await uses('list_approvals')).data.map(({ postId }: { postId: string }) => postId)).to.deep.equal([
      next.id,
    ]);
    expect((await uses('approve', { postId: next.id })).refusal).to.match(/FORBIDDEN|AUTHORIZ/);

    // What its key does not name, its tools are refused.
    expect((await uses('list_contacts')).refusal).to.include('AUTHORIZATION_ERROR');
    await pass(20);
    await owner.does(`DELETE ${at}/api-keys/${key.id}`);
    await owner.sees(`GET ${at}/api-keys`, ({ data }) =>
      data.every((each: { id: string; revokedAt: string | null }) => each.id !== key.id || each.revokedAt !== null),
    );
    expect(await key.tries('GET /posts')).to.match(/^401/);

    expect(await history(key)).to.include.members(['PostCreated']);
    expect(await history(key)).not.to.include.members(['PostStepApproved']);
  });
});
