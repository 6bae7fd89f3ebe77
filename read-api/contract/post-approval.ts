import { z } from 'zod';
import { WorkflowStep } from '../../domain/approvals/workflow-step.ts';
import { currentStepOf, type PostApproval } from '../../domain/posts/approval.ts';
import { BoundPart } from '../../domain/posts/approval-events.ts';

const Step = WorkflowStep.extend({
  status: z.enum(['PENDING', 'APPROVED', 'REJECTED']),
  approverId: z.string().nullable().meta({ description: 'Who decided it' }),
  comment: z.string().nullable(),
  decidedAt: z.string().nullable(),
}).meta({ id: 'PostApprovalStep' });

/** The last approval of a post. */
export const PostApprovalReply = z
  .object({
    status: z.enum(['pending', 'approved', 'rejected', 'voided', 'withdrawn']),
    workflow: z.object({ id: z.string(), name: z.string(), version: z.int() }),
    currentStep: Step.nullable(),
    steps: z.array(Step),
    subjectHash: z.string().meta({ description: 'SHA-256 of what the approval is bound to' }),
    changed: z.array(BoundPart).optional().meta({ description: 'What was changed after it; where it is voided' }),
    startedById: z.string().nullable(),
    startedAt: z.string(),
  })
  .meta({ id: 'PostApproval' });

const presentStep = ({ order, role, approverIds, required, decision }: PostApproval['steps'][number]) => ({
  order,
  role,
  required,
  approverIds: [...approverIds],
  status: decision?.status ?? ('PENDING' as const),
  approverId: decision?.approverId ?? null,
  comment: decision?.comment ?? null,
  decidedAt: decision?.decidedAt ?? null,
});

export const presentApproval = (approval: PostApproval) => {
  const { status, workflowId, workflowName, workflowVersion, steps, subjectHash, changed } = approval;
  const current = currentStepOf(approval);
  return {
    status,
    workflow: { id: workflowId, name: workflowName, version: workflowVersion },
    currentStep: current ? presentStep(current) : null,
    steps: steps.map(presentStep),
    subjectHash,
    ...(status === 'voided' ? { changed: [...changed] } : {}),
    startedById: approval.startedById,
    startedAt: approval.startedAt,
  };
};
