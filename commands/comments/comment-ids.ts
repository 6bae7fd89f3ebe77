import { idFrom } from '../kernel/deterministic-ids.ts';

/**
 * These ids contain no time: a platform may state different times for one comment, and its id must
 * stay the same.
 */
const noTime = 0;

/** The id of a comment of an account: the same at every read. */
export const commentIdOf = (accountId: string, platformCommentId: string): string =>
  idFrom(noTime, JSON.stringify(['comment', accountId, platformCommentId]));

/** The person behind a review: platforms do not name them, so each review has a person of its own. */
export const reviewerIdOf = (accountId: string, platformReviewId: string): string =>
  idFrom(noTime, JSON.stringify(['contact', accountId, `review ${platformReviewId}`]));
