import { expect } from 'chai';
import { textOfPdf } from '../support/text-of-pdf.ts';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';

describe('insights of a running service', function () {
  this.timeout(120_000);
  const service = useRunningService();

  const published = async (workspace: TestWorkspace, ...platforms: ('TWITTER' | 'LINKEDIN' | 'TELEGRAM')[]) => {
    const accountIds = platforms.map((platform) => workspace.accounts[platform]);
    const made = await workspace.send('POST /posts', { content: 'Measured', accountIds });
    const sent = await workspace.send(`POST /posts/${made.body['id']}/publish?sync=true&timeout=60`);
    expect(sent.body['status']).to.equal('published');
    const nativeId = (platform: string) =>
      sent.body['platforms'].find((copy: { platform: string }) => copy.platform === platform.toLowerCase())
        .platformPostId as string;
    return { postId: String(made.body['id']), nativeId };
  };

  it('are refreshed on request, by platform constant, in the names of the API', async () => {
    const workspace = await service().workspace();
    const { postId, nativeId } = await published(workspace, 'TWITTER', 'LINKEDIN', 'TELEGRAM');
    const x = { impressions: 1000, likes: 7, reposts: 3, replies: 2, clicks: 11 };
    const linkedin = { impressions: 500, likes: 5, comments: 4, shares: 1, clicks: 9 };
    await workspace.send('POST /sandbox/metrics', {
      platform: 'TWITTER',
      platformPostId: nativeId('TWITTER'),
      metrics: x,
    });
    await workspace.send('POST /sandbox/metrics', {
      platform: 'LINKEDIN',
      platformPostId: nativeId('LINKEDIN'),
      metrics: linkedin,
    });
    const before = (await workspace.send(`GET /analytics/posts/${postId}`)).body;
    expect(before).to.deep.include({ postId, fetchedAt: null });
    const { status, body } = await workspace.send(`POST /analytics/posts/${postId}/refresh`);
    expect([status, body['errors']]).to.deep.equal([200, []]);
    expect(body['platforms']['TWITTER'].metrics).to.include(x);
    expect(body['platforms']['LINKEDIN'].metrics).to.include(linkedin);
    expect(body['platforms']['TELEGRAM'].metrics, 'Telegram counts nothing').to.deep.equal({});
    const { errors: _, ...answered } = body;
    expect((await workspace.send(`GET /analytics/posts/${postId}`)).body).to.deep.equal(answered);

    const history = (await workspace.send(`GET /analytics/posts/${postId}/history`)).body['copies'];
    const ofX = history.find(({ platform }: { platform: string }) => platform === 'twitter');
    expect(ofX.metrics.likes).to.deep.equal([{ at: body['fetchedAt'], value: 7 }]);
  });

  it('answer the platforms that work beside those that fail', async () => {
    const workspace = await service().workspace();
    const { postId } = await published(workspace, 'TWITTER', 'LINKEDIN');
    const fault = { platform: 'TWITTER', operation: 'list', fault: 'rate_limited', times: 10 };
    await workspace.send('POST /sandbox/faults', fault);
    const { status, body } = await workspace.send(`POST /analytics/posts/${postId}/refresh`);
    expect([status, Object.keys(body['platforms'])]).to.deep.equal([200, ['LINKEDIN']]);
    expect(body['errors'][0]).to.include({ platform: 'twitter', code: 'PLATFORM_RATE_LIMIT' });
    await workspace.send('POST /sandbox/faults', { ...fault, platform: 'LINKEDIN' });
    expect((await workspace.send(`POST /analytics/posts/${postId}/refresh`)).status).to.equal(503);
  });

  it('have the account figures that the platform offers', async () => {
    const workspace = await service().workspace();
    const accountId = workspace.accounts['TWITTER'];
    const { status, body } = await workspace.send(`POST /analytics/accounts/${accountId}/refresh`);
    expect(status).to.equal(200);
    expect(body).to.include({ accountId, platform: 'twitter' });
    expect(body['metrics']).to.include.keys('followers');
  });

  it('are fetched by schedule, and added up by account, platform and day', async () => {
    const workspace = await service().workspace();
    const { postId, nativeId } = await published(workspace, 'TWITTER', 'LINKEDIN');
    const set = (platform: string, platformPostId: string, metrics: object) =>
      workspace.send('POST /sandbox/metrics', { platform, platformPostId, metrics });
    await set('TWITTER', nativeId('TWITTER'), { impressions: 100, likes: 6, replies: 4, reposts: 0, clicks: 3 });
    await set('LINKEDIN', nativeId('LINKEDIN'), { impressions: 300, likes: 10 });
    expect((await workspace.send('GET /analytics/overview')).body['totals'].posts).to.equal(0);
    await workspace.advance(16 * 60);
    const fetched = await workspace.awaited(`GET /analytics/posts/${postId}`, ({ platforms }) =>
      ['TWITTER', 'LINKEDIN'].every((platform) => platforms[platform].fetchedAt !== null),
    );
    expect(fetched['platforms']['TWITTER'].metrics).to.include({ impressions: 100, likes: 6 });

    const day = String(fetched['fetchedAt']).slice(0, 10);
    const all = (await workspace.send('GET /analytics/aggregate')).body;
    expect(all['totals']).to.deep.include({ posts: 1, copies: 2, engagements: 20, engagementRate: 20 / 400 });
    expect(all['totals'].metrics).to.include({ impressions: 400, likes: 16, clicks: 3 });
    expect(Object.keys(all['platforms'])).to.deep.equal(['LINKEDIN', 'TWITTER']);
    expect(all['daily'].map(({ posts, copies }: Record<string, number>) => [posts, copies])).to.deep.equal([[1, 2]]);
    const accountId = workspace.accounts['TWITTER'];
    for (const query of [`accountId=${accountId}`, 'platform=twitter', `platform=TWITTER&from=${day}&to=${day}`]) {
      const { body } = await workspace.send(`GET /analytics/aggregate?${query}`);
      expect(body['totals'], query).to.deep.include({ posts: 1, engagements: 10, engagementRate: 0.1 });
    }
    const before = (await workspace.send('GET /analytics/aggregate?from=2020-01-01&to=2020-01-31')).body;
    expect(before).to.deep.include({ from: '2020-01-01', to: '2020-01-31', platforms: {}, daily: [] });
    expect(before['totals']).to.deep.equal({
      posts: 0,
      copies: 0,
      metrics: {},
      engagements: null,
      engagementRate: null,
    });

    const account = (await workspace.send(`GET /analytics/accounts/${accountId}`)).body;
    expect(account).to.deep.include({ accountId, platform: 'twitter' });
    expect(account['metrics']).to.include.keys('followers');
    expect(account['posts']).to.deep.include({ posts: 1, engagements: 10 });
    expect(account['history'].map(({ date }: { date: string }) => date)).to.deep.equal([day]);

    const overview = (await workspace.send('GET /analytics/overview')).body;
    expect(overview['totals']).to.deep.equal(all['totals']);
    expect(overview['topPosts']).to.have.length(1);
    expect(overview['topPosts'][0]).to.include({ postId, engagements: 10 });
    expect(overview['accounts']).to.have.length(2);

    const report = await fetch(`${workspace.baseUrl}/reports/pdf?from=${day}&to=${day}&language=de`, {
      headers: { authorization: `Bearer ${workspace.apiKey}` },
    });
    expect([report.status, report.headers.get('content-type')]).to.deep.equal([200, 'application/pdf']);
    expect(report.headers.get('content-disposition')).to.include(`report-${day}-${day}.pdf`);
    const text = textOfPdf(new Uint8Array(await report.arrayBuffer()));
    expect(text).to.include('Social-Media-Bericht').and.include('Impressionen').and.include('400');
    const csv = await fetch(`${workspace.baseUrl}/reports/csv?accounts=${accountId}`, {
      headers: { authorization: `Bearer ${workspace.apiKey}` },
    });
    expect(await csv.text())
      .to.match(/^\ufeff?Summary\r\n/)
      .and.include('TWITTER,1,100,10,0.1,3');
    const xlsx = await fetch(`${workspace.baseUrl}/reports/xlsx`, {
      headers: { authorization: `Bearer ${workspace.apiKey}` },
    });
    expect([xlsx.status, xlsx.headers.get('content-disposition')?.endsWith('.xlsx"')]).to.deep.equal([200, true]);
    expect(Buffer.from(await xlsx.arrayBuffer()).toString('latin1', 0, 2)).to.equal('PK');
  });

  it('refuse a range that is inverted, too long or no time, and unknown platforms and accounts', async () => {
    const [workspace, other] = [await service().workspace(), await service().workspace()];
    for (const query of [
      'from=2026-02-01&to=2026-01-01',
      'from=2020-01-01&to=2022-01-01',
      'from=now',
      'platform=myspace',
    ]) {
      const { status, body } = await workspace.send(`GET /analytics/aggregate?${query}`);
      expect([status, body['error'].code], query).to.deep.equal([400, 'VALIDATION_ERROR']);
    }
    const accountId = other.accounts['TWITTER'];
    for (const line of [`GET /analytics/aggregate?accountId=${accountId}`, `GET /analytics/accounts/${accountId}`])
      expect((await workspace.send(line)).status, line).to.equal(404);
    for (const query of ['language=xx', 'from=now', 'accounts=x', `logo=${accountId}`, 'from=2026-02-01&to=2026-01-01'])
      expect((await workspace.send(`GET /reports/pdf?${query}`)).status, query).to.equal(400);
    expect((await workspace.send(`GET /reports/pdf?accounts=${accountId}`)).status).to.equal(404);
    const own = workspace.accounts['TWITTER'];
    expect((await workspace.send(`GET /analytics/accounts/${own}?from=2026-02-01&to=2026-01-01`)).status).to.equal(400);
    expect((await workspace.send(`GET /analytics/accounts/${own}`)).body).to.deep.include({
      metrics: {},
      fetchedAt: null,
      history: [],
      daily: [],
    });
  });

  it('do not exist for others, and not for what does not exist', async () => {
    const [workspace, other] = [await service().workspace(), await service().workspace()];
    const made = await workspace.send('POST /posts', {
      content: 'A draft',
      accountIds: [workspace.accounts['TWITTER']],
      saveAsDraft: true,
    });
    const postId = String(made.body['id']);
    expect((await workspace.send(`GET /analytics/posts/${postId}`)).body).to.deep.equal({
      postId,
      fetchedAt: null,
      platforms: {},
    });
    for (const line of [
      `GET /analytics/posts/${postId}`,
      `GET /analytics/posts/${postId}/history`,
      `POST /analytics/posts/${postId}/refresh`,
      `POST /analytics/accounts/${workspace.accounts['TWITTER']}/refresh`,
    ])
      expect((await other.send(line)).status, line).to.equal(404);
    expect((await other.send('GET /analytics/posts/nonsense')).status).to.equal(400);
  });
});
