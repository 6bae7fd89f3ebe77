import { expect } from 'chai';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';
import { until } from '../support/until.ts';

/** Extended reference, Bulk generation and its states. */
describe('bulk generation of a running service', function () {
  this.timeout(60_000);
  const service = useRunningService();

  const bySession = (workspace: TestWorkspace) => (line: string, body?: unknown) =>
    service().ask(workspace.sessionToken, line, body, { 'x-workspace-id': workspace.workspaceId });
  const sets = (workspace: TestWorkspace, balance: number) => workspace.send('POST /sandbox/credits', { balance });
  const dates = async (workspace: TestWorkspace, count: number) => {
    const now = await workspace.now();
    return Array.from({ length: count }, (_, index) => new Date(now + (index + 1) * 3_600_000).toISOString());
  };
  const asked = async (workspace: TestWorkspace, totalPosts: number) => ({
    accountId: workspace.accounts.TWITTER,
    platform: 'TWITTER',
    totalPosts,
    topicHint: 'green tea',
    scheduledDates: await dates(workspace, totalPosts),
  });
  const ended = async (workspace: TestWorkspace, jobId: string, status: string) => {
    const ask = bySession(workspace);
    let job = (await ask(`GET /bulk-generate/${jobId}`)).body;
    await until(`the job is ${status}`, async () => {
      job = (await ask(`GET /bulk-generate/${jobId}`)).body;
      const { reserved, consumed, refunded, remaining } = job['credits'];
      expect(reserved).to.equal(consumed + refunded + remaining);
      expect(job['progress'].percentage).to.equal(Math.floor((job['progress'].current * 100) / job['progress'].total));
      return job['status'] === status;
    });
    return job;
  };

  it('schedules a text for each date, and spends a credit for each', async () => {
    const workspace = await service().workspace();
    const ask = bySession(workspace);
    await sets(workspace, 10);
    const wanted = await asked(workspace, 5);
    // null is as good as left out.
    const absent = { creditsPerPost: null, generateImages: null };
    const checked = await ask('POST /bulk-generate/validate', {
      accountId: wanted.accountId,
      totalPosts: 5,
      ...absent,
    });
    expect(checked.body).to.deep.equal({ valid: true, error: null, creditBalance: 10, estimatedCredits: 5 });
    const made = await ask('POST /bulk-generate', { ...wanted, ...absent, personaId: null });
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    expect(made.body).to.deep.include({ status: 'QUEUED' });
    const job = await ended(workspace, String(made.body['jobId']), 'COMPLETED');
    expect(job).to.deep.include({ totalPosts: 5, completedPosts: 5, failedPosts: 0, skippedPosts: 0 });
    expect(job['credits']).to.deep.equal({ reserved: 5, consumed: 5, refunded: 0, remaining: 0 });
    for (const { id, scheduledFor } of job['posts'] as { id: string; scheduledFor: string }[]) {
      const { body } = await workspace.send(`GET /posts/${id}`);
      expect(body).to.deep.include({ status: 'scheduled', scheduledFor });
      expect(String(body['content'])).to.include('green tea');
    }
    expect((await ask('GET /bulk-generate')).body['jobs']).to.deep.equal([job]);
    const cancel = await ask(`POST /bulk-generate/${String(made.body['jobId'])}/cancel`);
    expect([cancel.status, cancel.body.error.code]).to.deep.equal([409, 'JOB_ALREADY_TERMINAL']);
    const after = await ask('POST /bulk-generate/validate', { accountId: wanted.accountId, totalPosts: 50 });
    expect(after.body).to.deep.include({ valid: false, creditBalance: 5, estimatedCredits: 50 });
  });

  it('leaves drafts for approval where that is required, and refuses a platform that is not enabled', async () => {
    const workspace = await service().workspace();
    const ask = bySession(workspace);
    await sets(workspace, 10);
    const settings = (changes: object) => ask(`PATCH /workspaces/${workspace.workspaceId}`, { settings: changes });
    await settings({ require_approval: true });
    const wanted = await asked(workspace, 2);
    const made = await ask('POST /bulk-generate', wanted);
    const job = await ended(workspace, String(made.body['jobId']), 'COMPLETED');
    expect(job).to.include({ completedPosts: 2, failedPosts: 0 });
    for (const { id, scheduledFor, error } of job['posts'] as { id: string; scheduledFor: string; error: null }[]) {
      expect(error).to.equal(null);
      expect((await workspace.send(`GET /posts/${id}`)).body).to.include({ status: 'draft', scheduledFor });
    }
    await settings({ require_approval: false, allowedPlatforms: ['MASTODON'] });
    const checked = await ask('POST /bulk-generate/validate', { accountId: wanted.accountId, totalPosts: 1 });
    expect(checked.body).to.include({ valid: false, error: 'TWITTER is not enabled in this workspace' });
    const refused = await ask('POST /bulk-generate', wanted);
    expect([refused.status, refused.body.error.code]).to.deep.equal([403, 'PLATFORM_RESTRICTED']);
  });

  it('makes an image for each post in the voice of a persona, for six credits a post', async () => {
    const workspace = await service().workspace();
    const ask = bySession(workspace);
    const made = async (modules: object) =>
      String((await workspace.send('POST /personas/wizard', { name: 'Tess', modules })).body['id']);
    const [silent, personaId] = [await made({}), await made({ voice: { tone: 'warm' } })];
    const accountId = workspace.accounts.INSTAGRAM;
    const wanted = {
      ...(await asked(workspace, 2)),
      accountId,
      platform: 'INSTAGRAM',
      personaId,
      generateImages: true,
    };
    await sets(workspace, 11);
    const short = await ask('POST /bulk-generate', wanted);
    expect([short.status, short.body.error.details]).to.deep.equal([402, { required: 12, available: 11 }]);
    await sets(workspace, 13);
    for (const [wrong, status, code] of [
      [{ generateImages: false }, 400, 'VALIDATION_ERROR'],
      [{ personaId: 'absent' }, 404, 'NOT_FOUND'],
      [{ personaId: silent }, 400, 'PERSONA_INCOMPLETE'],
    ] as const) {
      const refused = await ask('POST /bulk-generate', { ...wanted, ...wrong });
      expect([refused.status, refused.body.error.code]).to.deep.equal([status, code]);
    }
    const { jobId } = (await ask('POST /bulk-generate', wanted)).body;
    const job = await ended(workspace, String(jobId), 'COMPLETED');
    expect(job['credits']).to.deep.equal({ reserved: 12, consumed: 12, refunded: 0, remaining: 0 });
    const images = await Promise.all(
      (job['posts'] as { id: string }[]).map(async ({ id }) => {
        const { body } = await workspace.send(`GET /posts/${id}`);
        expect(body).to.deep.include({ status: 'scheduled', contentType: 'IMAGE', personaId });
        expect(String(body['content'])).to.include('(Tess, tone: warm)');
        return body['media'][0].id as string;
      }),
    );
    expect(new Set(images).size).to.equal(2);
    const checked = await ask('POST /bulk-generate/validate', { accountId, totalPosts: 1, generateImages: true });
    expect(checked.body).to.deep.include({ valid: false, creditBalance: 1, estimatedCredits: 6 });
  });

  it('refuses what cannot be generated, and keys', async () => {
    const workspace = await service().workspace();
    const ask = bySession(workspace);
    await sets(workspace, 2);
    const wanted = await asked(workspace, 3);
    const short = await ask('POST /bulk-generate', wanted);
    expect([short.status, short.body.error.code]).to.deep.equal([402, 'INSUFFICIENT_CREDITS']);
    expect(short.body.error.details).to.deep.include({ required: 3, available: 2 });
    for (const wrong of [
      { totalPosts: 2 },
      { totalPosts: 51 },
      { platform: 'LINKEDIN' },
      { topicHint: 'x'.repeat(501) },
    ])
      expect((await ask('POST /bulk-generate', { ...wanted, ...wrong })).status, JSON.stringify(wrong)).to.equal(400);
    const keyed = await workspace.send('POST /bulk-generate', wanted);
    expect([keyed.status, keyed.body.error.code]).to.deep.equal([401, 'UNAUTHORIZED']);
    const free = await service().workspace('free', false);
    const gated = await bySession(free)('POST /bulk-generate/validate', { accountId: wanted.accountId, totalPosts: 1 });
    expect([gated.status, gated.body.error.code]).to.deep.equal([403, 'PLAN_UPGRADE_REQUIRED']);
  });

  it('pauses without credits, goes on with others, refunds failures and what was cancelled', async () => {
    const workspace = await service().workspace();
    const ask = bySession(workspace);
    await sets(workspace, 10);
    await workspace.send('POST /sandbox/ai', { outcome: 'slow', times: 3 });
    const made = await ask('POST /bulk-generate', await asked(workspace, 4));
    const jobId = String(made.body['jobId']);
    await ended(workspace, jobId, 'PROCESSING');
    await sets(workspace, 1);
    const paused = await ended(workspace, jobId, 'PAUSED');
    expect(paused['credits']).to.deep.include({ consumed: 0, remaining: 0 });
    const short = await ask(`POST /bulk-generate/${jobId}/resume`);
    expect([short.status, short.body.error.code]).to.deep.equal([402, 'INSUFFICIENT_CREDITS']);
    await sets(workspace, 6);
    const resumed = await ask(`POST /bulk-generate/${jobId}/resume`);
    expect(resumed.body).to.deep.include({ jobId, status: 'PROCESSING' });
    const job = await ended(workspace, jobId, 'COMPLETED');
    expect(job['credits']).to.deep.equal({ reserved: 8, consumed: 4, refunded: 4, remaining: 0 });
    await workspace.send('POST /sandbox/ai', { outcome: 'error', times: 100 });
    const failing = await ask('POST /bulk-generate', await asked(workspace, 1));
    const failed = await ended(workspace, String(failing.body['jobId']), 'COMPLETED');
    expect(failed).to.deep.include({ failedPosts: 1, completedPosts: 0 });
    await workspace.send('POST /sandbox/ai', { outcome: 'slow', times: 100 });
    const stopped = await ask('POST /bulk-generate', await asked(workspace, 2));
    const cancelled = await ask(`POST /bulk-generate/${String(stopped.body['jobId'])}/cancel`);
    expect(cancelled.body).to.deep.include({ status: 'CANCELLED' });
    await workspace.send('POST /sandbox/ai', { outcome: 'ok' });
    await until('all credits are back', async () => {
      const wanted = { accountId: workspace.accounts.TWITTER, totalPosts: 1 };
      return (await ask('POST /bulk-generate/validate', wanted)).body['creditBalance'] === 2;
    });
  });
});
