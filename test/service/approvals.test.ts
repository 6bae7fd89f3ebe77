import { expect } from 'chai';
import { workspace as workspaceOf } from '../../domain/workspaces/workspace.ts';
import type { Answer } from '../support/edge.ts';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';
import { until } from '../support/until.ts';

type Workflow = Readonly<{ id: string; name: string; version: number; steps: { order: number; required: boolean }[] }>;

describe('approvals of a running service', function () {
  this.timeout(60_000);
  const service = useRunningService();

  const workflowsOf = ({ workspaceId }: TestWorkspace): string => `/workspaces/${workspaceId}/approval-workflows`;
  const memberOf = async (workspace: TestWorkspace, role = 'MEMBER') => {
    const { body } = await workspace.send('POST /sandbox/members', { role });
    return { userId: String(body['userId']), token: String(body['sessionToken']) };
  };

  it('follow workflows with versions, which managers define for members', async () => {
    const workspace = await service().workspace('pro');
    const path = workflowsOf(workspace);
    const member = await memberOf(workspace);
    const steps = [{ order: 1, role: 'Editor', approverIds: [member.userId] }];
    const { status, body } = await workspace.send(`POST ${path}`, { name: 'Legal', steps });
    expect(status, JSON.stringify(body)).to.equal(201);
    const workflow = body['data'] as Workflow;
    expect(workflow).to.deep.include({ name: 'Legal', version: 1, steps: [{ ...steps[0], required: true }] });
    const again = await workspace.send(`PUT ${path}/${workflow.id}`, { name: 'Law', steps });
    expect(again.body['data']).to.include({ id: workflow.id, name: 'Law', version: 2 });
    const listed = await workspace.send(`GET ${path}`);
    expect(listed.body['data']).to.deep.equal([again.body['data']]);
    expect(listed.body['pagination']).to.deep.equal({ page: 1, limit: 20, total: 1, totalPages: 1 });
    const stranger = [{ ...steps[0], approverIds: ['cm0strangerstrangerstrange'] }];
    const refused = await workspace.send(`POST ${path}`, { name: 'Legal', steps: stranger });
    expect([refused.status, refused.body['error'].code]).to.deep.equal([400, 'VALIDATION_ERROR']);
    const byMember = await service().ask(member.token, `POST ${path}`, { name: 'Mine', steps });
    expect([byMember.status, byMember.body['error'].code]).to.deep.equal([403, 'FORBIDDEN']);
    const unknown = await workspace.send(`PUT ${path}/${workspace.workspaceId}`, { name: 'Law', steps });
    expect([unknown.status, unknown.body['error'].code]).to.deep.equal([404, 'NOT_FOUND']);
  });

  it('need the plan pro', async () => {
    const workspace = await service().workspace('starter', false);
    const path = workflowsOf(workspace);
    const answers = [await workspace.send(`GET ${path}`), await workspace.send(`POST ${path}`, {})];
    for (const { status, body } of answers) expect([status, body['error'].code]).to.deep.equal([402, 'PLAN_REQUIRED']);
  });

  const codeOf = ({ status, body }: Answer) => [status, body['error']?.code];
  const workflowOf = async (workspace: TestWorkspace, ...approverIds: string[][]): Promise<string> => {
    const steps = approverIds.map((ids, index) => ({ order: index + 1, role: 'Editor', approverIds: ids }));
    const { body } = await workspace.send(`POST ${workflowsOf(workspace)}`, { name: 'Legal', steps });
    return (body['data'] as Workflow).id;
  };
  const draftOf = async (workspace: TestWorkspace, more: object = {}): Promise<string> => {
    const accountIds = [workspace.accounts['MASTODON']];
    const draft = { content: 'Hello', accountIds, saveAsDraft: true, ...more };
    const { status, body } = await workspace.send('POST /posts', draft);
    expect(status, JSON.stringify(body)).to.equal(201);
    return String(body['id']);
  };

  it('ask each step in turn, and schedule a post that has a time', async () => {
    const workspace = await service().workspace('pro');
    const [ann, bob] = [await memberOf(workspace), await memberOf(workspace, 'VIEWER')];
    const as = ({ token }: typeof ann, line: string, body?: unknown) => service().ask(token, line, body);
    const workflowId = await workflowOf(workspace, [ann.userId], [bob.userId]);
    const scheduledFor = new Date((await workspace.now()) + 3_600_000).toISOString();
    const id = await draftOf(workspace, { scheduledFor });
    expect((await workspace.send(`GET /posts/${id}/approval-status`)).body).to.deep.include({
      pending: false,
      currentStep: null,
      approvers: [],
    });
    expect(codeOf(await workspace.byOwner(`POST /posts/${id}/approve`))).to.deep.equal([409, 'NO_PENDING_STEP']);
    const nowhere = await workspace.send(`POST /posts/${id}/start-approval`, { workflowId: workspace.workspaceId });
    expect(codeOf(nowhere)).to.deep.equal([404, 'NOT_FOUND']);
    const started = await workspace.send(`POST /posts/${id}/start-approval`, { workflowId });
    expect([started.status, started.body['status']]).to.deep.equal([200, 'pending_approval']);
    const again = await workspace.send(`POST /posts/${id}/start-approval`, { workflowId });
    expect(codeOf(again)).to.deep.equal([409, 'ALREADY_IN_APPROVAL']);
    const { body: queue } = await workspace.send('GET /approval-queue/items');
    expect((queue['data'] as { postId: string }[]).map(({ postId }) => postId)).to.deep.equal([id]);
    expect((await workspace.send('GET /approval-queue/pending-count')).body).to.deep.include({ count: 1 });

    expect(codeOf(await as(bob, `POST /posts/${id}/approve`))).to.deep.equal([403, 'NOT_AUTHORIZED']);
    expect((await as(ann, `POST /posts/${id}/approve`, { comment: 'Fine' })).body['status']).to.equal(
      'pending_approval',
    );
    const { body: half } = await workspace.send(`GET /posts/${id}/approval-status`);
    expect(half).to.include({ pending: true, status: 'pending' });
    expect(half['currentStep']).to.include({ order: 2, status: 'PENDING' });
    expect(half['approvers']).to.have.length(1);
    expect((half['approvers'] as object[])[0]).to.include({ userId: ann.userId, stepOrder: 1, comment: 'Fine' });
    const mails = async () => {
      const { body: sent } = await workspace.send('GET /sandbox/emails');
      return (sent['emails'] as { subject: string }[]).map(({ subject }) => subject);
    };
    const asked = ['Approval asked: Hello', 'Approval asked: Hello'];
    expect(await mails()).to.deep.equal(asked);
    const done = await as(bob, `POST /posts/${id}/approve`);
    expect(done.body).to.include({ status: 'scheduled', scheduledFor });
    expect((await workspace.send('GET /approval-queue/pending-count')).body).to.deep.include({ count: 0 });
    expect(await mails()).to.deep.equal(['Approved: Hello', ...asked]);
    const { body: told } = await workspace.send(`GET /posts/${id}/approval-history`);
    expect((told['data'] as { type: string }[]).map(({ type }) => type)).to.deep.equal([
      'PostCreated',
      'PostApprovalStarted',
      'PostStepApproved',
      'PostStepApproved',
      'PostApproved',
      'PostScheduled',
    ]);
    const edited = await workspace.send(`PATCH /posts/${id}`, { content: 'Changed' });
    expect(edited.body).to.deep.include({ status: 'draft', scheduledFor });
    expect(edited.body['approval']).to.deep.include({ status: 'voided', changed: ['content'] });
  });

  it('reject with a comment, and end without a time as approved, ready to be published', async () => {
    const workspace = await service().workspace('pro');
    const workflowId = await workflowOf(workspace, [workspace.userId]);
    const id = await draftOf(workspace);
    await workspace.send(`POST /posts/${id}/start-approval`, { workflowId });
    expect(codeOf(await workspace.byOwner(`POST /posts/${id}/reject`))).to.deep.equal([400, 'VALIDATION_ERROR']);
    const rejected = await workspace.byOwner(`POST /posts/${id}/reject`, { comment: 'Not yet' });
    expect([rejected.status, rejected.body['status']]).to.deep.equal([200, 'draft']);
    await workspace.send(`POST /posts/${id}/start-approval`, { workflowId });
    const long = await workspace.byOwner(`POST /posts/${id}/approve`, { comment: 'x'.repeat(2001) });
    expect(codeOf(long)).to.deep.equal([400, 'VALIDATION_ERROR']);
    expect((await workspace.byOwner(`POST /posts/${id}/approve`)).body['status']).to.equal('approved');
    const published = await workspace.send(`POST /posts/${id}/publish?sync=true`);
    expect(published.body['status']).to.equal('published');
  });

  it('are not decided by a key, unless it was given the right to approve by name', async () => {
    const workspace = await service().workspace('pro');
    const workflowId = await workflowOf(workspace, [workspace.userId]);
    const id = await draftOf(workspace);
    await workspace.send(`POST /posts/${id}/start-approval`, { workflowId });
    for (const verb of ['approve', 'reject'])
      expect(codeOf(await workspace.send(`POST /posts/${id}/${verb}`, { comment: 'By a key' }))).to.deep.equal([
        403,
        'AUTHORIZATION_ERROR',
      ]);
    const keys = `/workspaces/${workspace.workspaceId}/api-keys`;
    const wanted = { name: 'Approver', scopes: ['posts:write'], canApprove: true };
    const { body: made } = await workspace.byOwner(`POST ${keys}`, wanted);
    expect(made.data).to.include({ canApprove: true });
    const byKey = () => service().ask(String(made.data.key), `POST /posts/${id}/approve`);
    await until('the key is known', async () => (await byKey()).status !== 401);
    const taken = await workspace.byOwner(`PATCH ${keys}/${made.data.id}`, { canApprove: false });
    expect(taken.body.data).to.include({ canApprove: false });
    const { body: left } = await workspace.send(`GET /posts/${id}`);
    expect(left).to.include({ status: 'approved' });
    const other = await draftOf(workspace, { content: 'Another' });
    await workspace.send(`POST /posts/${other}/start-approval`, { workflowId });
    const late = await service().ask(String(made.data.key), `POST /posts/${other}/approve`);
    expect(codeOf(late)).to.deep.equal([403, 'AUTHORIZATION_ERROR']);
  });

  it('are bound to the page that the account had selected: a post is held, not published on another one', async () => {
    const workspace = await service().workspace('pro');
    await workspace.send(`PATCH /workspaces/${workspace.workspaceId}`, { settings: { require_approval: true } });
    const accountId = String(workspace.accounts['FACEBOOK']);
    const { body: listed } = await workspace.send(`GET /accounts/${accountId}/pages`);
    const other = (listed.pages as { id: string }[]).find(({ id }) => id !== listed.selectedPageId);
    const workflowId = await workflowOf(workspace, [workspace.userId]);
    const scheduledFor = new Date((await workspace.now()) + 1_800_000).toISOString();
    const [held, kept] = [
      await draftOf(workspace, { accountIds: [accountId], scheduledFor, content: 'For page one' }),
      await draftOf(workspace, { scheduledFor }),
    ];
    for (const id of [held, kept]) {
      await workspace.send(`POST /posts/${id}/start-approval`, { workflowId });
      expect((await workspace.byOwner(`POST /posts/${id}/approve`)).body['status']).to.equal('scheduled');
    }
    const selected = await workspace.send(`POST /accounts/${accountId}/select-page`, { pageId: other?.id });
    expect(selected.status, JSON.stringify(selected.body)).to.equal(200);
    await workspace.advance(3600);
    await workspace.awaited(`GET /posts/${kept}`, ({ status }) => status === 'published');
    const shown = await workspace.awaited(`GET /posts/${held}`, ({ status }) => status === 'draft');
    expect(shown.approval).to.deep.include({ status: 'voided', changed: ['destinations'] });
    expect(codeOf(await workspace.send(`POST /posts/${held}/publish`))).to.deep.equal([409, 'CONFLICT']);
  });

  it('can be withdrawn on every plan', async () => {
    const workspace = await service().workspace('pro');
    const workflowId = await workflowOf(workspace, [workspace.userId]);
    const id = await draftOf(workspace);
    await workspace.send(`POST /posts/${id}/start-approval`, { workflowId });
    await service().commands.handle(
      workspaceOf,
      workspace.workspaceId,
      { type: 'change-plan', plan: 'free' },
      workspace.asService(),
    );
    await until(
      'the plan has changed',
      async () => (await workspace.send(`POST /posts/${id}/start-approval`, { workflowId })).status === 402,
    );
    expect(codeOf(await workspace.byOwner(`POST /posts/${id}/approve`))).to.deep.equal([402, 'PLAN_REQUIRED']);
    const withdrawn = await workspace.send(`POST /posts/${id}/withdraw-approval`);
    expect(withdrawn.body).to.include({ status: 'draft', content: 'Hello' });
    expect(withdrawn.body['approval']).to.include({ status: 'withdrawn' });
    expect(codeOf(await workspace.send(`POST /posts/${id}/withdraw-approval`))).to.deep.equal([409, 'NO_PENDING_STEP']);
    expect((await workspace.send(`POST /posts/${id}/publish?sync=true`)).body['status']).to.equal('published');
  });

  it('are not decided by who wrote or edited the post where the workspace separates duties', async () => {
    const workspace = await service().workspace('pro');
    const settings = { settings: { separate_duties: true } };
    await workspace.send(`PATCH /workspaces/${workspace.workspaceId}`, settings);
    const [ann, bob] = [await memberOf(workspace), await memberOf(workspace)];
    const as = ({ token }: typeof ann, line: string, body?: unknown) => service().ask(token, line, body);
    const workflowId = await workflowOf(workspace, [ann.userId, bob.userId]);
    const id = await draftOf(workspace);
    expect((await as(ann, `PATCH /posts/${id}`, { content: 'Better' })).status).to.equal(200);
    await workspace.send(`POST /posts/${id}/start-approval`, { workflowId });
    for (const verb of ['approve', 'reject'])
      expect(codeOf(await as(ann, `POST /posts/${id}/${verb}`, { comment: 'Mine' }))).to.deep.equal([
        403,
        'NOT_AUTHORIZED',
      ]);
    expect((await as(bob, `POST /posts/${id}/approve`)).body['status']).to.equal('approved');
  });

  it('gate what goes out where the workspace requires them', async () => {
    const workspace = await service().workspace('pro');
    const soon = new Date((await workspace.now()) + 1_800_000).toISOString();
    const accountIds = [workspace.accounts['MASTODON']];
    const early = await workspace.send('POST /posts', { content: 'Early', accountIds, scheduledFor: soon });
    await workspace.send(`PATCH /workspaces/${workspace.workspaceId}`, { settings: { require_approval: true } });
    const id = await draftOf(workspace);
    for (const answer of [
      await workspace.send(`POST /posts/${id}/publish`),
      await workspace.send(`PATCH /posts/${id}`, { scheduledFor: soon }),
      await workspace.send('POST /posts', { content: 'Now', accountIds, scheduledFor: soon }),
    ]) {
      expect(codeOf(answer)).to.deep.equal([409, 'CONFLICT']);
      expect(answer.body['error'].details).to.include({ reason: 'approval_required' });
    }
    const planned = await workspace.send(`PATCH /posts/${id}`, { scheduledFor: soon, saveAsDraft: true });
    expect(planned.body).to.include({ status: 'draft', scheduledFor: soon });
    await workspace.advance(3600);
    const held = await workspace.awaited(`GET /posts/${early.body['id']}`, ({ status }) => status !== 'scheduled');
    expect(held).to.include({ status: 'draft', scheduledFor: soon });
    const workflowId = await workflowOf(workspace, [workspace.userId]);
    await workspace.send(`POST /posts/${early.body['id']}/start-approval`, { workflowId });
    await workspace.byOwner(`POST /posts/${early.body['id']}/approve`);
    await workspace.awaited(`GET /posts/${early.body['id']}`, ({ status }) => status === 'published');
  });
});
