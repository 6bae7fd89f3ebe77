import { sql } from 'kysely';
import { presentComment, type Comment, type CommentView } from '../../domain/comments/comment-view.ts';
import type { ReadContext } from '../kernel/endpoint.ts';

/** Comments, in their order, each with its account and its post. */
export const presentedComments = async (
  comments: readonly CommentView[],
  { db, caller: { workspaceId } }: ReadContext,
): Promise<readonly Comment[]> => {
  const accountIds = [...new Set(comments.map(({ accountId }) => accountId))];
  const postIds = [...new Set(comments.flatMap(({ postId }) => postId ?? []))];
  const [accounts, posts] = await Promise.all([
    db
      .selectFrom('accounts')
      .select(['id', 'view'])
      .where(sql<boolean>`id = any(${accountIds})`)
      .where('workspace_id', '=', workspaceId)
      .execute(),
    db
      .selectFrom('posts')
      .select(['id', 'view'])
      .where(sql<boolean>`id = any(${postIds})`)
      .where('workspace_id', '=', workspaceId)
      .execute(),
  ]);
  const accountOf = new Map(accounts.map(({ id, view }) => [id, view]));
  const postOf = new Map(posts.map(({ id, view }) => [id, view]));
  return comments.flatMap((comment) => {
    const account = accountOf.get(comment.accountId);
    // Every account has a row, because disconnected accounts remain.
    return account ? [presentComment(comment, account, postOf.get(comment.postId ?? ''))] : [];
  });
};
