import { expect } from 'chai';
import { freshId } from '../support/edge.ts';
import { useRunningService } from '../support/running-service.ts';
import { useAgents } from './agents.ts';

/** What an agent is offered, and the whole life of a post by its tools. */
describe('an agent with tools of its own', function () {
  this.timeout(60_000);
  const service = useRunningService();
  const { overHttp, call, refusalOf, namesOf } = useAgents(service);

  it('offer what a key may do, with words on what each tool does', async () => {
    const { apiKey, byOwner, workspaceId, sessionToken } = await service().workspace();
    const all = await (await overHttp(apiKey)).listTools();
    expect(all.tools.map(({ name }) => name)).to.deep.equal([
      'list_accounts',
      'get_account',
      'check_accounts',
      'list_posts',
      'get_post',
      'validate_content',
      'create_post',
      'edit_post',
      'schedule_post',
      'get_queue',
      'upload_media',
      'get_media',
      'publish_post',
      'retry_post',
      'cancel_post',
      'unpublish_post',
      'delete_post',
      'list_approvals',
      'list_comments',
      'list_contacts',
      'generate_post',
      'suggest_time',
      'get_analytics',
    ]);
    const hintsOf = (wanted: string) => all.tools.find(({ name }) => name === wanted)?.annotations;
    expect(hintsOf('list_posts')).to.include({ readOnlyHint: true, destructiveHint: false, openWorldHint: false });
    expect(hintsOf('publish_post')).to.include({ readOnlyHint: false, openWorldHint: true });
    expect(hintsOf('unpublish_post')).to.include({ destructiveHint: true, idempotentHint: true });
    for (const { inputSchema, outputSchema } of all.tools) {
      expect([inputSchema.type, outputSchema?.type]).to.deep.equal(['object', 'object']);
      expect(inputSchema['additionalProperties']).to.equal(false);
    }
    const made = await byOwner(`POST /workspaces/${workspaceId}/api-keys`, { name: 'R', scopes: ['posts:read'] });
    const reader = await overHttp((made.body.data as { key: string }).key);
    expect(await namesOf(reader)).to.deep.equal(['list_posts', 'get_post', 'get_queue', 'get_analytics']);
    const { resources } = await reader.listResources();
    expect(resources.map(({ uri }) => uri)).to.deep.equal(['social://queue']);
    const person = await overHttp(sessionToken, workspaceId);
    expect(await namesOf(person)).to.include.members(['reply_to_comment', 'approve']);
  });

  it('offer a viewer nothing that writes', async () => {
    const { send, workspaceId } = await service().workspace();
    const viewer = (await send('POST /sandbox/members', { role: 'VIEWER' })).body;
    const client = await overHttp(String(viewer['sessionToken']), workspaceId);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).to.include('list_posts');
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name)).to.deep.equal(
      ['approve', 'reject'],
    );
  });

  it('carry a post through its whole life', async () => {
    const workspace = await service().workspace();
    const client = await overHttp(workspace.apiKey);
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const file = { base64: pixel, filename: 'dot.png', contentType: 'image/png', altText: 'A dot' };
    const { reported: media } = await call(client, 'upload_media', file);
    expect(media.status, JSON.stringify(media)).to.equal('READY');
    expect((await call(client, 'get_media', { mediaId: media.id })).reported).to.deep.equal(media);

    const accountIds = [workspace.accounts['MASTODON']];
    const { reported: draft } = await call(client, 'create_post', { content: 'One', accountIds, mediaIds: [media.id] });
    expect(draft).to.include({ status: 'draft', content: 'One' }).and.not.to.have.property('createdById');
    const { id: postId, updatedAt: version } = draft;
    expect((await call(client, 'edit_post', { postId, content: 'Two', version })).reported.content).to.equal('Two');
    const stale = await refusalOf(client, 'edit_post', { postId, content: 'Three', version });
    expect([stale.code, stale.details.reason]).to.deep.equal(['CONFLICT', 'version']);
    expect((await refusalOf(client, 'schedule_post', { postId })).details.field).to.equal('scheduledFor');
    const queued = await call(client, 'schedule_post', { postId, queue: true });
    expect(queued.reported.status, JSON.stringify(queued)).to.equal('scheduled');
    const listed = (await call(client, 'list_posts', { status: 'scheduled' })).reported;
    expect(listed.posts.map(({ id }: { id: string }) => id)).to.deep.equal([postId]);

    const { reported: live } = await call(client, 'publish_post', { postId, wait: true });
    expect([live.status, live.platforms[0].status]).to.deep.equal(['published', 'published']);
    expect(live.platforms[0].platformPostUrl).to.match(/^https?:/);
    const { reported: removed } = await call(client, 'unpublish_post', { postId });
    expect(removed.results.MASTODON).to.include({ success: true, deleted: 1 });

    const { reported: other } = await call(client, 'create_post', { content: 'Never', accountIds, detail: 'full' });
    expect(other).to.have.property('createdById');
    expect((await call(client, 'cancel_post', { postId: other.id })).reported.status).to.equal('cancelled');
    expect((await call(client, 'delete_post', { postId: other.id })).isError).to.equal(false);
    expect((await refusalOf(client, 'get_post', { postId: other.id })).code).to.equal('NOT_FOUND');
  });

  it('name the accounts that need a person', async () => {
    const { apiKey, accounts, send } = await service().workspace();
    const client = await overHttp(apiKey);
    const before = (await call(client, 'check_accounts')).reported;
    expect(before.checked).to.equal(Object.keys(accounts).length);
    const ids = before.needAttention.map(({ id }: { id: string }) => id);
    expect(ids).not.to.include(accounts['MASTODON']);
    await send('POST /sandbox/faults', { platform: 'MASTODON', operation: 'publish', fault: 'token_revoked' });
    const { reported: post } = await call(client, 'create_post', { content: 'x', accountIds: [accounts['MASTODON']] });
    await call(client, 'publish_post', { postId: post.id, wait: true });
    const { needAttention } = (await call(client, 'check_accounts')).reported;
    const found = needAttention.find(({ id }: { id: string }) => id === accounts['MASTODON']);
    expect(found, JSON.stringify(needAttention)).to.include({ platform: 'mastodon' });
    expect((await call(client, 'get_account', { accountId: accounts['MASTODON'] })).reported).to.deep.equal(found);
  });

  it('take a file up to a bound, from its bytes or its address', async () => {
    const { apiKey } = await service().workspace();
    const client = await overHttp(apiKey);
    const big = {
      base64: Buffer.alloc(4 * 1024 * 1024 + 1).toString('base64'),
      filename: 'b',
      contentType: 'image/png',
    };
    expect((await refusalOf(client, 'upload_media', big)).details.field).to.equal('base64');
    expect((await refusalOf(client, 'upload_media', {})).details.field).to.equal('url');
    expect((await refusalOf(client, 'upload_media', { base64: 'AAAA' })).message).to.match(/filename and contentType/);
    expect((await refusalOf(client, 'upload_media', { url: 'http://10.0.0.1/a' })).code).to.equal('VALIDATION_ERROR');
  });

  it('have resources and prompts', async () => {
    const { apiKey, accounts } = await service().workspace();
    const client = await overHttp(apiKey);
    const read = async (uri: string) => {
      const [only] = (await client.readResource({ uri })).contents;
      return JSON.parse(only && 'text' in only ? only.text : '');
    };
    expect((await read('social://accounts')).accounts).to.have.length(Object.keys(accounts).length);
    expect((await read(`social://accounts/${accounts['MASTODON']}`)).platform).to.equal('mastodon');
    expect(await read('social://queue')).to.include.keys('timezone', 'slots');
    for (const uri of [`social://posts/${freshId()}`, 'social://posts/../accounts', 'file:///etc/passwd'])
      expect(await read(uri).catch(({ code }: { code: number }) => code)).to.equal(-32_002);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ name }) => name)).to.deep.equal(['post', 'account']);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).to.deep.equal(['announce', 'plan_week', 'answer_comments', 'mend_failed']);
    const { messages } = await client.getPrompt({ name: 'announce', arguments: { what: 'A new tea' } });
    expect(JSON.stringify(messages)).to.include('A new tea').and.to.include('as a draft');
    expect(await client.getPrompt({ name: 'announce' }).catch(String)).to.match(/needs what/);
  });
});
