import type { ViewFold } from '../kernel/decider.ts';
import type { Definition } from './workflow-step.ts';
import type { ApprovalWorkflowEvent } from './workflow.ts';

/** A workflow in the form of every answer. */
export type ApprovalWorkflowView = Definition &
  Readonly<{
    id: string;
    workspaceId: string;
    version: number;
    createdById: string | null;
    createdAt: string;
    updatedAt: string;
  }>;

export const approvalWorkflowView: ViewFold<ApprovalWorkflowView, ApprovalWorkflowEvent> = {
  evolve: (view, event) => {
    const { occurredAt: updatedAt, workspaceId } = event.meta;
    if (event.type === 'ApprovalWorkflowCreated') {
      const { workflowId: id, name, steps, createdById } = event.data;
      return { id, workspaceId, name, steps, version: 1, createdById, createdAt: updatedAt, updatedAt };
    }
    if (event.type === 'ApprovalWorkflowDeleted') return undefined;
    return view && { ...view, ...event.data, updatedAt };
  },
};
