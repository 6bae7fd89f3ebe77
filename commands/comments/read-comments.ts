import type { ReadingFailure } from '../../domain/comments/reading-schedule.ts';
import type { LivePost } from '../../domain/comments/received-comment.ts';
import type { NativeComment } from '../../domain/platforms/community.ts';
import { PlatformError } from '../../domain/platforms/platform-error.ts';
import { forEachConcurrently } from '../kernel/for-each-concurrently.ts';
import type { ReadComments } from './ports.ts';
import { defined } from '../../domain/kernel/defined.ts';

/** A platform returns 25 to 100 comments per page. */
const maxPages = 3;
/**
 * The number of posts read concurrently: a compromise between the platforms' rate limits and the
 * wait for the answer.
 */
const postsAtOnce = 4;

export type FoundComment = Readonly<{ post: LivePost; comment: NativeComment }>;

/**
 * The comments found, and the number of posts that could not be read. `reason`: the platform's
 * message for the first of them. `failure`: why the posts have to be read again soon.
 */
export type Reading = Readonly<{
  found: readonly FoundComment[];
  errors: number;
  reason: string | undefined;
  failure: ReadingFailure | undefined;
}>;

const kindOf = ({ kind, code }: PlatformError): ReadingFailure['kind'] => {
  if (code === 'PLATFORM_RATE_LIMIT') return 'rate_limited';
  return kind === 'unauthorized' || kind === 'refused' ? 'unauthorized' : 'unavailable';
};

/** Why an account cannot be read at all. */
export const readingFailureOf = (error: PlatformError): ReadingFailure => ({
  kind: kindOf(error),
  message: error.message,
  ...defined({ retryAfterSeconds: error.retryAfterSeconds }),
});

/** Whether the platform would refuse every other post in the same way. */
const concernsAll = ({ kind, code }: PlatformError): boolean =>
  kind === 'unauthorized' || code === 'PLATFORM_RATE_LIMIT';

/**
 * Reads the comments on each post. A post that cannot be read does not prevent the reading of the
 * others.
 */
export const readAll = async (posts: readonly LivePost[], read: ReadComments): Promise<Reading> => {
  const found: FoundComment[] = [];
  let errors = 0;
  let first: PlatformError | undefined;
  let failure: ReadingFailure | undefined;
  let isOver = false;
  await forEachConcurrently(posts, postsAtOnce, async (post) => {
    if (isOver) return void errors++;
    try {
      let after: string | undefined;
      for (let page = 0; page < maxPages; page++) {
        const { items, next } = await read(post, after);
        found.push(...items.map((comment) => ({ post, comment })));
        if (next === undefined) return;
        after = next;
      }
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      first ??= error;
      errors++;
      isOver ||= concernsAll(error);
      // A post that is refused is mostly gone from its platform.
      if (error.kind !== 'refused' || concernsAll(error)) failure ??= readingFailureOf(error);
    }
  });
  return { found, errors, reason: first?.message, failure };
};
