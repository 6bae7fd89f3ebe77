import type { EventHistory } from '../history/event-history.ts';
import type { ReadEndpoint } from '../kernel/endpoint.ts';
import { approvalHistory } from './approval-history.ts';
import { countApprovalQueue, listApprovalQueue } from './approval-queue.ts';
import { getApprovalStatus } from './approval-status.ts';
import { workflowReads } from './workflow-reads.ts';

/** The read endpoints of approvals and their workflows. */
export const approvalReads = (history: EventHistory): readonly ReadEndpoint[] => [
  ...workflowReads,
  getApprovalStatus,
  approvalHistory(history),
  listApprovalQueue,
  countApprovalQueue,
];
