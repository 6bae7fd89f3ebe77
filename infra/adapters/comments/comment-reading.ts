import type { CommentSources } from '../../../commands/comments/ports.ts';
import { newsOf } from '../../../commands/comments/news-of.ts';
import { readAll, readingFailureOf, type Reading } from '../../../commands/comments/read-comments.ts';
import type { CommentReading } from '../../../domain/comments/comment-reading.ts';
import {
  duePosts,
  maxPostsRead,
  nextReadingAt,
  readForDays,
  type DatedPost,
} from '../../../domain/comments/reading-schedule.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';

const dayMs = 86_400_000;

type Account = Parameters<CommentReading['commentsDue']>[0];

/** Reads comments for the schedule, with the tokens of publishing. */
export const commentReading = (sources: CommentSources): CommentReading => {
  const readPosts = async (account: Account, posts: readonly DatedPost[]): Promise<Reading> => {
    try {
      return await readAll(posts, await sources.open(account, account));
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      const failure = readingFailureOf(error);
      return { found: [], errors: posts.length, reason: failure.message, failure };
    }
  };
  return {
    async commentsDue(account, { readAt, now }) {
      const since = new Date(Date.parse(now) - readForDays * dayMs).toISOString();
      const posts = await sources.livePosts(account, { since, limit: maxPostsRead });
      const due = duePosts(posts, readAt, now);
      const none: Reading = { found: [], errors: 0, reason: undefined, failure: undefined };
      const { found, errors, failure } = due.length > 0 ? await readPosts(account, due) : none;
      const { commands: news, more } = await newsOf(account, found, sources, now);
      return {
        posts: due.length,
        errors,
        news,
        more,
        ...(failure && { failure }),
        nextAt: nextReadingAt({ now, posts, more, ...(failure && { failure }) }),
      };
    },
  };
};
