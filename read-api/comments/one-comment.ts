import { z } from 'zod';
import { Id } from '../contract/fields.ts';
import { readEndpoint } from '../kernel/endpoint.ts';
import { Comment } from '../../domain/comments/comment-view.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { presentedComments } from './presented-comments.ts';
import { streamOf } from '../../domain/streams.ts';

/** GET /v1/inbox/comments/:id */
export const getComment = readEndpoint({
  method: 'GET',
  path: '/v1/inbox/comments/:id',
  id: 'getComment',
  summary: 'One comment',
  description:
    "`parentCommentId` is the platform's own id, as in `platformCommentId`; it is null for an answer to " +
    'the post or to one of its thread items. `postId` is null and `post` absent where the post was ' +
    'deleted. `account.avatarUrl` and `post.mediaUrl` are null without a picture. An edited comment has ' +
    'its new text. A comment that was deleted on its platform remains. Texts and names longer than 10,000 ' +
    'characters are cut; addresses longer than 2,048 are left out. A missing time of writing, or one in ' +
    'the future, is replaced by the time of receipt.',
  params: z.object({ id: Id }),
  reply: Comment,
  errors: ['NOT_FOUND'],
  reads: ['comments', 'posts', 'accounts'],
  past: {
    reads: ['comments'],
    // A comment never moves to another account or post, so its current ones are those of any
    // moment.
    origins: async ({ id }, { db, caller: { workspaceId } }) => {
      const row = await db
        .selectFrom('comments')
        .select(['account_id', 'post_id'])
        .where('id', '=', id)
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirst();
      const beside = row && [
        streamOf('account', row.account_id),
        ...(row.post_id === null ? [] : [streamOf('post', row.post_id)]),
      ];
      return { streams: [streamOf('comment', id), ...(beside ?? [])] };
    },
  },
  run: async ({ params: { id } }, context) => {
    const row = await context.db
      .selectFrom('comments')
      .select('view')
      .where('id', '=', id)
      .where('workspace_id', '=', context.caller.workspaceId)
      .executeTakeFirst();
    const [body] = row ? await presentedComments([row.view], context) : [];
    if (!body) throw notFound('comment');
    return { body };
  },
});
