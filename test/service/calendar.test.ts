import { expect } from 'chai';
import type { Answer } from '../support/edge.ts';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';

describe('the calendar of a running service', function () {
  this.timeout(60_000);
  const service = useRunningService();
  const codeOf = ({ status, body }: Answer) => [status, body['error']?.code];
  const dataOf = ({ body }: Answer) => body['data'] as Record<string, unknown>;
  const planned = async (workspace: TestWorkspace, more: object = {}) => {
    const post = { accountId: workspace.accounts['MASTODON'], platform: 'MASTODON', content: 'Hello', ...more };
    const answer = await workspace.send('POST /calendar/posts', post);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
    return dataOf(answer);
  };

  it('plans, lists and changes posts', async () => {
    const workspace = await service().workspace('pro');
    const first = await planned(workspace, { notes: 'Draft one', arc: 'launch' });
    expect(first).to.include({ status: 'DRAFT', notes: 'Draft one', postId: null, scheduledAt: null });
    const scheduledAt = new Date((await workspace.now()) + 86_400_000).toISOString();
    const later = await planned(workspace, { scheduledAt });
    const ids = async (query: string) =>
      ((await workspace.send(`GET /calendar/posts${query}`)).body['data'] as { id: string }[]).map(({ id }) => id);
    expect(await ids('')).to.deep.equal([later['id'], first['id']]);
    expect(await ids(`?from=${scheduledAt}`)).to.deep.equal([later['id']]);
    expect(await ids('?status=APPROVED')).to.deep.equal([]);
    const changed = await workspace.send(`PATCH /calendar/posts/${first['id']}`, { content: 'Better', notes: null });
    expect(dataOf(changed)).to.include({ content: 'Better', notes: null, arc: 'launch' });
    expect(dataOf(await workspace.send(`GET /calendar/posts/${first['id']}`))).to.deep.equal(dataOf(changed));
    expect(codeOf(await workspace.send(`GET /calendar/posts/${workspace.workspaceId}`))[0]).to.equal(404);
    const past = await workspace.send(`PATCH /calendar/posts/${first['id']}`, { scheduledAt: '2020-01-01T00:00:00Z' });
    expect(codeOf(past)).to.deep.equal([400, 'VALIDATION_ERROR']);
    const fixed = await workspace.send('POST /calendar/fix-duplicate-platforms');
    expect(dataOf(fixed)).to.deep.equal({ removed: 0, postPlatformRowsRemoved: 0, duplicatePostsRemoved: 0 });
  });

  it('submits, approves and hands over to the publishing pipeline', async () => {
    const workspace = await service().workspace('pro');
    const { id } = await planned(workspace);
    const bySession = (line: string, body?: unknown) => service().ask(workspace.sessionToken, line, body);
    expect(codeOf(await bySession(`POST /calendar/posts/${id}/submit`))).to.deep.equal([403, 'PLAN_UPGRADE_REQUIRED']);
    const published = await workspace.send(`POST /calendar/posts/${id}/publish`);
    expect(dataOf(published), JSON.stringify(published.body)).to.include({ status: 'PUBLISHING' });
    const { postId } = dataOf(published);
    const live = await workspace.awaited(`GET /posts/${postId}`, ({ status }) => status === 'published');
    expect(live).to.include({ calendarPostId: id });
    await workspace.awaited(
      `GET /calendar/posts/${id}`,
      (body) => (body['data'] as { status: string }).status === 'PUBLISHED',
    );
    const back = await workspace.send(`GET /calendar/posts?postId=${postId}`);
    expect((back.body['data'] as { id: string }[]).map((post) => post.id)).to.deep.equal([id]);

    await workspace.send(`PATCH /workspaces/${workspace.workspaceId}`, { settings: { require_approval: true } });
    const gated = await planned(workspace);
    const at = `POST /calendar/posts/${gated['id']}`;
    expect(codeOf(await workspace.send(`${at}/publish`))).to.deep.equal([409, 'CONFLICT']);
    expect(codeOf(await workspace.send(`${at}/submit`))).to.deep.equal([403, 'AUTHORIZATION_ERROR']);
    expect(dataOf(await bySession(`${at}/submit`))).to.include({ status: 'PENDING_APPROVAL' });
    const member = await workspace.send('POST /sandbox/members', { role: 'MEMBER' });
    const byMember = await service().ask(String(member.body['sessionToken']), `${at}/approve`);
    expect(codeOf(byMember)).to.deep.equal([403, 'FORBIDDEN']);
    expect(dataOf(await bySession(`${at}/reject`, { notes: 'No' }))).to.include({
      status: 'REJECTED',
      decisionNotes: 'No',
    });
    await bySession(`${at}/submit`);
    expect(dataOf(await bySession(`${at}/approve`))).to.include({ status: 'APPROVED', decidedById: workspace.userId });
    const handed = dataOf(await bySession(`${at}/publish`));
    const once = await workspace.awaited(`GET /posts/${handed['postId']}`, ({ status }) => status === 'published');
    expect(once.approval).to.deep.include({ status: 'approved', startedById: workspace.userId });
  });

  it('hands over image and persona, and follows its post through cancellation, deletion, failure and retry', async () => {
    const workspace = await service().workspace('pro');
    const scheduledAt = new Date((await workspace.now()) + 86_400_000).toISOString();
    const shown = (id: unknown, status: string) =>
      workspace.awaited(`GET /calendar/posts/${id}`, ({ data }) => (data as { status: string }).status === status);
    const persona = await workspace.send('POST /personas/wizard', {
      name: 'Ada',
      modules: { voice: { tone: 'warm' } },
    });
    const personaId = String(persona.body['id']);
    const { id } = await planned(workspace, { imageUrl: 'https://example.com/i.jpg', personaId, scheduledAt });
    const handOver = async () => {
      const answer = await workspace.send(`POST /calendar/posts/${id}/publish`);
      expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
      return String(dataOf(answer)['postId']);
    };
    const first = await handOver();
    const { body: made } = await workspace.send(`GET /posts/${first}`);
    expect(made.media).to.have.length(1);
    expect(made).to.include({ status: 'scheduled', personaId });
    await workspace.send(`POST /posts/${first}/cancel`);
    expect((await shown(id, 'DRAFT')).data).to.include({ postId: null });
    const second = await handOver();
    expect(second).not.to.equal(first);
    await workspace.send(`DELETE /posts/${second}`);
    await shown(id, 'DRAFT');
    await workspace.send(`PATCH /calendar/posts/${id}`, { scheduledAt: null });
    const fault = { platform: 'MASTODON', operation: 'publish', fault: 'forbidden', times: 1 };
    await workspace.send('POST /sandbox/faults', fault);
    const third = await handOver();
    await shown(id, 'FAILED');
    await workspace.send(`POST /posts/${third}/retry`);
    await shown(id, 'PUBLISHING');
    await workspace.advance(600);
    const { data } = await shown(id, 'PUBLISHED');
    const { body: live } = await workspace
      .awaited(`GET /posts/${third}`, ({ status }) => status === 'published')
      .then((body) => ({ body }));
    const [copy] = live.platforms as { platformPostId: string; platformPostUrl: string; publishedAt: string }[];
    const { platformPostId, platformPostUrl, publishedAt } = copy ?? {};
    expect(data).to.include({ platformPostId, platformPostUrl, publishedAt });
    await workspace.send(`POST /posts/${third}/unpublish`);
    await shown(id, 'UNPUBLISHED');
  });

  it('deletes posts, except those that are being published', async () => {
    const workspace = await service().workspace('free');
    const scheduledAt = new Date((await workspace.now()) + 86_400_000).toISOString();
    const { id } = await planned(workspace, { scheduledAt });
    const { body } = await workspace.send(`POST /calendar/posts/${id}/publish`);
    expect(codeOf(await workspace.send(`DELETE /calendar/posts/${id}`))).to.deep.equal([409, 'CONFLICT']);
    await workspace.send(`POST /posts/${body['data'].postId}/cancel`);
    await workspace.awaited(`GET /calendar/posts/${id}`, ({ data }) => (data as { status: string }).status === 'DRAFT');
    expect((await workspace.send(`DELETE /calendar/posts/${id}`)).body).to.deep.equal({ success: true });
    for (const line of [
      `GET /calendar/posts/${id}`,
      `DELETE /calendar/posts/${id}`,
      `POST /calendar/posts/${id}/publish`,
    ])
      expect(codeOf(await workspace.send(line)), line).to.deep.equal([404, 'NOT_FOUND']);
    expect(dataOf(await workspace.send('GET /calendar/posts'))).to.deep.equal([]);
  });

  it('deletes personas, whose slug is free again, and workflows, which take no post any more', async () => {
    const workspace = await service().workspace('pro');
    const persona = { slug: 'ada', displayName: 'Ada' };
    const first = dataOf(await workspace.send('POST /calendar/personas', persona));
    expect(codeOf(await workspace.send('POST /calendar/personas', persona))).to.deep.equal([409, 'CONFLICT']);
    expect((await workspace.send(`DELETE /calendar/personas/${first['id']}`)).status).to.equal(200);
    expect(codeOf(await workspace.send(`GET /calendar/personas/${first['id']}`))).to.deep.equal([404, 'NOT_FOUND']);
    expect((await workspace.send('POST /calendar/personas', persona)).status).to.equal(201);

    const path = `/workspaces/${workspace.workspaceId}/approval-workflows`;
    const steps = [{ order: 1, role: 'Editor', approverIds: [workspace.userId] }];
    const workflowId = dataOf(await workspace.send(`POST ${path}`, { name: 'Legal', steps }))['id'];
    const draft = { content: 'Hello', accountIds: [workspace.accounts['MASTODON']], saveAsDraft: true };
    const [begun, other] = [
      await workspace.send('POST /posts', draft),
      await workspace.send('POST /posts', { ...draft, content: 'Two' }),
    ];
    await workspace.send(`POST /posts/${begun.body['id']}/start-approval`, { workflowId });
    expect((await workspace.send(`DELETE ${path}/${workflowId}`)).status).to.equal(200);
    expect(codeOf(await workspace.send(`GET ${path}/${workflowId}`))).to.deep.equal([404, 'NOT_FOUND']);
    const late = await workspace.send(`POST /posts/${other.body['id']}/start-approval`, { workflowId });
    expect(codeOf(late)).to.deep.equal([404, 'NOT_FOUND']);
    const approved = await service().ask(workspace.sessionToken, `POST /posts/${begun.body['id']}/approve`, {});
    expect(approved.body).to.include({ status: 'approved' });
  });

  it('refuses what could never be published, and takes days', async () => {
    const workspace = await service().workspace('pro');
    const post = { accountId: workspace.accounts['MASTODON'], platform: 'MASTODON', content: 'Hello' };
    const refusals: [object, number, string][] = [
      [{ mediaId: 'cm0nothingnothingnothing0' }, 400, 'VALIDATION_ERROR'],
      [{ personaId: 'cm0nothingnothingnothing0' }, 404, 'NOT_FOUND'],
      [{ content: 'x'.repeat(501) }, 400, 'VALIDATION_ERROR'],
      [{ imageUrl: 'http://127.0.0.1/i.jpg' }, 400, 'VALIDATION_ERROR'],
    ];
    const { id } = await planned(workspace);
    for (const [wrong, ...expected] of refusals) {
      expect(codeOf(await workspace.send('POST /calendar/posts', { ...post, ...wrong }))).to.deep.equal(expected);
      expect(codeOf(await workspace.send(`PATCH /calendar/posts/${id}`, wrong))).to.deep.equal(expected);
    }
    const today = new Date(await workspace.now()).toISOString().slice(0, 10);
    const found = await workspace.send(`GET /calendar/posts?from=${today}&to=${today}`);
    expect((found.body['data'] as object[]).length).to.equal(1);
  });

  it('imports what the platforms have, and marks what is gone', async () => {
    const workspace = await service().workspace('pro');
    const publish = async (content: string) => {
      const post = { content, accountIds: [workspace.accounts['MASTODON']] };
      const { id } = (await workspace.send('POST /posts', post)).body;
      await workspace.send(`POST /posts/${id}/publish?sync=true&timeout=30`);
      return String(id);
    };
    const { id } = await planned(workspace);
    const { postId } = dataOf(await workspace.send(`POST /calendar/posts/${id}/publish`));
    const [kept, gone] = [await publish('Kept'), await publish('Gone')];
    await workspace.awaited(
      `GET /calendar/posts/${id}`,
      ({ data }) => (data as { status: string }).status === 'PUBLISHED',
    );
    const sync = async () => dataOf(await workspace.send('POST /calendar/sync'));
    expect(await sync()).to.deep.equal({
      added: 2,
      removed: 0,
      unchanged: 1,
      platforms: ['MASTODON', 'TIKTOK'],
      errors: [],
      postsPerPlatform: { MASTODON: 3, TIKTOK: 0 },
    });
    expect(await sync()).to.include({ added: 0, removed: 0, unchanged: 3 });
    const of = async (post: unknown) => {
      const { body } = await workspace.send(`GET /calendar/posts?postId=${post}`);
      return (body['data'] as Record<string, unknown>[])[0] ?? {};
    };
    expect(await of(kept)).to.include({ status: 'PUBLISHED', content: 'Kept', platform: 'MASTODON' });
    expect(await of(postId)).to.include({ id, status: 'PUBLISHED' });
    expect((await of(postId))['platformPostId']).to.be.a('string');
    for (const post of [gone, postId]) await workspace.send(`POST /posts/${post}/unpublish`);
    await workspace.awaited(`GET /posts/${gone}`, ({ status }) => status !== 'published');
    await workspace.awaited(`GET /posts/${postId}`, ({ status }) => status !== 'published');
    // The calendar post that became a post has followed it; the imported one is missed by the sync.
    await workspace.awaited(
      `GET /calendar/posts/${id}`,
      ({ data }) => (data as { status: string }).status === 'UNPUBLISHED',
    );
    expect(await sync()).to.include({ added: 0, removed: 1, unchanged: 1 });
    expect(await of(gone)).to.include({ status: 'UNPUBLISHED' });
    expect(await of(postId)).to.include({ status: 'UNPUBLISHED' });
    const fault = { platform: 'MASTODON', operation: 'list', fault: 'forbidden' };
    await workspace.send('POST /sandbox/faults', fault);
    const { errors, platforms } = await sync();
    expect(platforms).to.deep.equal(['TIKTOK']);
    expect((errors as object[])[0]).to.include({ accountId: workspace.accounts['MASTODON'], platform: 'MASTODON' });
  });

  it('has personas of its own, for managers of plans that have them', async () => {
    const workspace = await service().workspace('pro');
    const ada = { slug: 'ada_1', displayName: 'Ada', accountIds: [workspace.accounts['MASTODON']] };
    const made = await workspace.send('POST /calendar/personas', ada);
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    const { id } = dataOf(made);
    expect(dataOf(made)).to.deep.include({ ...ada, runtimePrompt: null, isActive: true });
    expect(codeOf(await workspace.send('POST /calendar/personas', ada))).to.deep.equal([409, 'CONFLICT']);
    const bad = { ...ada, slug: 'Ada 1' };
    expect(codeOf(await workspace.send('POST /calendar/personas', bad))).to.deep.equal([400, 'VALIDATION_ERROR']);
    const changes = { displayName: 'Ada L.', runtimePrompt: 'Be dry', isActive: false };
    expect(dataOf(await workspace.send(`PATCH /calendar/personas/${id}`, changes))).to.include({ id, ...changes });
    expect(dataOf(await workspace.send(`GET /calendar/personas/${id}`))).to.include({ slug: 'ada_1', ...changes });
    const listed = await workspace.send('GET /calendar/personas');
    expect((listed.body['data'] as { id: string }[]).map((each) => each.id)).to.deep.equal([id]);
    const unknown = await workspace.send(`GET /calendar/personas/${workspace.workspaceId}`);
    expect(codeOf(unknown)).to.deep.equal([404, 'NOT_FOUND']);
    const member = await workspace.send('POST /sandbox/members', { role: 'MEMBER' });
    const byMember = (line: string, body?: unknown) => service().ask(String(member.body['sessionToken']), line, body);
    expect(codeOf(await byMember(`PATCH /calendar/personas/${id}`, changes))).to.deep.equal([403, 'FORBIDDEN']);
    expect((await byMember(`GET /calendar/personas/${id}`)).status).to.equal(200);
    const small = await service().workspace('starter');
    for (const line of ['GET /calendar/personas', `GET /calendar/personas/${id}`])
      expect(codeOf(await small.send(line))).to.deep.equal([403, 'PLAN_UPGRADE_REQUIRED']);
    const refused = await small.send('POST /calendar/personas', { slug: 'bo', displayName: 'Bo' });
    expect(codeOf(refused)).to.deep.equal([403, 'PLAN_UPGRADE_REQUIRED']);
  });

  it('approves on plans that have it only', async () => {
    const workspace = await service().workspace('starter');
    const { id } = await planned(workspace);
    const answer = await service().ask(workspace.sessionToken, `POST /calendar/posts/${id}/submit`);
    expect(codeOf(answer)).to.deep.equal([403, 'PLAN_UPGRADE_REQUIRED']);
  });
});
