import { expect } from 'chai';
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
      ...{ platform: 'TWITTER', platformPostId: nativeId('TWITTER'), metrics: x },
    });
    await workspace.send('POST /sandbox/metrics', {
      ...{ platform: 'LINKEDIN', platformPostId: nativeId('LINKEDIN'), metrics: linkedin },
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
    const ofX = history.find(({ platform }: { platform: string }) => platform === 'TWITTER');
    expect(ofX.metrics.likes).to.deep.equal([{ at: body['fetchedAt'], value: 7 }]);
  });

  it('answer the platforms that work beside those that fail', async () => {
    const workspace = await service().workspace();
    const { postId } = await published(workspace, 'TWITTER', 'LINKEDIN');
    const fault = { platform: 'TWITTER', operation: 'list', fault: 'rate_limited', times: 10 };
    await workspace.send('POST /sandbox/faults', fault);
    const { status, body } = await workspace.send(`POST /analytics/posts/${postId}/refresh`);
    expect([status, Object.keys(body['platforms'])]).to.deep.equal([200, ['LINKEDIN']]);
    expect(body['errors'][0]).to.include({ platform: 'TWITTER', code: 'PLATFORM_RATE_LIMIT' });
    await workspace.send('POST /sandbox/faults', { ...fault, platform: 'LINKEDIN' });
    expect((await workspace.send(`POST /analytics/posts/${postId}/refresh`)).status).to.equal(503);
  });

  it('have the account figures that the platform offers', async () => {
    const workspace = await service().workspace();
    const accountId = workspace.accounts['TWITTER'];
    const { status, body } = await workspace.send(`POST /analytics/accounts/${accountId}/refresh`);
    expect(status).to.equal(200);
    expect(body).to.include({ accountId, platform: 'TWITTER' });
    expect(body['metrics']).to.include.keys('followers');
  });

  it('do not exist for others, and not for what does not exist', async () => {
    const [workspace, other] = [await service().workspace(), await service().workspace()];
    const made = await workspace.send('POST /posts', {
      ...{ content: 'A draft', accountIds: [workspace.accounts['TWITTER']], saveAsDraft: true },
    });
    const postId = String(made.body['id']);
    expect((await workspace.send(`GET /analytics/posts/${postId}`)).body).to.deep.equal({
      ...{ postId, fetchedAt: null, platforms: {} },
    });
    for (const line of [
      ...[`GET /analytics/posts/${postId}`, `GET /analytics/posts/${postId}/history`],
      `POST /analytics/posts/${postId}/refresh`,
      `POST /analytics/accounts/${workspace.accounts['TWITTER']}/refresh`,
    ])
      expect((await other.send(line)).status, line).to.equal(404);
    expect((await other.send('GET /analytics/posts/nonsense')).status).to.equal(400);
  });
});
