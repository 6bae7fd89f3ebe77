import { expect } from 'chai';
import { until } from '../support/until.ts';
import { workspace as workspaceOf } from '../../domain/workspaces/workspace.ts';
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
      workspaceId: workspace.workspaceId,
      name: 'Sale',
      messageTemplate: 'Half price',
      platforms: ['FACEBOOK'],
      socialAccountId: null,
      segmentRules: { tags: ['vip'] },
      status: 'DRAFT',
      totalContacts: 0,
      deliveredCount: 0,
      failedCount: 0,
      readCount: 0,
      scheduledFor: null,
      sentAt: null,
    });
    const scheduledFor = '2099-01-01T10:00:00.000Z';
    const second = await made(workspace, { scheduledFor, socialAccountId: accountId });
    expect(second).to.deep.include({ status: 'SCHEDULED', scheduledFor, socialAccountId: accountId });
    expect((await workspace.send(`GET /broadcasts/${first.id}`)).body).to.deep.equal({
      broadcast: first,
      deliveryStats: {},
      progress: { total: 0, delivered: 0, failed: 0, remaining: 0, percentage: 0, estimatedEndAt: null },
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

  /** The first answer there is. */
  const found = async <T>(ask: () => Promise<T | undefined>, withinMs: number): Promise<T> => {
    let answer: T | undefined;
    await until('there is an answer', async () => (answer = await ask()) !== undefined, withinMs);
    return answer as T;
  };
  const contactsOf = async (
    workspace: TestWorkspace,
    platform: 'FACEBOOK' | 'INSTAGRAM',
    count: number,
    tags: string[] = [],
  ) => {
    const { status, body } = await workspace.send('POST /sandbox/contacts', {
      accountId: workspace.accounts[platform],
      count,
      tags,
    });
    expect([status, body['created']], JSON.stringify(body)).to.deep.equal([201, count]);
  };
  const view = async (workspace: TestWorkspace, id: string) =>
    (await workspace.send(`GET /broadcasts/${id}`)).body as {
      broadcast: Broadcast;
      deliveryStats: Record<string, number>;
      progress: Record<string, unknown>;
    };
  const ended = (workspace: TestWorkspace, id: string) =>
    found(async () => {
      const answer = await view(workspace, id);
      return answer.broadcast.status === 'SENT' ? answer : undefined;
    }, 20_000);
  type Delivery = Readonly<{
    id: string;
    contactId: string;
    status: string;
    errorCode: string | null;
    createdAt: string;
    updatedAt: string;
  }>;
  const deliveriesOf = async (workspace: TestWorkspace, id: string, query = '') =>
    (await workspace.send(`GET /broadcasts/${id}/deliveries${query}`)).body as {
      deliveries: Delivery[];
      pagination: object;
    };
  const messagesAt = async (workspace: TestWorkspace, platform: string) => {
    const { body } = await workspace.send(`GET /sandbox/platforms/${platform}/objects`);
    return (body['objects'] as { kind: string; text: string }[]).filter(({ kind }) => kind === 'message');
  };

  it('are sent to every eligible contact once, in batches of fifty, and read', async () => {
    const workspace = await service().workspace();
    await contactsOf(workspace, 'FACEBOOK', 60, ['vip']);
    await contactsOf(workspace, 'INSTAGRAM', 3);
    const count = async (body: object) => (await workspace.send('POST /broadcasts/preview-count', body)).body['count'];
    expect(await count({})).to.equal(63);
    expect(await count({ platforms: ['FACEBOOK'], tags: ['vip'] })).to.equal(60);
    expect(await count({ tags: ['vip', 'other'] })).to.equal(0);
    expect(await count({ socialAccountId: workspace.accounts['INSTAGRAM'] })).to.equal(3);
    const none = await made(workspace, { segmentRules: { tags: ['nobody'], platforms: [] } });
    const refused = await workspace.send(`POST /broadcasts/${none.id}/send`);
    expect([refused.status, codeOf(refused.body)]).to.deep.equal([422, 'NO_ELIGIBLE_CONTACTS']);
    const all = await made(workspace, { platforms: ['FACEBOOK', 'INSTAGRAM'] });
    const sent = await workspace.send(`POST /broadcasts/${all.id}/send`);
    expect([sent.status, sent.body]).to.deep.equal([
      200,
      { broadcast: { id: all.id, status: 'SENDING' }, enqueuedContacts: 63, batches: 2 },
    ]);
    expect((await deliveriesOf(workspace, all.id)).pagination).to.deep.equal({
      page: 1,
      limit: 50,
      total: 63,
      totalPages: 2,
    });
    const again = await workspace.send(`POST /broadcasts/${all.id}/send`);
    expect([again.status, codeOf(again.body)]).to.deep.equal([422, 'BROADCAST_ALREADY_SENT']);
    const { broadcast, deliveryStats, progress } = await ended(workspace, all.id);
    expect(deliveryStats).to.deep.equal({ DELIVERED: 63 });
    expect(broadcast).to.deep.include({ totalContacts: 63, deliveredCount: 63, failedCount: 0, readCount: 0 });
    expect(progress).to.deep.equal({
      total: 63,
      delivered: 63,
      failed: 0,
      remaining: 0,
      percentage: 100,
      estimatedEndAt: null,
    });
    const texts = [...(await messagesAt(workspace, 'FACEBOOK')), ...(await messagesAt(workspace, 'INSTAGRAM'))];
    expect(texts.filter(({ text }) => text === 'Half price')).to.have.length(63);
    const [first] = (await deliveriesOf(workspace, all.id, '?limit=1')).deliveries;
    expect(first).to.have.all.keys(
      ...['id', 'broadcastId', 'contactId', 'platform', 'status', 'sentAt', 'readAt', 'errorCode', 'createdAt'],
      ...['updatedAt', 'contact'],
    );
    expect((await workspace.send(`POST /sandbox/deliveries/${first?.id}/read`)).body).to.include({ status: 'READ' });
    expect((await view(workspace, all.id)).deliveryStats).to.deep.equal({ DELIVERED: 62, READ: 1 });
    const seenBy = async (query = '') =>
      (await workspace.send(`GET /contacts/${first?.contactId}${query}`)).body['deliveries'] as object[];
    const [own, ...others] = await seenBy();
    const { id, status, errorCode } = { ...first, status: 'READ' };
    expect(own).to.deep.include({ id, status, errorCode, broadcast: { id: all.id, name: 'Sale' } });
    expect(others).to.deep.equal([]);
    const moment = new Date(await workspace.now()).toISOString();
    const retry = await workspace.send(`POST /broadcasts/${all.id}/retry`);
    expect([retry.status, codeOf(retry.body)]).to.deep.equal([422, 'NO_FAILED_DELIVERIES']);
    const change = await workspace.send(`PATCH /broadcasts/${all.id}`, { name: 'New' });
    expect([change.status, codeOf(change.body)]).to.deep.equal([422, 'BROADCAST_NOT_EDITABLE']);
    const notSent = await workspace.send(`POST /broadcasts/${none.id}/retry`);
    expect([notSent.status, codeOf(notSent.body)]).to.deep.equal([422, 'BROADCAST_NOT_RETRYABLE']);
    expect((await workspace.send(`DELETE /broadcasts/${all.id}`)).status).to.equal(200);
    expect(await seenBy()).to.deep.equal([{ ...own, broadcast: null }]);
    expect(await seenBy(`?asOf=${moment}`)).to.deep.equal([own]);
  });

  it('survive refusals, rate limits and lost answers without a double', async () => {
    const workspace = await service().workspace();
    await contactsOf(workspace, 'FACEBOOK', 12);
    const fault = (kind: string) =>
      workspace.send('POST /sandbox/faults', { platform: 'FACEBOOK', operation: 'message', fault: kind, times: 1 });
    for (const kind of ['forbidden', 'rate_limited', 'token_expired', 'reset_after', 'error_after']) await fault(kind);
    const { id } = await made(workspace);
    expect((await workspace.send(`POST /broadcasts/${id}/send`)).body['enqueuedContacts']).to.equal(12);
    // The rate limit holds the lane back: the two contacts after the first ten wait too.
    const waiting = await found(async () => {
      const { deliveryStats } = await view(workspace, id);
      return deliveryStats['PENDING'] === 3 && !deliveryStats['DELIVERING'] ? deliveryStats : undefined;
    }, 20_000);
    expect(waiting).to.deep.equal({ PENDING: 3, DELIVERED: 8, FAILED: 1 });
    await workspace.advance(600);
    expect((await ended(workspace, id)).deliveryStats).to.deep.equal({ DELIVERED: 11, FAILED: 1 });
    const failed = (await deliveriesOf(workspace, id)).deliveries.filter(({ status }) => status === 'FAILED');
    expect(failed.map(({ errorCode }) => errorCode)).to.deep.equal(['PUBLISH_ERROR']);
    expect(await messagesAt(workspace, 'FACEBOOK')).to.have.length(11);
    const retried = await workspace.send(`POST /broadcasts/${id}/retry`);
    expect(retried.body).to.deep.equal({
      broadcast: { id, status: 'SENDING' },
      retriedContacts: 1,
      batches: 1,
    });
    expect((await ended(workspace, id)).deliveryStats).to.deep.equal({ DELIVERED: 12 });
    expect(await messagesAt(workspace, 'FACEBOOK')).to.have.length(12);
  });

  it('are sent to their end once they have begun, whatever the plan becomes, and can be paused', async () => {
    const workspace = await service().workspace();
    await contactsOf(workspace, 'INSTAGRAM', 3);
    await workspace.send('POST /sandbox/faults', {
      platform: 'INSTAGRAM',
      operation: 'message',
      fault: 'rate_limited',
      times: 3,
    });
    const { id } = await made(workspace, { platforms: ['INSTAGRAM'] });
    await workspace.send(`POST /broadcasts/${id}/send`);
    await found(async () => {
      const { deliveries } = await deliveriesOf(workspace, id);
      return deliveries.every((each) => each.status === 'PENDING' && each.updatedAt !== each.createdAt) || undefined;
    }, 10_000);
    // A node remembers the plan of a key for a moment.
    const onPlan = async (plan: 'free' | 'agency') => {
      const command = { type: 'change-plan', plan } as const;
      await service().commands.handle(workspaceOf, workspace.workspaceId, command, workspace.asService());
      const wanted = plan === 'free' ? 403 : 200;
      const preview = () => workspace.send('POST /broadcasts/preview-count', { platforms: ['INSTAGRAM'] });
      await found(async () => (await preview()).status === wanted || undefined, 10_000);
    };
    await onPlan('free');
    expect((await workspace.send(`POST /broadcasts/${id}/pause`)).status).to.equal(200);
    expect((await workspace.send(`POST /broadcasts/${id}/resume`)).status).to.equal(403);
    await onPlan('agency');
    expect((await workspace.send(`POST /broadcasts/${id}/resume`)).status).to.equal(200);
    await onPlan('free');
    await workspace.advance(600);
    const { status, deliveryStats } = await found(async () => {
      const { broadcast, deliveryStats: counts } = (await workspace.send(`GET /broadcasts/${id}`)).body as {
        broadcast: { status: string };
        deliveryStats: object;
      };
      return broadcast.status === 'SENT' ? { status: broadcast.status, deliveryStats: counts } : undefined;
    }, 10_000);
    expect([status, deliveryStats]).to.deep.equal(['SENT', { DELIVERED: 3 }]);
  });

  it('skip contacts that were suppressed or deleted since, wait while paused, and start at their time', async () => {
    const workspace = await service().workspace();
    await contactsOf(workspace, 'INSTAGRAM', 5);
    const at = new Date((await workspace.now()) + 3_600_000).toISOString();
    const { id } = await made(workspace, { platforms: ['INSTAGRAM'], scheduledFor: at });
    const empty = await made(workspace, { platforms: ['TELEGRAM'], scheduledFor: at });
    await workspace.advance(3_601);
    const { deliveryStats } = await ended(workspace, id);
    expect(deliveryStats).to.deep.equal({ DELIVERED: 5 });
    const failure = await found(async () => {
      const { broadcast } = await view(workspace, empty.id);
      return broadcast.status === 'FAILED' ? broadcast : undefined;
    }, 10_000);
    expect(failure.totalContacts).to.equal(0);
    const next = await made(workspace, { platforms: ['INSTAGRAM'] });
    await workspace.send('POST /sandbox/faults', {
      platform: 'INSTAGRAM',
      operation: 'message',
      fault: 'rate_limited',
      times: 5,
    });
    await workspace.send(`POST /broadcasts/${next.id}/send`);
    await found(async () => {
      const { deliveries } = await deliveriesOf(workspace, next.id);
      const isPostponed = (each: Delivery) => each.status === 'PENDING' && each.updatedAt !== each.createdAt;
      return deliveries.every(isPostponed) || undefined;
    }, 10_000);
    expect((await workspace.send(`POST /broadcasts/${next.id}/pause`)).body).to.deep.equal({
      broadcast: { id: next.id, status: 'PAUSED' },
    });
    const { deliveries } = await deliveriesOf(workspace, next.id);
    const [gone, stopped] = deliveries.map(({ contactId }) => contactId);
    expect((await workspace.send(`DELETE /contacts/${gone}`)).status).to.equal(200);
    await workspace.send(`PATCH /contacts/${stopped}`, { isSuppressed: true });
    await workspace.advance(600);
    expect((await view(workspace, next.id)).broadcast.status).to.equal('PAUSED');
    await workspace.send(`POST /broadcasts/${next.id}/resume`);
    const { deliveryStats: rest } = await ended(workspace, next.id);
    const reasons = (await deliveriesOf(workspace, next.id)).deliveries.flatMap(({ errorCode }) => errorCode ?? []);
    expect(reasons.sort()).to.deep.equal(['CONTACT_DELETED', 'CONTACT_SUPPRESSED']);
    expect(rest).to.deep.equal({ DELIVERED: 3, FAILED: 2 });
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
