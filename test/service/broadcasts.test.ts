import { expect } from 'chai';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';

type Broadcast = Readonly<{ id: string; status: string; platforms: string[]; [field: string]: unknown }>;

describe('broadcasts of a running service', function () {
  this.timeout(60_000);
  const service = useRunningService();

  const draft = { name: 'Sale', messageTemplate: 'Half price', platforms: ['FACEBOOK'] };
  const codeOf = (body: Record<string, unknown>) => (body['error'] as { code: string }).code;
  const made = async (workspace: TestWorkspace, more: object = {}) => {
    const { status, body } = await workspace.send('POST /broadcasts', { ...draft, ...more });
    expect(status, JSON.stringify(body)).to.equal(201);
    return body['broadcast'] as Broadcast;
  };

  it('are created as drafts or scheduled, changed, listed and deleted', async () => {
    const workspace = await service().workspace();
    const { FACEBOOK: accountId = '' } = workspace.accounts;
    const first = await made(workspace, { platforms: ['facebook', 'FACEBOOK'], segmentRules: { tags: ['vip'] } });
    expect(first).to.deep.include({
      ...{ workspaceId: workspace.workspaceId, name: 'Sale', messageTemplate: 'Half price', platforms: ['FACEBOOK'] },
      ...{ socialAccountId: null, segmentRules: { tags: ['vip'] }, status: 'DRAFT', totalContacts: 0 },
      ...{ deliveredCount: 0, failedCount: 0, readCount: 0, scheduledFor: null, sentAt: null },
    });
    const scheduledFor = '2099-01-01T10:00:00.000Z';
    const second = await made(workspace, { scheduledFor, socialAccountId: accountId });
    expect(second).to.deep.include({ status: 'SCHEDULED', scheduledFor, socialAccountId: accountId });
    expect((await workspace.send(`GET /broadcasts/${first.id}`)).body).to.deep.equal({
      broadcast: first,
      deliveryStats: {},
    });
    const list = await workspace.send('GET /broadcasts?limit=1');
    expect(list.body).to.deep.equal({
      broadcasts: [second],
      pagination: { page: 1, limit: 1, total: 2, totalPages: 2 },
    });
    expect((await workspace.send('GET /broadcasts?status=DRAFT')).body['broadcasts']).to.deep.equal([first]);
    const blocked = await workspace.send(`DELETE /broadcasts/${second.id}`);
    expect([blocked.status, codeOf(blocked.body)]).to.deep.equal([422, 'BROADCAST_NOT_DELETABLE']);
    const changes = { name: 'New', scheduledFor: null, socialAccountId: null, segmentRules: { hasInteraction: true } };
    const { body } = await workspace.send(`PATCH /broadcasts/${second.id}`, changes);
    expect(body['broadcast']).to.deep.include({ ...changes, status: 'DRAFT', messageTemplate: 'Half price' });
    expect((await workspace.send(`DELETE /broadcasts/${second.id}`)).body).to.deep.equal({ success: true });
    expect((await workspace.send(`GET /broadcasts/${second.id}`)).status).to.equal(404);
    expect((await workspace.send(`DELETE /broadcasts/${second.id}`)).status).to.equal(404);
  });

  it('refuse bad fields, other workspaces and lower plans', async () => {
    const workspace = await service().workspace();
    const other = await service().workspace();
    for (const wrong of [
      { name: '' },
      { name: 'x'.repeat(256) },
      { messageTemplate: '' },
      { messageTemplate: 'x'.repeat(1001) },
      { platforms: [] },
      { platforms: ['MYSPACE'] },
      { socialAccountId: other.accounts['FACEBOOK'] },
      { socialAccountId: workspace.accounts['INSTAGRAM'] },
      { scheduledFor: '2001-01-01T00:00:00Z' },
      { segmentRules: { hasInteraction: 'yes' } },
    ]) {
      const { status, body } = await workspace.send('POST /broadcasts', { ...draft, ...wrong });
      expect([status, codeOf(body)], JSON.stringify(wrong)).to.deep.equal([400, 'VALIDATION_ERROR']);
    }
    await made(workspace, { name: 'x'.repeat(255), messageTemplate: 'x'.repeat(1000) });
    const foreign = await made(other);
    for (const line of ['GET', 'PATCH', 'DELETE'])
      expect(
        (await workspace.send(`${line} /broadcasts/${foreign.id}`, line === 'PATCH' ? {} : undefined)).status,
      ).to.equal(404);
    const pro = await service().workspace('pro');
    for (const line of ['GET /broadcasts', 'POST /broadcasts', `GET /broadcasts/${foreign.id}`]) {
      const { status, body } = await pro.send(line, line.startsWith('POST') ? draft : undefined);
      expect([status, codeOf(body)], line).to.deep.equal([403, 'PLAN_UPGRADE_REQUIRED']);
    }
  });
});
