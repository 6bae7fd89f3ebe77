import { approvalWorkflows } from './approval-workflows.ts';

export const approvalProjections = {
  approval_workflows: approvalWorkflows,
};
