import { z } from 'zod';
import { account } from '../../domain/accounts/account.ts';
import { accountView } from '../../domain/accounts/account-view.ts';
import { comment } from '../../domain/comments/comment.ts';
import { Comment, commentView, presentComment, type CommentView } from '../../domain/comments/comment-view.ts';
import { foldView } from '../../domain/kernel/decider.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { post } from '../../domain/posts/post.ts';
import { postView } from '../../domain/posts/view.ts';
import { type WriteContext, writeEndpoint, type WriteEndpoint } from '../kernel/endpoint.ts';
import { Id } from '../../read-api/contract/fields.ts';

/** The comment with its account and its post, from their streams. */
const presented = async (view: CommentView | undefined, { load }: WriteContext): Promise<Comment> => {
  const of = view && (await load(account, view.accountId));
  const to = of && foldView(accountView, of.events);
  if (!view || !to) throw notFound('comment');
  const under = view.postId === null ? undefined : await load(post, view.postId);
  return presentComment(view, to, under && foldView(postView, under.events));
};

const marking = (method: 'POST' | 'DELETE', id: string, { replied }: Readonly<{ replied: boolean }>) =>
  writeEndpoint({
    method,
    path: '/v1/inbox/comments/:id/mark-replied',
    id,
    summary:
      `Mark a comment as ${replied ? '' : 'not '}answered, in this service only: nothing is sent to its ` + 'platform',
    description: 'Marking a comment again gives the same answer: `repliedAt` does not change.',
    params: z.object({ id: Id }),
    reply: Comment,
    errors: ['NOT_FOUND'],
    idempotent: method === 'POST',
    async run({ params }, context) {
      const { events } = await context.handle(comment, params.id, { type: 'mark-replied', replied });
      return { body: await presented(foldView(commentView, events), context) };
    },
  });

/** POST and DELETE /v1/inbox/comments/:id/mark-replied. */
export const markReplied: readonly WriteEndpoint[] = [
  marking('POST', 'markCommentReplied', { replied: true }),
  marking('DELETE', 'markCommentUnreplied', { replied: false }),
];
