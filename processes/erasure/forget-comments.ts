import { comment } from '../../domain/comments/comment.ts';
import type { ActContext } from '../kernel/process-manager.ts';

export type CommentErasurePorts = Readonly<{
  /** Comments of a workspace that can still be read, in the order of their ids, from behind one of them on. */
  commentsOf(
    workspaceId: string,
    after: string,
    limit: number,
  ): Promise<readonly Readonly<{ id: string; contactId: string }>[]>;
  /** Destroys the key of what somebody wrote to an account. Safe to repeat. */
  forgetContact(contactId: string): Promise<void>;
}>;

const atOnce = 200;

/** Erases what others wrote to the accounts of a workspace. A run that died on the way is taken up by the next one. */
export const forgetComments = async (
  workspaceId: string,
  { commentsOf, forgetContact }: CommentErasurePorts,
  { send, signal }: Pick<ActContext, 'send' | 'signal'>,
): Promise<void> => {
  for (let after = ''; ;) {
    const some = await commentsOf(workspaceId, after, atOnce);
    for (const { id, contactId } of some) {
      signal.throwIfAborted();
      // First: once it is noted nobody comes back to this.
      await forgetContact(contactId);
      await send(comment, id, { type: 'note-forgotten' }, `forget-comment/${id}`, { shared: true });
      after = id;
    }
    if (some.length < atOnce) return;
  }
};
