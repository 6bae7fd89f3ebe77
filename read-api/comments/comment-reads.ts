import type { ReadEndpoint } from '../kernel/endpoint.ts';
import { listAccountComments, listPostComments } from './comment-lists.ts';
import { getCommentStats, listInboxComments } from './inbox-comments.ts';
import { getComment } from './one-comment.ts';

/** The read endpoints of comments. */
export const commentReads: readonly ReadEndpoint[] = [
  listPostComments,
  listAccountComments,
  listInboxComments,
  getCommentStats,
  getComment,
];
