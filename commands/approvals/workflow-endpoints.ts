import { z } from 'zod';
import { RequestedSteps } from '../../domain/approvals/workflow-step.ts';
import { approvalWorkflowView } from '../../domain/approvals/workflow-view.ts';
import { approvalWorkflow, type ApprovalWorkflowEvent } from '../../domain/approvals/workflow.ts';
import { requireView } from '../../domain/kernel/decider.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { ApprovalWorkflowReply, presentWorkflow } from '../../read-api/contract/approval-workflow.ts';
import { featureGate } from '../../read-api/contract/feature-gate.ts';
import { Id } from '../../read-api/contract/fields.ts';
import { Success, success } from '../../read-api/contract/success.ts';
import { writeEndpoint, type WriteEndpoint } from '../kernel/endpoint.ts';
import { requireManager } from '../workspaces/workspace-fields.ts';

const Definition = z.object({ name: z.string().trim().min(1).max(200), steps: RequestedSteps });
const Changed = z.object({ data: ApprovalWorkflowReply });

const replyOf = (events: readonly Recorded<ApprovalWorkflowEvent>[]) => ({
  data: presentWorkflow(requireView(approvalWorkflowView, events)),
});

const createWorkflow = writeEndpoint({
  method: 'POST',
  path: '/v1/workspaces/:id/approval-workflows',
  id: 'createApprovalWorkflow',
  summary: 'Define an approval workflow',
  description:
    'Its 1 to 10 `steps` have the orders 1, 2, 3 … in any order of the list. Any one of the `approverIds` of a ' +
    'step decides it; each must be a member of the workspace. A step with `required: false` may be decided in its ' +
    'turn and is never waited for. Only the owner and administrators define workflows. Below pro: 402 PLAN_REQUIRED.',
  params: z.object({ id: Id }),
  body: Definition,
  reply: Changed,
  status: 201,
  gate: featureGate('approvals'),
  errors: ['VALIDATION_ERROR', 'PLAN_REQUIRED', 'FORBIDDEN'],
  async run({ params: { id: workspaceId }, body }, context) {
    const { members } = await requireManager(workspaceId, context);
    const workflowId = context.newId('approval-workflow');
    const createdById = context.caller.userId ?? null;
    const command = { type: 'create-workflow', workflowId, ...body, createdById, members } as const;
    const { events } = await context.handle(approvalWorkflow, workflowId, command, { fresh: true });
    return { status: 201, body: replyOf(events) };
  },
});

const replaceWorkflow = writeEndpoint({
  method: 'PUT',
  path: '/v1/workspaces/:id/approval-workflows/:workflowId',
  id: 'replaceApprovalWorkflow',
  summary: 'Replace the definition of an approval workflow',
  description:
    'The whole definition as in createApprovalWorkflow. One that differs gets the next `version`. Approvals under ' +
    'way keep the definition they began with. Only the owner and administrators define workflows.',
  params: z.object({ id: Id, workflowId: Id }),
  body: Definition,
  reply: Changed,
  gate: featureGate('approvals'),
  errors: ['VALIDATION_ERROR', 'PLAN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'],
  async run({ params: { id: workspaceId, workflowId }, body }, context) {
    const { members } = await requireManager(workspaceId, context);
    const command = { type: 'replace-workflow', ...body, members } as const;
    const { events } = await context.handle(approvalWorkflow, workflowId, command);
    return { body: replyOf(events) };
  },
});

const deleteWorkflow = writeEndpoint({
  method: 'DELETE',
  path: '/v1/workspaces/:id/approval-workflows/:workflowId',
  id: 'deleteApprovalWorkflow',
  summary: 'Delete an approval workflow',
  description:
    'It takes no further posts. Approvals under way keep the definition they began with, and end by it. For the owner ' +
    'and administrators. It is possible below pro too, for a workspace that has had the plan.',
  params: z.object({ id: Id, workflowId: Id }),
  reply: Success,
  gate: featureGate('approvals'),
  errors: ['PLAN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'],
  async run({ params: { id: workspaceId, workflowId } }, context) {
    await requireManager(workspaceId, context);
    const known = (await context.load(approvalWorkflow, workflowId))?.state;
    if (!known || known === 'deleted') throw notFound('approval workflow');
    await context.handle(approvalWorkflow, workflowId, { type: 'delete-workflow' });
    return { body: success };
  },
});

/** The write endpoints of approval workflows. */
export const workflowEndpoints: readonly WriteEndpoint[] = [createWorkflow, replaceWorkflow, deleteWorkflow];
