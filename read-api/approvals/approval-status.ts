import { z } from 'zod';
import { notFound } from '../../domain/kernel/refused.ts';
import { postStatuses } from '../../domain/posts/values.ts';
import { streamOf } from '../../domain/streams.ts';
import { featureGate } from '../contract/feature-gate.ts';
import { Id } from '../contract/fields.ts';
import { PostApprovalReply, presentApproval } from '../contract/post-approval.ts';
import { readEndpoint } from '../kernel/endpoint.ts';

const Approver = z.object({
  userId: z.string(),
  stepOrder: z.int(),
  comment: z.string().nullable(),
  decidedAt: z.string(),
});

/** GET /v1/posts/:id/approval-status. */
export const getApprovalStatus = readEndpoint({
  method: 'GET',
  path: '/v1/posts/:id/approval-status',
  id: 'getApprovalStatus',
  summary: 'How far the approval of a post is',
  description:
    '`pending` while a step waits. `currentStep` is the required step that waits, or an optional one where there ' +
    'is no required one. `approvers` are those who approved so far. Of a post without an approval `approval` and ' +
    '`currentStep` are null.',
  params: z.object({ id: Id }),
  reply: z.object({
    postId: z.string(),
    postStatus: z.enum(postStatuses),
    status: PostApprovalReply.shape.status.nullable(),
    pending: z.boolean(),
    currentStep: PostApprovalReply.shape.currentStep,
    approvers: z.array(Approver),
    steps: PostApprovalReply.shape.steps,
    approval: PostApprovalReply.nullable(),
  }),
  gate: featureGate('approvals'),
  reads: ['posts'],
  past: { origins: ({ id }) => ({ streams: [streamOf('post', id)] }) },
  errors: ['PLAN_REQUIRED', 'NOT_FOUND'],
  run: async ({ params }, { db, caller }) => {
    const row = await db
      .selectFrom('posts')
      .select('view')
      .where('id', '=', params.id)
      .where('workspace_id', '=', caller.workspaceId)
      .executeTakeFirst();
    if (!row) throw notFound('Post');
    const { post } = row.view;
    const approval = post.approval ? presentApproval(post.approval) : null;
    const approvers = (post.approval?.steps ?? []).flatMap(({ order, decision }) =>
      decision?.status === 'APPROVED'
        ? [{ userId: decision.approverId, stepOrder: order, comment: decision.comment, decidedAt: decision.decidedAt }]
        : [],
    );
    return {
      body: {
        postId: params.id,
        postStatus: post.status,
        status: approval?.status ?? null,
        pending: post.status === 'pending_approval',
        currentStep: approval?.currentStep ?? null,
        approvers,
        steps: approval?.steps ?? [],
        approval,
      },
    };
  },
});
