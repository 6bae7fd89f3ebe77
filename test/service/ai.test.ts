import { expect } from 'chai';
import { textLength } from '../../domain/content/text-counts.ts';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';

/** Extended reference, AI; test mode, POST /v1/sandbox/ai and POST /v1/sandbox/credits. */
describe('AI of a running service', function () {
  this.timeout(60_000);
  const service = useRunningService();

  const balanceOf = async (workspace: TestWorkspace): Promise<number> =>
    (await workspace.send('POST /ai/enhance-content', { text: 'x' })).body['credits_remaining'] + 1;
  const sets = (workspace: TestWorkspace, balance: number) => workspace.send('POST /sandbox/credits', { balance });

  it('writes, improves and tags texts, and charges what the reference says on success only', async () => {
    const workspace = await service().workspace();
    expect((await sets(workspace, 20)).body).to.deep.equal({ balance: 20 });
    const prompts = { systemPrompt: 'You are brief.', userPrompt: 'Write about our new tea. '.repeat(40) };
    const written = await workspace.send('POST /ai/generate-post-content', { ...prompts, platform: 'twitter' });
    expect(written.status, JSON.stringify(written.body)).to.equal(200);
    expect(written.body).to.have.all.keys('content', 'provider', 'model', 'truncated');
    expect(written.body['truncated']).to.equal(true);
    expect(textLength(String(written.body['content']), 'weighted')).to.be.at.most(280);
    const enhanced = await workspace.send('POST /ai/enhance-content', { text: 'Our tea', tone: 'warm' });
    expect(enhanced.body).to.deep.include({ credits_used: 1, credits_remaining: 18 });
    expect(enhanced.body['enhanced']).to.include('Our tea');
    const tags = (
      await workspace.send('POST /ai/hashtags', { content: 'green tea ceremony', platforms: ['instagram'] })
    ).body;
    expect(tags['hashtags']).to.deep.equal(['#green', '#ceremony']);
    expect(tags['relevanceScores']).to.have.all.keys('#green', '#ceremony');
    expect(tags['suggestions'][0]).to.have.all.keys('tag', 'relevance', 'trending');
    const best = (await workspace.send('POST /ai/best-time', { platforms: ['LINKEDIN'] })).body;
    expect(best['heatmap']).to.have.length(168);
    expect(best['recommendation']).to.have.all.keys('date', 'time', 'dayName', 'engagement', 'reason');
    const thread = (await workspace.send('POST /ai/thread', { content: 'Tea in five steps', count: 3 })).body;
    expect(thread['threadItems'].map(({ sequence }: { sequence: number }) => sequence)).to.deep.equal([1, 2, 3]);
    expect(thread['credits_remaining']).to.equal(14);
    const image = (await workspace.send('POST /ai/build-image-prompt', { content: 'Tea' })).body;
    expect(image['credits_remaining']).to.equal(13);
    const bulk = await workspace.send('POST /ai/enhance-content/bulk', { items: [{ text: 'a' }, { text: 'b' }] });
    expect(bulk.body).to.deep.include({ credits_used: 2, credits_remaining: 11 });

    await workspace.send('POST /sandbox/ai', { outcome: 'error', times: 1 });
    const failed = await workspace.send('POST /ai/enhance-content', { text: 'x' });
    expect([failed.status, failed.body.error.code]).to.deep.equal([503, 'SERVICE_UNAVAILABLE']);
    expect(await balanceOf(workspace)).to.equal(11);

    await sets(workspace, 1);
    const short = await workspace.send('POST /ai/thread', { content: 'x' });
    expect([short.status, short.body.error.code]).to.deep.equal([402, 'AI_SUBSCRIPTION']);
    expect(short.body.error.details).to.deep.include({ required: 2, available: 1 });
    const headers = { 'idempotency-key': 'same' };
    const one = await workspace.send('POST /ai/enhance-content', { text: 'x' }, headers);
    const again = await workspace.send('POST /ai/enhance-content', { text: 'x' }, headers);
    expect(again.body).to.deep.equal(one.body);
    expect(one.body['credits_remaining']).to.equal(0);
  });

  it('is for plans with AI, and says its limits', async () => {
    const { status, body } = await service().ask(service().demo.apiKey, 'POST /sandbox/workspaces', {
      plan: 'free',
      aiTier: null,
      connectAll: false,
    });
    expect(status).to.equal(201);
    const key = String(body['apiKey']);
    const refused = await service().ask(key, 'POST /ai/hashtags', { content: 'x' });
    expect([refused.status, refused.body.error.code]).to.deep.equal([403, 'AI_SUBSCRIPTION']);
    expect((await service().ask(key, 'GET /ai/status')).body).to.deep.include({ configured: true, enabled: false });
    const workspace = await service().workspace('agency', false);
    for (const [line, sent, field] of [
      ['POST /ai/generate-post-content', { systemPrompt: 'x'.repeat(100_001), userPrompt: 'x' }, 'systemPrompt'],
      ['POST /ai/generate-post-content', { systemPrompt: 'x', userPrompt: 'x'.repeat(50_001) }, 'userPrompt'],
      ['POST /ai/generate-post-content', { systemPrompt: 'x', userPrompt: 'x', topic: 'x'.repeat(501) }, 'topic'],
      ['POST /ai/enhance-content', { text: '' }, 'text'],
      ['POST /ai/enhance', { content: 'x', style: 'angry' }, 'style'],
      ['POST /ai/hashtags', {}, 'content'],
      ['POST /sandbox/credits', { balance: -1 }, 'balance'],
    ] as const) {
      const answer = await workspace.send(line, sent);
      expect([answer.status, answer.body.error.details?.field], line).to.deep.equal([400, field]);
    }
  });

  it('takes null for a field that may be left out', async () => {
    const workspace = await service().workspace();
    const prompts = { systemPrompt: 'You are brief.', userPrompt: 'Write about tea.' };
    const absent = (...names: string[]) => Object.fromEntries(names.map((name) => [name, null]));
    for (const [line, sent] of [
      [
        'POST /ai/generate-post-content',
        { ...prompts, ...absent('topic', 'platform', 'previousPostsInBatch', 'batchIndex', 'batchSize') },
      ],
      ['POST /ai/enhance-content', { text: 'Tea', ...absent('tone', 'platform', 'persona') }],
      ['POST /ai/enhance-content', { text: 'Tea', persona: absent('name', 'voice', 'bio') }],
      ['POST /ai/enhance', { content: 'Tea', ...absent('platform', 'style', 'tone', 'maxLength') }],
      ['POST /ai/hashtags', { content: 'green tea', ...absent('platform', 'platforms') }],
      ['POST /ai/best-time', absent('platforms')],
      ['POST /ai/thread', { content: 'Tea', ...absent('platform', 'tone', 'count') }],
      [
        'POST /ai/build-image-prompt',
        { content: 'Tea', ...absent('platform', 'style', 'engineRules', 'negativePrompts') },
      ],
    ] as const) {
      const { status, body } = await workspace.send(line, sent);
      expect(status, `${line} ${JSON.stringify(body)}`).to.equal(200);
    }
  });

  it("uses the workspace's own key, which is never shown, and costs no credits", async () => {
    const workspace = await service().workspace('starter', false);
    await sets(workspace, 0);
    const ask = () => workspace.send('POST /ai/enhance', { content: 'Tea', style: 'formal', maxLength: 3 });
    const first = await ask();
    expect(first.status, JSON.stringify(first.body)).to.equal(200);
    expect(first.body).to.have.all.keys('original', 'enhanced', 'suggestions', 'changes', 'platform');
    expect(first.body).to.deep.include({ original: 'Tea', enhanced: 'Tea', platform: null });
    const put = await workspace.send('PUT /ai/key', { provider: 'openai', apiKey: 'invalid-key', model: 'own' });
    expect([put.status, put.body['model']]).to.deep.equal([200, 'own']);
    expect((await ask()).body.error).to.deep.include({ code: 'VALIDATION_ERROR' });
    await workspace.send('PUT /ai/key', { apiKey: 'good-key-1' });
    expect((await ask()).status).to.equal(200);
    const status = await workspace.send('GET /ai/status');
    expect(status.body).to.deep.include({ configured: true, enabled: true, provider: 'openai' });
    expect(JSON.stringify(status.body)).not.to.include('good-key');
    expect((await workspace.send('DELETE /ai/key')).status).to.equal(200);
    expect((await ask()).body.error.code).to.equal('CONFLICT');
  });

  it('suggests a time for an account without credits', async () => {
    const workspace = await service().workspace();
    await sets(workspace, 0);
    const { body } = await workspace.send(`GET /ai/suggest-time/${workspace.accounts.LINKEDIN}`);
    expect(body).to.have.all.keys(
      ...['accountId', 'platform', 'suggestedTime', 'timezone', 'confidence', 'reasoning', 'alternatives'],
    );
    expect(body).to.deep.include({ platform: 'linkedin', confidence: 0.3 });
    expect(Date.parse(String(body['suggestedTime']))).to.be.above(await workspace.now());
    expect((await workspace.send('GET /ai/suggest-time/c000000000000000000000000')).status).to.equal(404);
  });
});
