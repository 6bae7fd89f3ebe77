import { idFrom } from '../kernel/deterministic-ids.ts';

/**
 * These ids contain no time: a platform may state different times for one comment, and its id must
 * stay the same.
 */
const noTime = 0;

/** The id of a comment of an account: the same at every read. */
export const commentIdOf = (accountId: string, platformCommentId: string): string =>
  idFrom(noTime, JSON.stringify(['comment', accountId, platformCommentId]));

/**
 * The id of a person who writes to an account. Platforms identify the same person differently to
 * different accounts.
 */
export const contactIdOf = (accountId: string, authorId: string): string =>
  idFrom(noTime, JSON.stringify(['contact', accountId, authorId]));
