import { expect } from 'chai';
import { until } from '../support/until.ts';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';

type Item = Readonly<{
  id: string;
  status: string;
  resolvedPrompt: string;
  mediaId: string | null;
  imageUrl: string | null;
  retryEligible: boolean;
}>;

describe('image jobs of a running service', function () {
  this.timeout(120_000);
  const service = useRunningService();
  const posts = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ postId: `p${index}`, promptText: `A cat, ${index}` }));
  const submit = async (workspace: TestWorkspace, body: object): Promise<string> => {
    const { status, body: answer } = await workspace.send('POST /ai/image-jobs', body);
    expect(status, JSON.stringify(answer)).to.equal(201);
    return String(answer['jobId']);
  };
  const ended = (workspace: TestWorkspace, jobId: string) =>
    workspace.awaited(`GET /ai/image-jobs/${jobId}`, ({ status }) =>
      ['COMPLETED', 'FAILED', 'CANCELLED'].includes(status),
    );

  it('make images that are files of the workspace, for a credit each', async () => {
    const workspace = await service().workspace();
    await workspace.send('POST /sandbox/credits', { balance: 3 });
    const looks = { name: 'Tess', modules: { visual_style: { palette: 'sepia' } } };
    const personaId = String((await workspace.send('POST /personas/wizard', looks)).body['id']);
    const answer = await workspace.send('POST /ai/image-jobs', {
      posts: posts(2),
      style: 'ink',
      personaId,
      options: { size: 'portrait' },
    });
    expect([answer.status, answer.body['totalItems'], answer.body['status']]).to.deep.equal([201, 2, 'PENDING']);
    expect(answer.body).to.include.all.keys('provider', 'model', 'backupProvider', 'backupModel');
    const job = await ended(workspace, String(answer.body['jobId']));
    expect(job).to.include({
      status: 'COMPLETED',
      totalItems: 2,
      completedItems: 2,
      failedItems: 0,
      cancelledItems: 0,
    });
    for (const item of job['items'] as Item[]) {
      expect(item).to.include({ status: 'COMPLETED', retryEligible: false });
      expect(item.resolvedPrompt).to.match(
        /^A cat, \d\n\nStyle: ink\n\nRules:\nsize: portrait\n\n## Visual style\npalette: sepia$/,
      );
      await workspace.awaited(`GET /media/${item.mediaId}`, ({ status }) => status === 'READY');
      expect((await fetch(String(item.imageUrl))).status).to.equal(200);
    }
    const past = await workspace.send(`GET /ai/image-jobs/${job['jobId']}/history`);
    const { type, position } = past.body['data'][0];
    expect([type, past.body['data'].at(-1).type]).to.deep.equal(['ImageJobSubmitted', 'ImageItemCompleted']);
    const then = await workspace.send(`GET /ai/image-jobs/${job['jobId']}?asOf=${position}`);
    expect(then.body).to.include({ status: 'PENDING', completedItems: 0, completedAt: null });
    const unknown = await workspace.send('POST /ai/image-jobs', { posts: posts(1), personaId: 'cnobody' });
    expect([unknown.status, unknown.body['error'].code]).to.deep.equal([404, 'NOT_FOUND']);
    const elsewhere = await workspace.send('POST /ai/image-jobs', { posts: posts(1), provider: 'elsewhere' });
    expect([elsewhere.status, elsewhere.body['error'].details.field]).to.deep.equal([400, 'provider']);
    // The sandbox plays each provider that can be configured.
    for (const provider of ['openai', String(answer.body['provider']).toUpperCase()]) {
      const asked = await workspace.send('POST /ai/image-jobs', { posts: posts(2), provider });
      expect([asked.status, asked.body['error'].code], provider).to.deep.equal([402, 'INSUFFICIENT_CREDITS']);
    }
    const short = await workspace.send('POST /ai/image-jobs', { posts: posts(2) });
    expect(short.body['error'].details).to.include({ creditsNeeded: 2, creditsAvailable: 1 });
    expect((await workspace.send('GET /ai/image-jobs')).body['jobs']).to.deep.equal([]);
    expect((await workspace.send(`POST /ai/image-jobs/${job['jobId']}/cancel`)).body['error'].code).to.equal(
      'JOB_ALREADY_TERMINAL',
    );
    const done = (job['items'] as Item[])[0]?.id;
    const retried = await workspace.send(`POST /ai/image-jobs/${job['jobId']}/items/${done}/retry`);
    expect([retried.status, retried.body['error'].code]).to.deep.equal([422, 'ITEM_NOT_FAILED']);
  });

  it('take fifty prompts and the rules of the greatest length', async () => {
    const workspace = await service().workspace();
    await workspace.send('POST /sandbox/credits', { balance: 49 });
    await workspace.send('POST /sandbox/ai', { outcome: 'error', times: 100 });
    const prompts = Array.from({ length: 50 }, (_, index) => `${index} `.padEnd(32_000, '図'));
    const longest = {
      posts: prompts.map((promptText, index) => ({ postId: `p${index}`, promptText })),
      engineRules: '則'.repeat(60_000),
      negativePrompts: Array.from({ length: 100 }, () => '否'.repeat(200)),
    };
    const poor = await workspace.send('POST /ai/image-jobs', longest);
    expect(poor.status).to.equal(402);
    expect(poor.body['error'].details).to.include({ creditsNeeded: 50, creditsAvailable: 49 });
    await workspace.send('POST /sandbox/credits', { balance: 50 });
    const jobId = await submit(workspace, longest);
    const job = (await workspace.send(`GET /ai/image-jobs/${jobId}`)).body;
    const view = (job['items'] as { promptText: string; resolvedPrompt: string }[]).map(
      ({ promptText, resolvedPrompt }) => [promptText, resolvedPrompt.startsWith(`${promptText}\n\nRules:\n則則`)],
    );
    expect(view).to.deep.equal(prompts.map((prompt) => [prompt, true]));
    const past = (await workspace.send(`GET /ai/image-jobs/${jobId}/history?limit=100`)).body['data'];
    const { position } = past.findLast(({ type }: { type: string }) => type === 'ImageItemRequested');
    const then = await workspace.send(`GET /ai/image-jobs/${jobId}?asOf=${position}`);
    expect(then.body['items'].map(({ promptText }: { promptText: string }) => promptText)).to.deep.equal(prompts);
    const tooLong = { posts: [{ postId: 'p', promptText: 'x'.repeat(32_001) }] };
    expect((await workspace.send('POST /ai/image-jobs', tooLong)).status).to.equal(400);
  });

  it('give the credit of a failed image back, and take one for each retry', async () => {
    const workspace = await service().workspace();
    await workspace.send('POST /sandbox/credits', { balance: 2 });
    await workspace.send('POST /sandbox/ai', { outcome: 'error', times: 50 });
    const jobId = await submit(workspace, { posts: posts(1) });
    const job = await ended(workspace, jobId);
    expect(job).to.include({ status: 'FAILED', failedItems: 1 });
    const item = (job['items'] as Item[])[0] as Item;
    expect(item).to.include({ status: 'FAILED', attemptCount: 1, retryEligible: true, imageUrl: null });
    const retry = () => workspace.send(`POST /ai/image-jobs/${jobId}/items/${item.id}/retry`);
    // Both credits are there again: a batch of two is taken.
    await ended(workspace, await submit(workspace, { posts: posts(2) }));
    await workspace.send('POST /sandbox/credits', { balance: 0 });
    const poor = await retry();
    expect([poor.status, poor.body['error'].code]).to.deep.equal([402, 'INSUFFICIENT_CREDITS']);
    await workspace.send('POST /sandbox/credits', { balance: 1 });
    for (const attempt of [2, 3]) {
      // One of them is too late. It costs nothing.
      const [one, other] = (await Promise.all([retry(), retry()])).sort((a, b) => a.status - b.status);
      expect(one?.body).to.deep.equal({ itemId: item.id, status: 'PENDING' });
      expect(['ITEM_NOT_FAILED', 'INSUFFICIENT_CREDITS']).to.include(other?.body['error'].code);
      expect((await ended(workspace, jobId))['items'][0]).to.include({
        attemptCount: attempt,
        retryEligible: attempt < 3,
      });
    }
    const over = await retry();
    expect([over.status, over.body['error'].code]).to.deep.equal([422, 'MAX_ATTEMPTS_REACHED']);
  });

  it('are cancelled with their credits, and do not exist for others', async () => {
    const [workspace, other] = [await service().workspace(), await service().workspace()];
    await workspace.send('POST /sandbox/credits', { balance: 50 });
    await workspace.send('POST /sandbox/ai', { outcome: 'slow', times: 50 });
    const jobId = await submit(workspace, { posts: posts(20) });
    for (const line of [`GET /ai/image-jobs/${jobId}`, `POST /ai/image-jobs/${jobId}/cancel`])
      expect((await other.send(line)).status, line).to.equal(404);
    expect((await workspace.send('GET /ai/image-jobs')).body['jobs'][0].jobId).to.equal(jobId);
    expect((await workspace.send(`POST /ai/image-jobs/${jobId}/cancel`)).body).to.deep.equal({
      jobId,
      status: 'CANCELLING',
    });
    const now = (await workspace.send(`GET /ai/image-jobs/${jobId}`)).body;
    expect(now['status']).to.be.oneOf(['CANCELLING', 'CANCELLED']);
    for (const body of [{}, { posts: [] }, { posts: posts(51) }, { posts: [{ postId: 'p' }] }])
      expect((await workspace.send('POST /ai/image-jobs', body)).status, JSON.stringify(body)).to.equal(400);
  });

  it('give posts their pictures where that is asked', async () => {
    const [workspace, other] = [await service().workspace(), await service().workspace()];
    await workspace.send('POST /sandbox/credits', { balance: 20 });
    const draft = async (of: TestWorkspace): Promise<string> => {
      const body = { content: 'Tea', accountIds: [of.accounts['MASTODON']], saveAsDraft: true };
      return String((await of.send('POST /posts', body)).body['id']);
    };
    const [postId, foreign, deleted] = [await draft(workspace), await draft(other), await draft(workspace)];
    await workspace.send(`DELETE /posts/${deleted}`);
    const ask = (...ids: string[]) => ({
      attachToPosts: true,
      posts: ids.map((id, index) => ({ postId: id, promptText: `A cup, ${index}` })),
    });
    for (const unknown of ['p0', foreign, deleted]) {
      const { status, body } = await workspace.send('POST /ai/image-jobs', ask(postId, unknown));
      expect([status, body['error'].code, body['error'].details.field]).to.deep.equal([
        404,
        'NOT_FOUND',
        'posts.1.postId',
      ]);
    }
    const keyWith = async (...scopes: string[]): Promise<string> => {
      const keys = `POST /workspaces/${workspace.workspaceId}/api-keys`;
      const made = await workspace.byOwner(keys, { name: 'Images', scopes });
      const key = String(made.body['data'].key);
      const asked = () => service().ask(key, 'POST /ai/image-jobs', {});
      await until('the key is known', async () => (await asked()).status !== 401);
      return key;
    };
    const narrow = await service().ask(await keyWith('ai:write'), 'POST /ai/image-jobs', ask(postId));
    expect([narrow.status, narrow.body['error'].code]).to.deep.equal([403, 'AUTHORIZATION_ERROR']);
    expect(narrow.body['error'].details.requiredScope).to.equal('posts:write');
    const wide = await service().ask(await keyWith('ai:write', 'posts:write'), 'POST /ai/image-jobs', ask(deleted));
    expect(wide.status, 'with the scope').to.equal(404);
    const jobId = await submit(workspace, ask(postId, postId, postId, postId, postId));
    const job = await ended(workspace, jobId);
    const items = job['items'] as (Item & { attached: boolean; attachError: string | null })[];
    expect(items.map(({ status }) => status)).to.deep.equal(Array.from({ length: 5 }, () => 'COMPLETED'));
    const inPost = (await workspace.send(`GET /posts/${postId}`)).body['media'].map(({ id }: { id: string }) => id);
    const given = items.flatMap(({ attached, mediaId }) => (attached ? [mediaId] : []));
    expect(inPost).to.have.members(given);
    expect(given).to.have.length(5);

    const published = await draft(workspace);
    await workspace.send('POST /sandbox/ai', { outcome: 'slow', times: 1 });
    const late = await submit(workspace, ask(published));
    await workspace.send(`POST /posts/${published}/publish?sync=true`);
    expect((await ended(workspace, late))['items'][0]).to.include({
      status: 'COMPLETED',
      attached: false,
      attachError: 'A post that is published cannot be edited',
    });
    const refused = await workspace.send('POST /ai/image-jobs', ask(published));
    expect([refused.status, refused.body['error'].code]).to.deep.equal([409, 'CONFLICT']);
  });
});
