import { approvalWorkflowView, type ApprovalWorkflowView } from '../../domain/approvals/workflow-view.ts';
import { approvalWorkflowEvents } from '../../domain/approvals/workflow.ts';
import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

export type ApprovalWorkflowRow = { id: string; workspace_id: string; view: ApprovalWorkflowView };

export const approvalWorkflows = projectionOf<ApprovalWorkflowRow>({
  name: 'approval_workflows',
  version: 1,
  description: 'Which approval workflows has a workspace?',
  table: {
    key: 'id',
    columns: { id: 'text', workspace_id: 'text', view: 'jsonb' },
    indexes: ['workspace_id, id desc'],
  },
  on: onEach(approvalWorkflowEvents, {
    keys: ({ stream }) => idOfStream(stream),
    fold: (row, event, id) => {
      const view = approvalWorkflowView.evolve(row?.view, event);
      return view && { id, workspace_id: view.workspaceId, view };
    },
  }),
});
