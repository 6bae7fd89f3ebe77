import type { CommentCommand } from '../../domain/comments/comment.ts';
import { maxRecordedComments } from '../../domain/comments/reading-schedule.ts';
import { receivedComment } from '../../domain/comments/received-comment.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import { authorIdOf } from '../contacts/contact-ids.ts';
import { commentIdOf } from './comment-ids.ts';
import type { CommentSources } from './ports.ts';
import type { FoundComment } from './read-comments.ts';

type ReceiveComment = Extract<CommentCommand, { type: 'receive-comment' }>;

/** Comments that are new or changed. `more`: there were more of them than are recorded at once. */
export type News = Readonly<{
  commands: readonly Readonly<{ command: ReceiveComment; isKnown: boolean }>[];
  more: boolean;
}>;

type Of = Readonly<{ id: string; platform: Platform; workspaceId: string }>;

/** What of these comments is to be recorded, each once: pages of a platform may overlap. */
export const newsOf = async (
  of: Of,
  found: readonly FoundComment[],
  sources: Pick<CommentSources, 'known'>,
  now: string,
): Promise<News> => {
  const byId = new Map(found.map((each) => [commentIdOf(of.id, each.comment.nativeId), each]));
  const commands = [...byId].map(([commentId, { post, comment: native }]) =>
    receivedComment({
      comment: native,
      post,
      account: of,
      now,
      commentId,
      contactId: authorIdOf(of.workspaceId, of.platform, { authorId: native.author.id, nativeId: native.nativeId }),
    }),
  );
  const ids = commands.map(({ commentId }) => commentId);
  const known = await sources.known(of.workspaceId, ids);
  const news = commands.filter(({ commentId, content }) => known.get(commentId) !== content);
  return {
    commands: news.slice(0, maxRecordedComments).map((command) => ({ command, isKnown: known.has(command.commentId) })),
    more: news.length > maxRecordedComments,
  };
};
