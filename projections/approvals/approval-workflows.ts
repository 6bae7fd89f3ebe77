import { approvalWorkflowView } from '../../domain/approvals/workflow-view.ts';
import { approvalWorkflowEvents } from '../../domain/approvals/workflow.ts';
import { viewProjection, type RowOf } from '../authoring/view-projection.ts';

export type ApprovalWorkflowRow = RowOf<typeof approvalWorkflows>;

export const approvalWorkflows = viewProjection({
  name: 'approval_workflows',
  version: 1,
  description: 'Which approval workflows has a workspace?',
  events: approvalWorkflowEvents,
  view: approvalWorkflowView,
  columns: {
    id: ['text', (_, { key }) => key],
    workspace_id: ['text', ({ workspaceId }) => workspaceId],
    view: ['jsonb', (view) => view],
  },
  indexes: ['workspace_id, id desc'],
});
