import { z } from 'zod';
import { openStepsOf } from '../../domain/posts/approval.ts';
import type { PostView } from '../../domain/posts/view.ts';
import { featureGate } from '../contract/feature-gate.ts';
import { PostReply, presentPost } from '../contract/post.ts';
import { PostApprovalReply, presentApproval } from '../contract/post-approval.ts';
import { type ReadContext, readEndpoint } from '../kernel/endpoint.ts';
import { numberedQuery, Pagination } from '../kernel/page.ts';
import { numberedRows } from '../kernel/numbered-rows.ts';

const Item = z
  .object({
    postId: z.string(),
    post: PostReply,
    approval: PostApprovalReply.nullable(),
    awaitsMe: z.boolean().meta({ description: 'Whether the caller is an approver of a step that waits' }),
  })
  .meta({ id: 'ApprovalQueueItem' });

const pending = ({ db, caller }: ReadContext) =>
  db.selectFrom('posts').where('workspace_id', '=', caller.workspaceId).where('status', '=', 'pending_approval');

const present = (view: PostView, userId: string | undefined): z.input<typeof Item> => {
  const { approval } = view.post;
  return {
    postId: view.id,
    post: presentPost(view),
    approval: approval && presentApproval(approval),
    awaitsMe:
      userId !== undefined &&
      approval !== null &&
      openStepsOf(approval).some(({ approverIds }) => approverIds.includes(userId)),
  };
};

/** GET /v1/approval-queue/items. */
export const listApprovalQueue = readEndpoint({
  method: 'GET',
  path: '/v1/approval-queue/items',
  id: 'listApprovalQueue',
  summary: 'The posts that wait for an approval, newest first',
  description: '`data` and `items` are the same array. A post leaves the queue with its last decision or its deletion.',
  query: z.object({
    ...numberedQuery,
    postId: z.string().max(64).optional().meta({ description: 'Only this post, if it waits' }),
  }),
  reply: z.object({ data: z.array(Item), items: z.array(Item), pagination: Pagination }),
  gate: featureGate('approvals'),
  errors: ['PLAN_REQUIRED'],
  reads: ['posts'],
  run: async ({ query }, context) => {
    const { postId, ...numbers } = query;
    const waiting = postId === undefined ? pending(context) : pending(context).where('id', '=', postId);
    const { rows, pagination } = await numberedRows(waiting, numbers, (wanted) =>
      wanted.select('view').orderBy('id', 'desc'),
    );
    const data = rows.map(({ view }) => present(view, context.caller.userId));
    return { body: { data, items: data, pagination } };
  },
});

/** GET /v1/approval-queue/pending-count. */
export const countApprovalQueue = readEndpoint({
  method: 'GET',
  path: '/v1/approval-queue/pending-count',
  id: 'countApprovalQueue',
  summary: 'How many posts wait for an approval',
  description: 'The number for a badge: every post of listApprovalQueue. `data.count` is the same number.',
  reply: z.object({ count: z.int(), data: z.object({ count: z.int() }) }),
  gate: featureGate('approvals'),
  errors: ['PLAN_REQUIRED'],
  reads: ['posts'],
  run: async (_asked, context) => {
    const { total } = await pending(context)
      .select(({ fn }) => fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow();
    const count = Number(total);
    return { body: { count, data: { count } } };
  },
});
