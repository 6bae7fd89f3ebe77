import { expect } from 'chai';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';

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
});
