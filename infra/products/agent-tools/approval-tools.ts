import { z } from 'zod';
import { at, PostId, withQuery } from './fields.ts';
import { PostResult } from './results.ts';
import { tool, type Tool } from './tool.ts';

const WaitingPosts = z.object({
  data: z.array(z.object({ postId: z.string(), awaitsMe: z.boolean().optional(), post: PostResult.optional() })),
});

/** The tools of approvals. */
export const approvalTools: readonly Tool[] = [
  tool({
    name: 'list_approvals',
    title: 'List approvals',
    description: 'The posts that wait for an approval, with the step that each one waits for.',
    effect: 'reads',
    calls: ['GET /v1/approval-queue/items'],
    input: { page: z.int().min(1).optional(), limit: z.int().min(1).max(100).optional() },
    output: WaitingPosts,
    call: (query, { rest }) => rest('GET', withQuery('/v1/approval-queue/items', query)),
  }),
  tool({
    name: 'approve',
    title: 'Approve a post',
    description:
      'Approves the step that a post waits for; only an approver of that step may. A key needs the right to approve ' +
      '(canApprove), and acts as its creator.',
    effect: 'changes',
    calls: ['POST /v1/posts/:id/approve'],
    input: { postId: PostId, comment: z.string().max(2000).optional() },
    output: PostResult,
    call: ({ postId, ...body }, { rest }) => rest('POST', at('/v1/posts', postId, '/approve'), { body }),
  }),
  tool({
    name: 'reject',
    title: 'Reject a post',
    description:
      'Rejects a post that waits for an approval, which makes it a draft again. The comment gives the reason. A key ' +
      'needs the right to approve.',
    effect: 'changes',
    calls: ['POST /v1/posts/:id/reject'],
    input: { postId: PostId, comment: z.string().min(1).max(2000) },
    output: PostResult,
    call: ({ postId, ...body }, { rest }) => rest('POST', at('/v1/posts', postId, '/reject'), { body }),
  }),
];
