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
    await workspace.awaited(`GET /posts/${postId}`, ({ status }) => status === 'published');
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
    expect((await workspace.send(`GET /posts/${handed['postId']}`)).body).to.include({ status: 'draft' });
  });

  it('approves on plans that have it only', async () => {
    const workspace = await service().workspace('starter');
    const { id } = await planned(workspace);
    const answer = await service().ask(workspace.sessionToken, `POST /calendar/posts/${id}/submit`);
    expect(codeOf(answer)).to.deep.equal([403, 'PLAN_UPGRADE_REQUIRED']);
  });
});
