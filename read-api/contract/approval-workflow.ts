import { z } from 'zod';
import { WorkflowStep } from '../../domain/approvals/workflow-step.ts';
import type { ApprovalWorkflowView } from '../../domain/approvals/workflow-view.ts';

/** An approval workflow in the form of every answer. */
export const ApprovalWorkflowReply = z
  .object({
    id: z.string(),
    workspaceId: z.string(),
    name: z.string(),
    steps: z.array(WorkflowStep),
    version: z.int().meta({ description: 'Grows with each PUT that changes the definition' }),
    createdById: z.string().nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'ApprovalWorkflow' });

export const presentWorkflow = (view: ApprovalWorkflowView) => ({
  ...view,
  steps: view.steps.map((step) => ({ ...step, approverIds: [...step.approverIds] })),
});
