import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { approvalWorkflows } from '../../../projections/approvals/approval-workflows.ts';

const given = specFor(approvalWorkflows);
const at = (minute: number) => `2026-01-05T09:0${minute}:00.000Z`;
const in1 = (minute: number) => ({ stream: 'approvalWorkflow-w1', workspaceId: 'w', at: at(minute) });
const steps = [{ order: 1, role: 'Editor', approverIds: ['ann'], required: true }];

describe('the read model approval_workflows', () => {
  it('has each workflow with its newest definition', () =>
    given(event('ApprovalWorkflowCreated', { workflowId: 'w1', name: 'Law', steps: [], createdById: 'bob' }, in1(0)))
      .when(event('ApprovalWorkflowReplaced', { name: 'Legal', steps, version: 2 }, in1(1)))
      .then({
        id: 'w1',
        workspace_id: 'w',
        view: {
          id: 'w1',
          workspaceId: 'w',
          name: 'Legal',
          steps,
          version: 2,
          createdById: 'bob',
          createdAt: at(0),
          updatedAt: at(1),
        },
      }));
});
