import type { Mode } from '../kernel/mode.ts';
import type { Platform } from '../platforms/platform.ts';
import type { CommentCommand } from './comment.ts';
import type { ReadingFailure } from './reading-schedule.ts';

/** What one round read. */
export type CommentsFound = Readonly<{
  /** Posts whose comments were asked for, and those that could not be read. */
  posts: number;
  errors: number;
  /** New and changed comments. `isKnown`: the comment has a stream. */
  news: readonly Readonly<{ command: Extract<CommentCommand, { type: 'receive-comment' }>; isKnown: boolean }>[];
  /** There were more than one round records. */
  more: boolean;
  failure?: ReadingFailure;
  /** When the next round is due; null where no post is read any more. */
  nextAt: string | null;
}>;

/** The comment calls of the platforms. */
export interface CommentReading {
  /**
   * Reads the posts of an account that became due since `readAt`. A failure of the platform is in
   * the answer; it is not thrown.
   */
  commentsDue(
    account: Readonly<{ id: string; platform: Platform; workspaceId: string; mode: Mode }>,
    times: Readonly<{ readAt: string; now: string }>,
  ): Promise<CommentsFound>;
}
