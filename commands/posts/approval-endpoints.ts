import { bulleted } from '../../domain/kernel/sentence.ts';
import { z } from 'zod';
import { approvalWorkflow } from '../../domain/approvals/workflow.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { post } from '../../domain/posts/post.ts';
import { featureGate } from '../../read-api/contract/feature-gate.ts';
import { Id } from '../../read-api/contract/fields.ts';
import { PostReply } from '../../read-api/contract/post.ts';
import { digest } from '../approvals/approval-gate.ts';
import { writeEndpoint, type WriteContext, type WriteEndpoint } from '../kernel/endpoint.ts';
import { currentWorkspace } from '../workspaces/workspace-fields.ts';
import { accountsOf } from './publish-post.ts';
import { writersOf } from './writers-of.ts';
import { sameVersion } from './edit-post.ts';
import type { PostPorts } from './ports.ts';
import { loadPost, present } from './present.ts';
import { claimSchedule } from './schedule-claims.ts';

const params = z.object({ id: Id });

const startApproval = (ports: PostPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/posts/:id/start-approval',
    id: 'startApproval',
    summary: 'Put a draft up for approval',
    description: bulleted(
      'Binds the approval to the content, media, destinations and time of the post, to the page, organization or location that each account has selected, and to the present version of the workflow. Later versions of the workflow do not change it.',
      [
        'A post that breaks a rule of a platform is refused as in publishPost.',
        'The last approval schedules a post with a time from saveAsDraft. If that time has passed, the post is published immediately.',
        'During its approval a post cannot be edited. It can be deleted, or withdrawn by withdrawApproval, which ends the approval.',
        '409 ALREADY_IN_APPROVAL: the post is in approval.',
        '409 CONFLICT: the post is not a draft.',
      ],
    ),
    params,
    body: z.object({ workflowId: z.string().max(64) }),
    reply: PostReply,
    idempotent: true,
    gate: featureGate('approvals'),
    errors: ['VALIDATION_ERROR', 'PLAN_REQUIRED', 'NOT_FOUND', 'ALREADY_IN_APPROVAL', 'CONFLICT'],
    run: async ({ params: { id }, body: { workflowId } }, context) => {
      const { view } = await loadPost(id, context);
      const workflow = (await context.load(approvalWorkflow, workflowId))?.state;
      if (!workflow || workflow === 'deleted') throw notFound('approval workflow');
      const accountIds = view.post.destinations.map(({ accountId }) => accountId);
      const accounts = await ports.directory.accounts(accountIds, context);
      const { events } = await context.handle(post, id, {
        type: 'start-approval',
        workflow: { workflowId, ...workflow },
        startedById: context.caller.userId ?? null,
        accounts,
        digest,
        now: context.now,
      });
      return { body: present(events) };
    },
  });

/** The person who decides. A key decides as the person who made it. */
const decider = ({ caller }: WriteContext): string => {
  if (caller.userId === undefined) throw new Refused('NOT_AUTHORIZED', 'Only a person decides a step');
  return caller.userId;
};

const seen = {
  stepOrder: z.int().min(1).optional().meta({ description: 'The step that the approver saw' }),
  version: z.string().max(40).optional().meta({ description: 'The updatedAt of the post that the approver saw' }),
};

const who = [
  'A key needs `canApprove`, and acts as the person who created it.',
  'The first of two approvers decides the step. `stepOrder` and `version` keep the other one from deciding an unseen version.',
  'With `separate_duties` of the workspace, people who wrote, edited or submitted the post do not decide. If all approvers ' +
    'are such people, the owner decides.',
];

const whoDecides =
  'Approvers of the current step decide, with any role, while they are members. If all of them left, the owner decides.';

const approvePost = (ports: PostPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/posts/:id/approve',
    id: 'approvePost',
    summary: 'Approve the current step',
    description: bulleted(
      `${whoDecides} The last approval schedules a post with a time, and makes any other post approved.`,
      [
        ...who,
        'An optional step may be decided until a later required step is. No step waits for it.',
        '402 LIMIT_EXCEEDED, or 409 CONFLICT for a duplicate: the post cannot be scheduled, as in createPost. The step then waits on.',
      ],
    ),
    params,
    body: z.object({ comment: z.string().max(2000).nullish(), ...seen }),
    reply: PostReply,
    idempotent: true,
    gate: featureGate('approvals'),
    errors: [
      'VALIDATION_ERROR',
      'PLAN_REQUIRED',
      'LIMIT_EXCEEDED',
      'NOT_AUTHORIZED',
      'NOT_FOUND',
      'NO_PENDING_STEP',
      'CONFLICT',
    ],
    run: async ({ params: { id }, body }, context) => {
      const { state: before, view } = await loadPost(id, context);
      const { members } = await currentWorkspace(context.caller.workspaceId, context);
      const accounts = await accountsOf(view, context, ports);
      const writers = await writersOf(id, context);
      const { comment = null, stepOrder } = body;
      const guard = sameVersion(body.version);
      const command = {
        type: 'approve-step' as const,
        by: decider(context),
        comment,
        stepOrder,
        members,
        writers,
        accounts,
        digest,
        now: context.now,
      } as const;
      const preview = await context.preview(post, id, command, { guard });
      await claimSchedule({ postId: id, before, planned: preview.state, queued: false }, context, ports);
      const { events } = await context.handle(post, id, command, { guard, preview });
      return { body: present(events) };
    },
  });

const rejectPost = writeEndpoint({
  method: 'POST',
  path: '/v1/posts/:id/reject',
  id: 'rejectPost',
  summary: 'Reject the current step; the post is a draft again',
  description: bulleted(whoDecides, who),
  params,
  body: z.object({ comment: z.string().trim().min(1).max(2000), ...seen }),
  reply: PostReply,
  idempotent: true,
  gate: featureGate('approvals'),
  errors: ['VALIDATION_ERROR', 'PLAN_REQUIRED', 'NOT_AUTHORIZED', 'NOT_FOUND', 'NO_PENDING_STEP', 'CONFLICT'],
  run: async ({ params: { id }, body: { comment, stepOrder, version } }, context) => {
    await loadPost(id, context);
    const { members } = await currentWorkspace(context.caller.workspaceId, context);
    const writers = await writersOf(id, context);
    const command = {
      type: 'reject-step',
      by: decider(context),
      writers,
      comment,
      stepOrder,
      members,
      now: context.now,
    } as const;
    const { events } = await context.handle(post, id, command, { guard: sameVersion(version) });
    return { body: present(events) };
  },
});

const withdrawApproval = writeEndpoint({
  method: 'POST',
  path: '/v1/posts/:id/withdraw-approval',
  id: 'withdrawApproval',
  summary: 'Withdraw the approval under way; the post is a draft again',
  description:
    'Possible on every plan, also after the plan that has approvals ended. The post keeps its text and its time, and can ' +
    'be edited and put up again. A post that is not being approved is 409 NO_PENDING_STEP.',
  params,
  reply: PostReply,
  idempotent: true,
  errors: ['NOT_FOUND', 'NO_PENDING_STEP'],
  run: async ({ params: { id } }, context) => {
    await loadPost(id, context);
    const withdrawnById = context.caller.userId ?? null;
    const { events } = await context.handle(post, id, { type: 'withdraw-approval', withdrawnById });
    return { body: present(events) };
  },
});

/** The write endpoints of approvals. */
export const approvalEndpoints = (ports: PostPorts): readonly WriteEndpoint[] => [
  startApproval(ports),
  approvePost(ports),
  rejectPost,
  withdrawApproval,
];
