import { expect } from 'chai';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';

describe('audiences of a running service', function () {
  this.timeout(60_000);
  const service = useRunningService();

  const made = async (workspace: TestWorkspace, body: object) => {
    const answer = await workspace.send('POST /audiences', body);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
    return answer.body['audience'] as Record<string, unknown> & { id: string };
  };
  const codeOf = ({ body }: { body: Record<string, unknown> }) => (body['error'] as { code: string } | undefined)?.code;

  it('save segments of contacts, count them, and give broadcasts their rules', async () => {
    const workspace = await service().workspace();
    const accountId = workspace.accounts.INSTAGRAM;
    await workspace.send('POST /sandbox/contacts', { accountId, count: 5, tags: ['vip'] });
    await workspace.send('POST /sandbox/contacts', { accountId, count: 2, tags: [] });
    const vips = await made(workspace, { name: 'VIPs', segmentRules: { tags: ['vip'], platforms: ['instagram'] } });
    expect(vips).to.deep.include({
      workspaceId: workspace.workspaceId,
      name: 'VIPs',
      description: null,
      segmentRules: { tags: ['vip'], platforms: ['INSTAGRAM'] },
    });
    const everybody = await made(workspace, { name: 'All', description: 'Everyone' });
    const count = async (id: string, body: object = {}) =>
      (await workspace.send(`POST /audiences/${id}/preview-count`, body)).body['count'];
    expect([await count(vips.id), await count(everybody.id)]).to.deep.equal([5, 7]);
    expect(await count(vips.id, { platforms: ['FACEBOOK'] })).to.equal(0);
    expect((await workspace.send('GET /audiences?limit=1')).body).to.deep.equal({
      audiences: [everybody],
      pagination: { page: 1, limit: 1, total: 2, totalPages: 2 },
    });
    expect((await workspace.send(`GET /audiences/${vips.id}`)).body).to.deep.equal({ audience: vips });
    const draft = { name: 'Sale', messageTemplate: 'Half price', platforms: ['INSTAGRAM'] };
    const planned = await workspace.send('POST /broadcasts', { ...draft, audienceId: vips.id });
    expect(planned.body['segmentRules']).to.deep.equal(vips['segmentRules']);
    const at = `/audiences/${vips.id}`;
    const changed = await workspace.send(`PATCH ${at}`, { description: 'The best', segmentRules: null });
    expect(changed.body['audience']).to.deep.include({ name: 'VIPs', description: 'The best', segmentRules: {} });
    const broadcastAt = `/broadcasts/${String(planned.body['id'])}`;
    const view = async () => (await workspace.send(`GET ${broadcastAt}`)).body['broadcast'];
    expect(await view()).to.deep.include({ segmentRules: vips['segmentRules'] });
    await workspace.send(`PATCH ${broadcastAt}`, { audienceId: everybody.id });
    expect(await view()).to.deep.include({ segmentRules: {} });
    expect((await workspace.send(`DELETE ${at}`)).body).to.deep.equal({ success: true });
    for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE']] as const)
      expect((await workspace.send(`${method} ${at}`, body)).status, method).to.equal(404);
    for (const wrong of [{ audienceId: vips.id }, { audienceId: everybody.id, segmentRules: { tags: ['a'] } }])
      expect(codeOf(await workspace.send('POST /broadcasts', { ...draft, ...wrong }))).to.equal('VALIDATION_ERROR');
    for (const wrong of [{}, { name: '' }, { name: 'x'.repeat(256) }, { name: 'a', segmentRules: { tags: [''] } }])
      expect(codeOf(await workspace.send('POST /audiences', wrong)), JSON.stringify(wrong)).to.equal(
        'VALIDATION_ERROR',
      );
    const other = await service().workspace('free');
    expect((await other.send(`GET /audiences/${everybody.id}`)).status).to.equal(404);
    await made(other, { name: 'On every plan' });
  });

  it('tell what the platforms say of the followers of accounts', async () => {
    const workspace = await service().workspace();
    const { TWITTER: accountId = '', BLUESKY } = workspace.accounts;
    const refreshed = await workspace.send(`POST /analytics/accounts/${accountId}/refresh`);
    expect(refreshed.status, JSON.stringify(refreshed.body)).to.equal(200);
    const { body } = await workspace.send('GET /audience');
    const accounts = body['accounts'] as { accountId: string; followers: number | null }[];
    const own = accounts.find((each) => each.accountId === accountId);
    expect(own).to.deep.include({ platform: 'TWITTER' });
    expect(own?.followers).to.be.a('number');
    expect(body['followers']).to.equal(own?.followers);
    expect(accounts.find((each) => each.accountId === BLUESKY)).to.include({ followers: null, fetchedAt: null });
    const { body: narrowed } = await workspace.send('GET /audience?platform=twitter');
    expect(narrowed['accounts']).to.deep.equal([own]);
    const { body: days } = await workspace.send(`GET /audience/${accountId}`);
    expect(days).to.deep.include({ accountId, followers: own?.followers, growth: 0 });
    expect((days['daily'] as object[]).length).to.equal(1);
    for (const query of ['?platform=nowhere', `/${accountId}?from=2026-02-01&to=2026-01-01`])
      expect(codeOf(await workspace.send(`GET /audience${query}`)), query).to.equal('VALIDATION_ERROR');
    const other = await service().workspace();
    expect((await other.send(`GET /audience/${accountId}`)).status).to.equal(404);
  });
});
