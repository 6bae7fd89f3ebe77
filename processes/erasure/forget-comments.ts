import { forEachConcurrently } from '../../commands/kernel/for-each-concurrently.ts';
import { comment } from '../../domain/comments/comment.ts';
import type { ActContext } from '../kernel/act-context.ts';

export type CommentErasurePorts = Readonly<{
  /** Comments of a workspace that can still be read, in the order of their ids, from behind one of them on. */
  commentsOf(
    workspaceId: string,
    after: string,
    limit: number,
  ): Promise<readonly Readonly<{ id: string; contactId: string }>[]>;
  /** Destroys the key of what a contact wrote to an account. Safe to repeat. */
  forgetContact(contactId: string): Promise<void>;
}>;

const commentsPerPage = 200;
const commentsAtOnce = 8;

/** Erases what others wrote to the accounts of a workspace. The next run continues where a run that died stopped. */
export const forgetComments = async (
  workspaceId: string,
  { commentsOf, forgetContact }: CommentErasurePorts,
  { send, signal }: Pick<ActContext, 'send' | 'signal'>,
): Promise<void> => {
  for (let after = ''; ;) {
    const some = await commentsOf(workspaceId, after, commentsPerPage);
    await forEachConcurrently(some, commentsAtOnce, async ({ id, contactId }) => {
      signal.throwIfAborted();
      // Before the note: a comment that is noted as forgotten is not listed again.
      await forgetContact(contactId);
      await send(comment, id, { type: 'note-forgotten' }, `forget-comment/${id}`, { shared: true });
    });
    const last = some.at(-1);
    if (!last || some.length < commentsPerPage) return;
    after = last.id;
  }
};
