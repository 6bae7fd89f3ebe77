import { idFrom } from '../kernel/deterministic-ids.ts';

/** No time is in these ids: platforms may tell another time of the same comment, and it must be the same comment. */
const noTime = 0;

/** The one id of a comment of an account, whoever reads it and whenever. */
export const commentIdOf = (accountId: string, platformCommentId: string): string =>
  idFrom(noTime, JSON.stringify(['comment', accountId, platformCommentId]));

/** The one id of a person who writes to an account. Platforms name the same person differently to different accounts. */
export const contactIdOf = (accountId: string, authorId: string): string =>
  idFrom(noTime, JSON.stringify(['contact', accountId, authorId]));
