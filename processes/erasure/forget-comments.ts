import { forEachConcurrently } from '../../commands/kernel/for-each-concurrently.ts';
import { comment } from '../../domain/comments/comment.ts';
import { mention } from '../../domain/mentions/mention.ts';
import { review } from '../../domain/reviews/review.ts';
import type { ActContext } from '../kernel/act-context.ts';

/** What others write to the accounts of a workspace. */
export type InboxKind = 'comments' | 'mentions' | 'reviews';

export type CommentErasurePorts = Readonly<{
  /** Items of a kind that can still be read, in the order of their ids, from behind one of them on. */
  commentsOf(
    workspaceId: string,
    after: string,
    limit: number,
    kind: InboxKind,
  ): Promise<readonly Readonly<{ id: string; contactId: string }>[]>;
  /** Destroys the key of what a contact wrote to an account. Safe to repeat. */
  forgetContact(contactId: string): Promise<void>;
}>;

const commentsPerPage = 200;
const commentsAtOnce = 8;

const forgetKind = async (
  kind: InboxKind,
  workspaceId: string,
  { commentsOf, forgetContact }: CommentErasurePorts,
  { send, signal }: Pick<ActContext, 'send' | 'signal'>,
): Promise<void> => {
  for (let after = ''; ;) {
    const some = await commentsOf(workspaceId, after, commentsPerPage, kind);
    await forEachConcurrently(some, commentsAtOnce, async ({ id, contactId }) => {
      signal.throwIfAborted();
      // Before the note: an item that is noted as forgotten is not listed again.
      await forgetContact(contactId);
      const step = `forget-comment/${id}`;
      if (kind === 'comments') await send(comment, id, { type: 'note-forgotten' }, { step, shared: true });
      else if (kind === 'mentions') await send(mention, id, { type: 'note-forgotten' }, { step, shared: true });
      else await send(review, id, { type: 'note-forgotten' }, { step, shared: true });
    });
    const last = some.at(-1);
    if (!last || some.length < commentsPerPage) return;
    after = last.id;
  }
};

/** Erases what others wrote to the accounts of a workspace. The next run continues where a run that died stopped. */
export const forgetComments = async (
  workspaceId: string,
  ports: CommentErasurePorts,
  context: Pick<ActContext, 'send' | 'signal'>,
): Promise<void> => {
  for (const kind of ['comments', 'mentions', 'reviews'] as const) await forgetKind(kind, workspaceId, ports, context);
};
