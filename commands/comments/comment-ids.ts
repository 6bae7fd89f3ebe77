import { idFrom } from '../kernel/deterministic-ids.ts';

/** These ids hold no time: a platform may state different times of one comment, and its id must be one. */
const noTime = 0;

/** The id of a comment of an account: every reading of the comment gives the same. */
export const commentIdOf = (accountId: string, platformCommentId: string): string =>
  idFrom(noTime, JSON.stringify(['comment', accountId, platformCommentId]));

/** The one id of a person who writes to an account. Platforms name the same person differently to different accounts. */
export const contactIdOf = (accountId: string, authorId: string): string =>
  idFrom(noTime, JSON.stringify(['contact', accountId, authorId]));
