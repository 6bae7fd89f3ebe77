import { z } from 'zod';
import { notFound } from '../../domain/kernel/refused.ts';
import { streamOf } from '../../domain/streams.ts';
import { ApprovalWorkflowReply, presentWorkflow } from '../contract/approval-workflow.ts';
import { featureGate } from '../contract/feature-gate.ts';
import { Id } from '../contract/fields.ts';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { numberedQuery, Pagination } from '../kernel/page.ts';
import { numberedRows } from '../kernel/numbered-rows.ts';

const listWorkflows = readEndpoint({
  method: 'GET',
  path: '/v1/workspaces/:id/approval-workflows',
  id: 'listApprovalWorkflows',
  summary: 'The approval workflows of a workspace, newest first',
  description: 'A workflow that was replaced appears in its newest version.',
  params: z.object({ id: Id }),
  query: z.object({ ...numberedQuery }),
  reply: z.object({ data: z.array(ApprovalWorkflowReply), pagination: Pagination }),
  gate: featureGate('approvals'),
  errors: ['PLAN_REQUIRED'],
  reads: ['approval_workflows'],
  run: async ({ params: { id: workspaceId }, query }, { db }) => {
    const workflows = db.selectFrom('approval_workflows').where('workspace_id', '=', workspaceId);
    const { rows, pagination } = await numberedRows(workflows, query, (wanted) =>
      wanted.select('view').orderBy('id', 'desc'),
    );
    const data = rows.map(({ view }) => presentWorkflow(view));
    return { body: { data, pagination } };
  },
});

const getWorkflow = readEndpoint({
  method: 'GET',
  path: '/v1/workspaces/:id/approval-workflows/:workflowId',
  id: 'getApprovalWorkflow',
  summary: 'One approval workflow',
  description: 'Approvals that have begun keep the version that they began with.',
  params: z.object({ id: Id, workflowId: Id }),
  reply: z.object({ data: ApprovalWorkflowReply }),
  gate: featureGate('approvals'),
  errors: ['PLAN_REQUIRED', 'NOT_FOUND'],
  reads: ['approval_workflows'],
  past: { origins: ({ workflowId }) => ({ streams: [streamOf('approvalWorkflow', workflowId)] }) },
  run: async ({ params: { id: workspaceId, workflowId } }, { db }) => {
    const row = await db
      .selectFrom('approval_workflows')
      .select('view')
      .where('id', '=', workflowId)
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst();
    if (!row) throw notFound('approval workflow');
    return { body: { data: presentWorkflow(row.view) } };
  },
});

/** The read endpoints of approval workflows. */
export const workflowReads: readonly ReadEndpoint[] = [listWorkflows, getWorkflow];
